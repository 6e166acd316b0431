import io
import json

from config.run.console import Console


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_in_a_pipe_a_plain_line_becomes_json_with_the_name_of_its_program():
    out = io.StringIO()
    Console(out).relay("redis", "ready to accept connections")

    line = json.loads(out.getvalue())
    assert (line["service"], line["message"]) == ("redis", "ready to accept connections")


def test_in_a_pipe_a_json_line_stays_itself_with_the_name_of_its_program():
    out = io.StringIO()
    Console(out).relay("web", '{"message": "GET /", "level": "info"}')

    assert json.loads(out.getvalue()) == {"service": "web", "message": "GET /", "level": "info"}


def test_in_a_pipe_what_only_looks_like_json_is_wrapped():
    out = io.StringIO()
    Console(out).relay("web", "{oops")

    assert json.loads(out.getvalue())["message"] == "{oops"


def test_on_a_terminal_a_line_has_its_program_in_front_in_colour(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = Terminal()
    Console(out).relay("web", "hello")

    assert out.getvalue() == "\x1b[32mweb      \x1b[0m | hello\n"


def test_colour_can_be_declined(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    out = Terminal()
    Console(out).say("stopping")

    assert out.getvalue() == "signalbox | stopping\n"


def test_the_banner_is_one_object_for_machines():
    out = io.StringIO()
    Console(out).banner({"docs": "http://localhost/docs"})

    assert json.loads(out.getvalue())["docs"] == "http://localhost/docs"
