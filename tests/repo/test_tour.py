"""The tour of the web table quotes its code as it is."""

import re

from tests.support.checkout import CHECKOUT

TOUR = (CHECKOUT / "web" / "README.md").read_text(encoding="utf-8")
QUOTED = re.findall(r"^```js\n// (\S+)\n(.*?)^```$", TOUR, re.MULTILINE | re.DOTALL)


def test_every_quoted_line_is_in_the_file_that_it_names():
    assert len(QUOTED) == TOUR.count("```js")
    for file, lines in QUOTED:
        assert lines in (CHECKOUT / file).read_text(encoding="utf-8"), file


def test_every_file_and_folder_that_it_names_is_there():
    named = re.findall(r"^- `(\S+)`|\. `(\S+)`:", TOUR, re.MULTILINE)
    for name in (one or other for one, other in named):
        assert (CHECKOUT / "web" / name).exists(), name
