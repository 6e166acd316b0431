"""Logs: one JSON object per line for machines, or one readable line for people."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from games.http.request_id import current_request_id

# The attributes of every record; all others came from `extra=` and are logged.
_ORDINARY = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "request"}


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
        return json.dumps(line, default=str, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = f"{record.levelname.lower()}: {record.getMessage()}"
        for name, value in _extras(record).items():
            line += f" {name}={value}"
        # A path may contain terminal control sequences.
        line = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class Routine(logging.Filter):
    """Drops Celery's messages about tasks that run every second and mostly find nothing to do."""

    def filter(self, record: logging.LogRecord) -> bool:
        is_routine = record.levelno <= logging.INFO and record.name.startswith("celery.")
        return not (is_routine and "games.tasks.deliver_webhooks" in record.getMessage())


def logging_config(*, form: str, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonFormatter}, "text": {"()": TextFormatter}},
        "filters": {"routine": {"()": Routine}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form, "filters": ["routine"]}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Without Django's own handlers, which would log everything twice.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
        },
    }
