"""Logs: one JSON object per line for machines, or one readable line for people."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from games.http.request_id import current_request_id

# The attributes of every record; all others came from `extra=` and are logged.
_ORDINARY = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "request"}


# No line shows them, so they need not be found out for each.
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
_encode = json.JSONEncoder(default=str, ensure_ascii=False).encode


def _extras(record: logging.LogRecord) -> dict[str, Any]:
    found = {name: value for name, value in vars(record).items() if name not in _ORDINARY}
    request_id = current_request_id()
    return {"request_id": request_id, **found} if request_id else found


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_extras(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return _encode(line)


class TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = f"{record.levelname.lower()}: {record.getMessage()}"
        for name, value in _extras(record).items():
            line += f" {name}={value}"
        # A path may contain terminal control sequences.
        line = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def logging_config(*, form: str, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonFormatter}, "text": {"()": TextFormatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Without Django's own handlers, which would log everything twice.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
            # Celery has a line for every message sent, received and done; failures are errors and warnings.
            "celery": {"level": _quiet(level)},
            "kombu": {"level": _quiet(level)},
        },
    }


def _quiet(level: str) -> str:
    """DEBUG is for those who want to see everything."""
    return "WARNING" if level == "INFO" else level
