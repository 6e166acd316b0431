"""The output of the supervisor and its children, for people on a terminal or for machines in a pipe."""

import json
import os
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

from config.run.output import Output

_WIDTH = 9
_COLOURS = {"postgres": 34, "redis": 31, "migrate": 33, "web": 32, "worker": 35, "beat": 36} | {
    "streams": 94,
    "notifier": 95,
    "hooks": 96,
    "proxy": 93,
}
_OWN_COLOUR = 1  # bold


class Console:
    def __init__(self, out: Output | TextIO | None = None, *, form: str | None = None) -> None:
        self._out = out = out or Output(sys.stdout.fileno())
        self._dropped = 0
        self.form = form or ("text" if out.isatty() else "json")
        self._coloured = out.isatty() and "NO_COLOR" not in os.environ

    def say(self, message: str, **facts: Any) -> None:
        self._line("signalbox", message, facts)

    def relay(self, name: str, line: str) -> None:
        """Print a line of a child. JSON is kept, with the child's name added."""
        if self.form == "json" and line.startswith("{"):
            try:
                self._print(_as_json({"service": name, **json.loads(line)}))
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

    def flush(self) -> None:
        """Write buffered lines as far as possible. Call it regularly."""
        self._out.flush()
        if self._dropped:
            self._tell_dropped()

    def close(self) -> None:
        self.flush()
        self._out.close()

    def _line(self, name: str, message: str, facts: dict[str, Any]) -> None:
        self._print(self._formatted(name, message, facts))

    def _formatted(self, name: str, message: str, facts: dict[str, Any]) -> str:
        if self.form == "json":
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            return _as_json({"service": name, "time": now, "message": message} | facts)
        return f"{self._paint(name.ljust(_WIDTH), _COLOURS.get(name, _OWN_COLOUR))} | {message}"

    def _paint(self, text: str, colour: int) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self._coloured else text

    def _print(self, line: str) -> None:
        """Write the line or count it as dropped, but never block."""
        if self._dropped:
            self._tell_dropped()
        if self._dropped or not self._out.write(line + "\n"):
            self._dropped += 1

    def _tell_dropped(self) -> None:
        message = f"{self._dropped} lines were dropped because this output was not read"
        if self._out.write(self._formatted("signalbox", message, {"dropped": self._dropped}) + "\n"):
            self._dropped = 0


def _as_json(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, default=str)
