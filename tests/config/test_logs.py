import json
import logging
import subprocess
import sys

import pytest

from config.logs import JsonFormatter, TextFormatter
from games.http.request_id import adopt_request_id, forget_request_id
from tests.support.checkout import CHECKOUT


def record(**extra) -> logging.LogRecord:
    made = logging.makeLogRecord(
        {"name": "signalbox", "levelname": "INFO", "msg": "hello %s", "args": ("you",)}
    )
    vars(made).update(extra)
    return made


def test_a_line_is_one_json_object_with_its_time_in_utc():
    line = json.loads(JsonFormatter().format(record()))

    assert line["message"] == "hello you"
    assert line["level"] == "info"
    assert line["time"].endswith("+00:00")


def test_what_is_given_as_extra_is_shown_beside_the_message():
    assert json.loads(JsonFormatter().format(record(game="g1")))["game"] == "g1"
    assert TextFormatter().format(record(game="g1")) == "info: hello you game=g1"


def test_the_request_being_served_is_named():
    adopt_request_id("abc")
    try:
        assert json.loads(JsonFormatter().format(record()))["request_id"] == "abc"
    finally:
        forget_request_id()
    assert "request_id" not in json.loads(JsonFormatter().format(record()))


def test_a_traceback_stays_inside_its_line():
    try:
        int("line one\nline two")
    except ValueError:
        line = JsonFormatter().format(record(exc_info=sys.exc_info()))

    assert "\n" not in line
    assert "ValueError" in json.loads(line)["exception"]


def test_a_line_for_people_cannot_steer_their_terminal():
    assert TextFormatter().format(record(path="/\x1b[2Ja\nb")) == "info: hello you path=/\\x1b[2Ja\\nb"


def test_what_cannot_be_written_as_json_is_written_as_text():
    assert json.loads(JsonFormatter().format(record(thing={1})))["thing"] == "{1}"


@pytest.mark.parametrize(
    ("chosen", "name", "level", "shown"),
    [
        ("INFO", "celery.app.trace", "INFO", False),
        ("INFO", "celery.worker.strategy", "INFO", False),
        ("INFO", "celery.beat", "INFO", False),
        ("INFO", "celery.app.trace", "ERROR", True),
        ("INFO", "celery.worker.consumer.connection", "WARNING", True),
        ("INFO", "signalbox.webhooks", "INFO", True),
        ("DEBUG", "celery.app.trace", "INFO", True),
        ("ERROR", "celery.beat", "WARNING", False),
    ],
)
def test_celery_reports_failures_and_not_every_message(chosen, name, level, shown):
    ask = (
        "import logging.config; from config.logs import logging_config; "
        f"logging.config.dictConfig(logging_config(form='json', level={chosen!r})); "
        f"logging.getLogger({name!r}).log(logging.{level}, 'a line')"
    )
    told = subprocess.run(
        [sys.executable, "-c", ask], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )

    assert ("a line" in told.stderr) is shown
