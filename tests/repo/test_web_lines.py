"""The code of the page is there to be read."""

from itertools import chain

from tests.support.checkout import CHECKOUT

WIDTH = 120
WEB = CHECKOUT / "web"
OTHERS = ("vendor", "strings")  # not ours; one sentence to a line


def test_no_line_is_too_long_to_read():
    files = chain.from_iterable(WEB.rglob(f"*.{kind}") for kind in ("js", "css", "html"))
    read = [file for file in files if file.relative_to(WEB).parts[0] not in OTHERS]
    long = [
        f"{file.relative_to(CHECKOUT)}:{number}"
        for file in read
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if len(line) > WIDTH
    ]

    assert len(read) > 50
    assert long == []
