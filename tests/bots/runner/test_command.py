import pytest

from bots.__main__ import main
from bots.runner.command import TOKEN


@pytest.fixture(autouse=True)
def token(monkeypatch) -> None:
    monkeypatch.setenv(TOKEN, "sb_secret")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--url", "localhost", "planner"], "localhost is not the address of a server"),
        (["--url", "http://localhost", "plannr"], "There is no bot plannr"),
        (["--url", "http://localhost", "--at-once", "0", "planner"], "It takes at least one game at once."),
        (["--url", "http://localhost", "--token", " ", "planner"], "There is no token"),
        (
            ["--url", "http://localhost", "--token", "sb a", "planner"],
            "The token has signs that no token has.",
        ),
        (
            ["--url", "http://localhost", "--token", "sb_ä", "planner"],
            "The token has signs that no token has.",
        ),
    ],
)
def test_what_cannot_begin_is_told_in_a_sentence(words, sentence, capsys):
    assert main(["run", *words]) == 2

    said = capsys.readouterr().err
    assert said.startswith(sentence)
    assert said.count("\n") == 1


def test_the_token_is_nowhere_in_the_help(capsys):
    with pytest.raises(SystemExit):
        main(["run", "--help"])

    said = capsys.readouterr().out
    assert TOKEN in said
    assert "sb_secret" not in said
