"""The sample alerts and the dashboard ask for metrics that exist."""

import json
import re
from typing import Any

import pytest
import yaml

from tests.support.checkout import CHECKOUT

_DECLARED = re.compile(r'(?:Counter|Gauge|Histogram|GaugeMetricFamily)\(\s*"(signalbox_\w+)"')
_NAMED = re.compile(r"\bsignalbox_\w+")


def metrics() -> set[str]:
    """As Prometheus names them: of a histogram it also has buckets."""
    source = "".join(path.read_text(encoding="utf-8") for path in (CHECKOUT / "games").rglob("*.py"))
    declared = set(_DECLARED.findall(source))
    return declared | {f"{name}_bucket" for name in declared}


def alerts() -> list[dict[str, Any]]:
    groups = yaml.safe_load((CHECKOUT / "docker/alerts.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def queries_of_alerts() -> list[str]:
    return [str(rule["expr"]) for rule in alerts()]


def queries_of_dashboard() -> list[str]:
    panels = json.loads((CHECKOUT / "docker/dashboard.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


@pytest.mark.parametrize("queries", [queries_of_alerts, queries_of_dashboard])
def test_every_metric_that_is_asked_for_exists(queries):
    named = {name for query in queries() for name in _NAMED.findall(query)}

    assert len(named) > 5
    assert named <= metrics()


def test_every_alert_says_what_is_wrong_and_how_urgent_it_is():
    for rule in alerts():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")


def test_every_gauge_of_the_games_is_on_the_dashboard():
    declared = set(_DECLARED.findall((CHECKOUT / "games/operations/metrics.py").read_text()))
    shown = {name for query in queries_of_dashboard() for name in _NAMED.findall(query)}

    assert declared - shown == {"signalbox_last_verified_seconds"}  # a date: an alert watches it


def test_a_message_that_became_obsolete_is_not_one_that_failed():
    (expr,) = [rule["expr"] for rule in alerts() if rule["alert"] == "SignalboxWebhooksFail"]

    outcomes = re.findall(r'outcome(=~|!=)"([\w|]+)"', expr)
    assert outcomes == [("=~", "postponed|failed"), ("!=", "cancelled")]  # of these, among these
