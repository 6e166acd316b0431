"""What the cost audit asks, and what it calls dear."""

from types import SimpleNamespace
from typing import Any

from django.urls import Resolver404, get_resolver, resolve

from docs.site.document import operations as documented
from proof.transparency.entries import blinded
from tests.chaos.costs import operations, pages, table
from tests.chaos.costs.meter import Reading
from tests.chaos.costs.question import Question

ID = "00000000-0000-4000-8000-000000000001"
NAMES = {
    **dict.fromkeys(("game_id", "app_id", "webhook_id", "delivery_id", "token_id", "subscription_id"), ID),
    "ruleset_id": "world",
    "name": "other",
    "number": "1",
    "seat": "0",
    "secret": "none",
    "dataset": "2026-01",
    "blinded": blinded(ID),
}
SCENE: Any = SimpleNamespace(
    host=SimpleNamespace(token="a token"),
    large=ID,
    running=ID,
    open=ID,
    finished=[ID],
    version=9,
    export=b"",
    names=NAMES,
    cookies="",
    legal_action=dict,
)
OPERATORS = ("admin/",)  # of these only the login is open to strangers


def row(name: str, ratio: float) -> table.Row:
    return table.Row(Question(name, "valid", "GET", "/"), Reading(200, 0.1, 10, 10), ratio)


def test_every_operation_is_asked() -> None:
    asked = {question.name for question in operations.asked(SCENE)}
    known = {each.id for each in documented() if not each.is_posted}
    assert known - asked == operations.LEFT_OUT


def test_every_page_is_asked() -> None:
    asked = {
        route(question.path) for question in (*pages.asked(SCENE), *operations.asked(SCENE)) if question.path
    }
    every = {found for found in all_routes() if not found.startswith((*OPERATORS, "api/v1/"))}
    assert every - asked == set()


def route(path: str) -> str | None:
    try:
        return str(resolve(path.partition("?")[0]).route)
    except Resolver404:
        return None


def all_routes(patterns=None, before="") -> list[str]:
    found: list[str] = []
    for each in get_resolver().url_patterns if patterns is None else patterns:
        name = f"{before}{each.pattern}"
        found += all_routes(each.url_patterns, name) if hasattr(each, "url_patterns") else [name]
    return found


def test_a_dear_request_without_a_bound_is_noticed() -> None:
    assert row("getMe", table.DEAR + 1).is_unbounded
    assert not row("getMe", table.DEAR - 1).is_unbounded


def test_what_is_done_a_few_at_a_time_or_has_a_limit_of_its_own_is_bounded() -> None:
    assert not row("auditGame", table.DEAR + 1).is_unbounded
    assert not row("importGame", table.DEAR + 1).is_unbounded


def test_an_operation_is_listed_once_with_its_dearest_request() -> None:
    found = table.dearest([row("getMe", 2), row("getGame", 5), row("getMe", 3)])
    assert [(each.question.name, each.ratio) for each in found] == [("getGame", 5), ("getMe", 3)]
