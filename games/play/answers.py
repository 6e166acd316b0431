"""The JSON of a game, as one viewer may see it."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from games.http.json_objects import without_none
from games.log.entries import Entry
from games.log.listed import ListedGame, ListedSeat
from games.log.seeds import key_of
from games.log.viewer import Viewer
from games.models import Game, Player
from games.play.outcome import Outcome
from games.play.visibility import VisibleGame, is_host
from rules import Event, plain_action, plain_view, ruleset
from rules.codec import split
from rules.events import EVENTS
from rules.table.clock import timestamp
from rules.table.fold import Folded
from rules.table.state import Chair, Status

Plain = dict[str, Any]


def game_answer(found: VisibleGame, folded: Folded) -> Plain:
    """The table, the people and the game on it."""
    game, people, viewer = found.game, found.people, found.viewer
    answer = {
        "id": str(game.id),
        **position(folded, viewer),
        **origin_answer(game, folded),
        "ruleset": folded.table.ruleset,
        "visibility": folded.table.visibility,
        **test_answer(folded),
        "options": dict(folded.table.options),
        "clock": dict(folded.table.clock),
        "bot_delay": folded.table.bot_delay,
        "stand_ins": folded.table.stand_ins,
        "commitment": folded.table.commitment,
        "seed": folded.table.seed,
        "host": host_name(game, people),
        "name": game.name or None,
        "invite_code": game.invite_code or None if is_host(game, viewer.player) else None,
        "seats": [
            {**seat_answer(n, c, people.get(n)), **clock_answer(folded, n)}
            for n, c in enumerate(folded.table.chairs)
        ],
        "deadline": timestamp(deadline) if (deadline := first_deadline(folded)) else None,
        **pause_answer(folded),
        "rematch": str(game.rematch_id) if game.rematch_id else None,
        "rematch_of": folded.table.rematch_of,
        "links": {**links(game), **invite_link(game, viewer)},
    }
    return without_none(answer)


def invite_link(game: Game, viewer: Viewer) -> Plain:
    """The link that the host of a private table can pass on while it is open."""
    if not game.invite_code or game.status != Status.OPEN or not is_host(game, viewer.player):
        return {}
    return {"invite": reverse("invite-link", args=[game.id, game.invite_code])}


def test_answer(folded: Folded) -> Plain:
    """The mark of a test table and the time of its clock, which is not the time of day."""
    if not folded.table.is_test:
        return {"test": False}
    return {"test": True, "now": timestamp(folded.time(folded.times[Status.OPEN]))}


def host_name(game: Game, people: dict[int, Player]) -> str | None:
    """Needs a query only if the host has no seat."""
    seated = (person.name for person in people.values() if person.pk == game.host_id)
    return next(seated, None) or (game.host.name if game.host else None)


def times_answer(folded: Folded) -> Plain:
    return {f"{name}_at": timestamp(folded.times[status]) for name, status in TIMES if status in folded.times}


def origin_answer(game: Game, folded: Folded) -> Plain:
    """Where the game was played. The times that an import claims are kept apart from those of this server."""
    if not game.origin:
        return {"source": "played", **times_answer(folded)}
    origin = {"game": str(game.origin), "version": game.version, "hash": game.hash, **times_answer(folded)}
    came = timestamp(game.created_at)
    return {"status": game.status, "source": "import", "created_at": came, "origin": origin}


TIMES = (("created", Status.OPEN), ("started", Status.PLAYING), ("finished", Status.FINISHED))


def position(folded: Folded, viewer: Viewer) -> Plain:
    """The version, hash and status, which every response about a game carries."""
    answer: Plain = {
        "version": folded.seq,
        "hash": folded.hash,
        "status": folded.status,
        "to_act": list(folded.to_act),
    }
    if viewer.seat is not None:
        answer["seat"] = viewer.seat
    if folded.state is not None:
        answer["view"] = plain_view(viewer.view(folded.state))
    return answer


def turn(folded: Folded, viewer: Viewer) -> Plain:
    """Whose turn it is at this version and, for a seat that has to act, what it has to decide."""
    answer: Plain = {"version": folded.seq, "to_act": list(folded.to_act)}
    if folded.state is not None and viewer.seat in folded.people_to_act:
        answer["moment"] = folded.state.moment(viewer.seat)
    return answer


def seat_answer(number: int, chair: Chair, player: Player | ListedSeat | None) -> Plain:
    """Bots are labelled, whether they play for themselves or for a person."""
    answer: Plain = {"seat": number, "taken": chair.taken}
    if chair.held:
        answer["held"] = True
    if chair.client_seed:
        answer["client_seed"] = chair.client_seed
    if chair.stand_in:
        answer["stand_in"] = chair.stand_in
    if chair.cover:
        answer["cover"] = chair.cover
    if chair.bot:
        return {**answer, "bot": chair.bot, "is_bot": True}
    if player and chair.taken:  # the player may have sat down after the requested moment
        return {**answer, "player": player.name, "is_bot": player.is_bot}
    return {**answer, "is_bot": False}


def pause_answer(folded: Folded) -> Plain:
    """The last pause, one that is proposed, and who asked for the end of this one."""
    answer: Plain = {}
    if until := folded.clocks.paused_until:
        answer["paused_until"] = timestamp(until)
    if resuming := folded.table.resuming:
        answer["resume_asked"] = sorted(resuming)
    if proposal := folded.table.proposal:
        seats = {"seat": proposal.seat, "agreed": sorted(proposal.agreed)}
        answer["pause_proposal"] = {**seats, "days": proposal.days}
    return answer


def clock_answer(folded: Folded, seat: int) -> Plain:
    """The seconds left in the bank, the deadline of this decision, and the vacations."""
    answer: Plain = {}
    if "bank" in folded.table.clock:
        answer["bank"] = round(folded.clocks.bank(seat, folded.table.clock).total_seconds())
    if deadline := folded.deadline(seat):
        answer["deadline"] = timestamp(deadline)
    if "vacation_days" in folded.table.clock and folded.table.chairs[seat].is_manned:
        answer["vacation_days"] = folded.clocks.vacation_left(seat, folded.table.clock)
    if until := folded.clocks.away_until(seat):
        answer["away_until"] = timestamp(until)
    return answer


def first_deadline(folded: Folded) -> datetime | None:
    """The earliest deadline at the requested moment, which need not be now."""
    return min(filter(None, map(folded.deadline, folded.people_to_act)), default=None)


GAME_LINKS = {
    "self": "game",
    "actions": "actions",
    "events": "events",
    "seats": "seats",
    "audit": "audit",
    "report": "report",
    "export": "export",
    "receipt": "receipt",
    "proofs": "game-proofs",
    "diff": "diff",
    "record": "record",
    "audits": "audits",
    "looks": "looks",
    "picture": "table-picture",
    "chart": "score-chart",
}


_ANY_GAME = UUID(int=0)


@cache
def _link_patterns() -> Plain:
    """The links of a game with an id that stands for any: resolving names costs more than all the rest."""
    page = f"{static('client/verify.html')}?game={_ANY_GAME}"  # audits the game in the reader's browser
    return {
        **{name: reverse(route, args=[_ANY_GAME]) for name, route in GAME_LINKS.items()},
        "stream": reverse("stream", args=[_ANY_GAME]),
        "verify": page,
    }


@cache
def _ruleset_link(name: str) -> str:
    return reverse("ruleset", args=[name])


def links(game: Game | ListedGame) -> Plain:
    place, own = str(_ANY_GAME), str(game.id)
    found = {name: pattern.replace(place, own) for name, pattern in _link_patterns().items()}
    found["stream"] = settings.STREAMS_URL + found["stream"]
    return {**found, "ruleset": _ruleset_link(game.ruleset)}


def game_links(game_id: UUID) -> Plain:
    """The links of a message about a game: to view it and to act."""
    return {"game": reverse("game", args=[game_id]), "actions": reverse("actions", args=[game_id])}


def stream_address(route: str, *args: Any) -> str:
    """Absolute if streams are served from another origin; with a proxy they are not."""
    return settings.STREAMS_URL + reverse(route, args=args)


def actions_answer(folded: Folded, seat: int | None) -> Plain:
    """The legal actions of the seat, each a complete body for `act`."""
    answer = {
        "version": folded.seq,
        "hash": folded.hash,
        "seat": seat,
        "items": fresh_actions(folded, seat),
    }
    if folded.state is not None and seat is not None and folded.status is Status.PLAYING:
        answer["moment"] = folded.state.moment(seat)
    return {**without_none(answer), "next": None}


def fresh_actions(folded: Folded, seat: int | None) -> list[Plain]:
    if folded.state is None or seat is None or folded.status is not Status.PLAYING:
        return []
    if folded.table.chairs[seat].played_by:
        return []
    offered = ruleset(folded.table.ruleset).legal_actions(folded.state, seat)
    return [body(plain_action(action)) for action in offered]


def body(action: Plain) -> Plain:
    """The action without its seat, which is always the caller's."""
    return {name: value for name, value in action.items() if name != "seat"}


def outcome_answer(outcome: Outcome, seat: int | None) -> Plain:
    """The events that an action caused, and the game after them."""
    viewer = Viewer(seat=seat)
    events = entries_answer(outcome.game.id, outcome.folded, outcome.entries, viewer)
    return {**position(outcome.folded, viewer), "events": events}


def preview_answer(event: Event) -> Plain:
    """An event of a dry run, as the seat may read it."""
    shape = EVENTS.shapes[type(event)]
    public, private = split(event, shape)
    return {"type": shape.name, "v": event.v, "public": public, **({"private": private} if private else {})}


def entries_answer(game_id: UUID, folded: Folded, entries: list[Entry], viewer: Viewer) -> list[Plain]:
    key = key_of(game_id, folded.table) if _has_seals(entries) else b""
    return [viewer.entry(entry, key=key, over=folded.is_finished) for entry in entries]


def _has_seals(entries: list[Entry]) -> bool:
    return any(entry["sealed"] for entry in entries)
