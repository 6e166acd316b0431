"""What an assistant can do. Each tool is one or two requests, and shows what the account may see itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from signalbox_client import AsyncClient, IllegalAction, SignalboxError, StaleVersion, plain, records
from signalbox_client.mcp.confirmations import Confirmations, Proposal

GameId = Annotated[str, Field(description="The id of a game, as my_games lists it.")]
Wait = Annotated[
    int, Field(ge=0, le=30, description="Seconds to wait until it is your turn or the game is over.")
]
Action = Annotated[dict[str, Any], Field(description="An entry of list_actions, unchanged.")]
Confirmation = Annotated[
    str, Field(description="Leave it empty to see what would follow. To act, pass what that call returned.")
]


class Tools:
    def __init__(self, client: AsyncClient) -> None:
        self._client, self._confirmations = client, Confirmations()

    async def my_games(self) -> dict[str, Any]:
        """List the games of this account that are not over, those that wait for an action first."""
        with refusals():
            page = await self._client.me.list_games(status=["open", "playing", "scoring"], limit=100)
            waiting = {game.id for game in (await self._client.me.list_games(turn="mine", limit=100)).items}
        return {"games": [{**summary(game), "your_turn": game.id in waiting} for game in page.items]}

    async def look(self, game_id: GameId) -> dict[str, Any]:
        """Look at a table as this account sees it: the board, its own hand and tickets, all points."""
        with refusals():
            game = await self._client.games.get(game_id)
        found: dict[str, Any] = plain(game)
        return {name: value for name, value in found.items() if name not in ("links", "invite_code")}

    async def list_actions(self, game_id: GameId, wait: Wait = 0) -> dict[str, Any]:
        """List what may be done now. There is nothing while it is not your turn."""
        with refusals():
            offered = await self._client.games.list_actions(game_id, wait=wait)
            status = (await self._client.games.get(game_id)).status
        return {
            "status": status,
            "version": offered.version,
            "moment": offered.moment,
            "actions": [plain(action) for action in offered.items],
        }

    async def act(self, game_id: GameId, action: Action, confirmation: Confirmation = "") -> dict[str, Any]:
        """Take an action, in two calls.

        The first call changes nothing: it returns what would follow, up to the point where chance decides,
        and a confirmation. Show that to the person you play for. If they agree, call again with the
        confirmation.
        """
        with refusals():
            if not confirmation:
                return await self._proposed(game_id, action)
            proposal = self._confirmations.take(confirmation, game_id, action)
            if proposal is None:
                raise ToolError("This confirmation is not for this action. Call without one to get another.")
            outcome = await self._client.games.act(
                game_id, action, expected_version=proposal.version, idempotency_key=confirmation
            )
        return {"done": True, **told(outcome)}

    async def explain_rule(
        self,
        ruleset: Annotated[str, Field(description="The game, such as london, or a version of it: london@1.")],
        number: Annotated[str, Field(description="The number of the rule, as in a refusal: CLAIM-2.")] = "",
    ) -> dict[str, Any]:
        """Explain a rule of a game by its number; without one, list the numbers and texts of all rules."""
        with refusals():
            rules = (await self._client.rulesets.get(ruleset)).rules
        found = {rule.number: rule.text for rule in rules}
        if number and number not in found:
            raise ToolError(f"{ruleset} has no rule {number}. The rules are {', '.join(found)}.")
        return {"ruleset": ruleset, "rules": {number: found[number]} if number else found}

    async def _proposed(self, game: str, action: dict[str, Any]) -> dict[str, Any]:
        preview = await self._client.games.preview(game, action)
        token = self._confirmations.propose(Proposal(game, action, preview.version))
        return {
            "done": False,
            "would_follow": [plain(event) for event in preview.events],
            "confirmation": token,
        }


@contextmanager
def refusals() -> Iterator[None]:
    """What the server refuses, in words that an assistant can act on."""
    try:
        yield
    except StaleVersion:
        raise ToolError("The game has moved on. Look again, and ask for a new confirmation.") from None
    except IllegalAction as refused:
        raise ToolError(f"{refused.detail} (Rule {refused.rule}; explain_rule tells more.)") from None
    except SignalboxError as error:
        raise ToolError(str(error)) from None


def summary(game: records.GameSummary) -> dict[str, Any]:
    return {
        "id": game.id,
        "game": game.ruleset_title,
        "ruleset": game.ruleset,
        "status": game.status,
        "seats": [seat.player or seat.bot or "free" for seat in game.seats],
        "deadline": game.deadline.isoformat() if game.deadline else None,
    }


def told(outcome: records.Outcome) -> dict[str, Any]:
    return {
        "status": outcome.status,
        "version": outcome.version,
        "to_act": outcome.to_act,
        "events": [plain(event.public) | {"type": event.type} for event in outcome.events],
    }
