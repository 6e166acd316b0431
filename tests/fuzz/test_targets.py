"""What `make fuzz` feeds the parsers with, in small: valid input, and always the same changes of it."""

import random
from contextlib import redirect_stderr
from io import StringIO

import pytest

from tests.fuzz import __main__ as fuzz
from tests.fuzz.mutations import mutated
from tests.fuzz.targets import NAMES, check_output, target

CHANGES = 60  # of each kind of input


@pytest.mark.parametrize("name", NAMES)
def test_a_parser_takes_or_refuses_whatever_it_is_given(name):
    parser, chance = target(name), random.Random(1)
    seeds = parser.seeds()
    assert len(seeds) > 5
    assert max(map(len, seeds)) <= parser.LONGEST

    for data in seeds[:20]:
        parser.run(data)
    for _ in range(CHANGES):
        data = chance.choice(seeds)
        for _ in range(chance.randint(1, 3)):
            data = mutated(data, 8 << 10, chance)
        parser.run(data)


def test_output_that_could_paint_is_a_finding():
    check_output("plain\nlines")
    with pytest.raises(AssertionError, match="this could paint"):
        check_output("a\x1b[2Jb")


def test_without_a_wheel_of_the_fuzzer_it_says_so_and_ends_well(monkeypatch, capsys):
    monkeypatch.setattr(fuzz, "find_spec", lambda _: None)

    assert fuzz.main(["notes"]) == 0
    assert capsys.readouterr().out.startswith("skipped: atheris has wheels for ")


def test_one_input_is_run_again(tmp_path):
    (tmp_path / "input").write_bytes(b"n" + "\N{EM DASH} a \N{EM DASH}".encode())

    assert fuzz.main(["--again", str(tmp_path / "input"), "notes"]) == 0
    with pytest.raises(SystemExit), redirect_stderr(StringIO()):
        fuzz.main(["nothing"])
