"""The output of the supervisor and its children, for people on a terminal or for machines in a pipe."""

import json
import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TextIO

_WIDTH = 9
_COLOURS = {"postgres": 34, "redis": 31, "migrate": 33, "web": 32, "worker": 35, "beat": 36} | {
    "streams": 94,
    "notifier": 95,
    "hooks": 96,
    "proxy": 93,
}
_OWN_COLOUR = 1  # bold


class Console:
    def __init__(self, out: TextIO = sys.stdout, *, form: str | None = None) -> None:
        self._out = out
        self.form = form or ("text" if out.isatty() else "json")
        self._coloured = out.isatty() and "NO_COLOR" not in os.environ

    def say(self, message: str, **facts: Any) -> None:
        self._line("signalbox", message, facts)

    def relay(self, name: str, line: str) -> None:
        """Print a line of a child. JSON is kept, with the child's name added."""
        if self.form == "json" and line.startswith("{"):
            try:
                self._write({"service": name, **json.loads(line)})
            except ValueError:
                self._line(name, line, {})
        else:
            self._line(name, line, {})

    def banner(self, lines: dict[str, str]) -> None:
        """The addresses of all processes: a block for people, one object for machines."""
        if self.form == "json":
            self.say("ready", **lines)
            return
        self._print("")
        for name, line in lines.items():
            self._print(f"  {self._paint(name.ljust(_WIDTH), _OWN_COLOUR)}  {line}")
        self._print("")

    def _line(self, name: str, message: str, facts: dict[str, Any]) -> None:
        if self.form == "json":
            self._write(
                {
                    "service": name,
                    "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
                    "message": message,
                }
                | facts
            )
            return
        self._print(f"{self._paint(name.ljust(_WIDTH), _COLOURS.get(name, _OWN_COLOUR))} | {message}")

    def _paint(self, text: str, colour: int) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self._coloured else text

    def _write(self, line: dict[str, Any]) -> None:
        self._print(json.dumps(line, ensure_ascii=False, default=str))

    def _print(self, line: str) -> None:
        with suppress(
            OSError
        ):  # the terminal may be gone, but the children still have to be stopped in order
            print(line, file=self._out, flush=True)
