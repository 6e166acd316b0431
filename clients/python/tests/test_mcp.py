"""The door for assistants, tried with the SDK's own client."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from scripted_server import GAME, Scripted, game, json_of

from signalbox_client import AsyncClient, SignalboxError
from signalbox_client.mcp.confirmations import MOST, Confirmations, Proposal

mcp = pytest.importorskip("mcp", reason="the SDK is an extra: pip install signalbox-client[mcp]")

PASS = {"type": "pass"}
ACTIONS = f"/api/v1/games/{GAME}/actions"
PREVIEW = {"version": 7, "hash": "1" * 64, "events": [{"type": "turn_passed", "v": 1, "public": {"seat": 0}}]}
OUTCOME = {"version": 8, "hash": "1" * 64, "status": "playing", "to_act": [1], "events": []}


def me(*scopes: str) -> dict[str, Any]:
    at = "2026-01-31T18:00:00Z"
    token = {"id": GAME, "name": "t", "scopes": list(scopes), "created_at": at, "links": {"self": "/x"}}
    links = dict.fromkeys(("self", "games", "notices", "tokens", "stream"), "/x")
    return {"id": GAME, "name": "ada", "is_bot": False, "created_at": at, "token": token, "links": links}


def talked(
    server: Scripted, talk: Callable[[Any], Awaitable[Any]], scopes: tuple[str, ...] = ("games:play",)
) -> Any:
    """What comes of a conversation with the MCP server in front of a scripted one."""
    from signalbox_client.mcp.server import build  # noqa: PLC0415 – only where the SDK is

    server.always.setdefault("/api/v1/me", me(*scopes))

    async def run() -> Any:
        http = httpx.AsyncClient(transport=httpx.MockTransport(server))
        async with (
            AsyncClient("http://server", "t", http=http) as client,
            mcp.Client(build(client)) as assistant,
        ):
            return await talk(assistant)

    return asyncio.run(run())


def test_an_action_takes_two_calls_and_happens_once():
    server = Scripted(json_of(PREVIEW), json_of(OUTCOME, 201))

    async def talk(assistant: Any) -> list[Any]:
        first = await assistant.call_tool("act", {"game_id": GAME, "action": PASS})
        yes = {"game_id": GAME, "action": PASS, "confirmation": first.structured_content["confirmation"]}
        return [first, await assistant.call_tool("act", yes), await assistant.call_tool("act", yes)]

    shown, done, again = talked(server, talk)

    assert (shown.structured_content["done"], done.structured_content["done"]) == (False, True)
    assert shown.structured_content["would_follow"][0]["type"] == "turn_passed"
    assert again.is_error
    dry, real = (asked for asked in server.asked if asked.url.path == ACTIONS)
    assert dict(dry.url.params) == {"dry_run": "true"}
    assert json.loads(real.content) == {**PASS, "expected_version": 7}
    assert real.headers["Idempotency-Key"] == shown.structured_content["confirmation"]


@pytest.mark.parametrize(
    "other", [{"action": {"type": "pass", "x": 1}}, {"game_id": "another"}, {"confirmation": "no"}]
)
def test_a_confirmation_is_for_one_action_in_one_game(other):
    server = Scripted(json_of(PREVIEW))

    async def talk(assistant: Any) -> Any:
        first = await assistant.call_tool("act", {"game_id": GAME, "action": PASS})
        yes = {"game_id": GAME, "action": PASS, "confirmation": first.structured_content["confirmation"]}
        return await assistant.call_tool("act", yes | other)

    refused = talked(server, talk)

    assert refused.is_error
    assert "not for this action" in refused.content[0].text
    assert [asked.url.path for asked in server.asked].count(ACTIONS) == 1


def test_a_refusal_names_its_rule():
    problem = {"code": "mixed_colors", "detail": "The cards differ.", "rule": "CLAIM-2", "status": 422}
    server = Scripted(json_of(problem, 422))

    refused = talked(server, lambda assistant: assistant.call_tool("act", {"game_id": GAME, "action": PASS}))

    assert refused.is_error
    assert "The cards differ. (Rule CLAIM-2" in refused.content[0].text


def test_no_link_and_no_code_is_passed_on():
    server = Scripted(json_of(game(invite_code="secret")))

    table = talked(
        server, lambda assistant: assistant.call_tool("look", {"game_id": GAME})
    ).structured_content

    assert table["id"] == GAME
    assert "secret" not in json.dumps(table)


def test_only_acting_changes_anything():
    tools = talked(Scripted(), lambda assistant: assistant.list_tools()).tools

    assert {tool.name: tool.annotations.read_only_hint for tool in tools} == {
        **dict.fromkeys(("my_games", "look", "list_actions", "explain_rule"), True),
        "act": False,
    }


def test_a_token_that_sees_every_hand_is_refused():
    async def talk(assistant: Any) -> None:
        raise AssertionError("It should not have begun.")

    with pytest.raises(SignalboxError, match="sees every hand"):
        talked(Scripted(), talk, scopes=("games:play", "audit"))


def test_old_proposals_are_forgotten():
    found = Confirmations()
    first = found.propose(Proposal("g", PASS, 1))
    for _ in range(MOST):
        last = found.propose(Proposal("g", PASS, 1))

    assert found.take(first, "g", PASS) is None
    assert found.take(last, "g", PASS)
