"""A game, as one viewer may see it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

from games.accounts.models import Player
from games.http.answers import UNSET, Absent, Answer, Hash, Id, Meta, Timestamp, or_absent, said, words
from games.log.models import Game as Row
from games.log.viewer import Viewer
from games.reading import examples
from games.reading.answers.members import Seat, Seats, Standing, View
from games.reading.answers.seats import seat_answer
from games.reading.answers.tables import Clock, Table
from games.reading.links import host_links, links
from games.reading.visibility import VisibleGame, is_host
from rules import plain_view
from rules.table.clock import timestamp
from rules.table.fold import Folded
from rules.table.state import STAND_INS, Status


class PauseProposal(Answer):
    inline = True
    seat: Seat
    days: Annotated[int, Meta(ge=1)]
    agreed: Seats


class LogPlace(Answer):
    inline = True
    index: Annotated[int, said("The place of the entry in the log.")]
    size: Annotated[int, said("The size of a signed checkpoint that held it.")]


class Origin(Standing):
    inline = True
    game: Id
    created_at: Timestamp
    started_at: Absent[Timestamp] = UNSET
    finished_at: Absent[Timestamp] = UNSET


class Game(Table):
    seat: Absent[Seat] = UNSET
    view: Absent[View] = UNSET
    now: Annotated[
        Absent[Timestamp], said("What the clock of a test table shows; it moves only with `advanceClock`.")
    ] = UNSET
    bot_delay: int
    stand_ins: Annotated[
        str,
        words(STAND_INS),
        said("Whether a stand-in leaves when its player takes the seat back, or plays to the end."),
    ]
    commitment: Annotated[Hash, said("SHA-256 of the server's seed, published before the game starts.")]
    seed: Annotated[Absent[Hash], said("The server's seed, revealed after the end.")] = UNSET
    log: Annotated[
        Absent[LogPlace],
        said(
            "Where the public log had the opening, with the commitment, before anything was dealt; absent "
            "before the start, at test tables, and if it was not entered in time."
        ),
    ] = UNSET
    invite_code: Annotated[Absent[str], said("Only for the host of a private table.")] = UNSET
    paused_until: Annotated[
        Absent[Timestamp], said("When the last pause ends or has ended. Until then all clocks stand.")
    ] = UNSET
    resume_asked: Annotated[Absent[Seats], said("The seats that asked for the end of the pause.")] = UNSET
    pause_proposal: Annotated[
        Absent[PauseProposal],
        said("A pause that is proposed; it begins when all players have agreed."),
    ] = UNSET
    rematch: Absent[Id] = UNSET
    rematch_of: Absent[Id] = UNSET
    origin: Annotated[
        Absent[Origin],
        said(
            "Of an import: the id in the entries of its log, the end of the log, and when it was "
            "played, as the log says. The server cannot vouch for these times."
        ),
    ] = UNSET
    example: ClassVar = ("Your turn", examples.GAME)


def game_answer(found: VisibleGame, folded: Folded) -> Game:
    """The table, the people and the game on it."""
    game, people, table = found.game, found.people, folded.table
    hosting, deadline = is_host(game, found.viewer.player), folded.first_deadline
    return Game(
        id=str(game.id),
        status=game.status if game.origin else folded.status,
        ruleset=table.ruleset,
        visibility=table.visibility,
        test=table.is_test,
        options=dict(table.options),
        clock=Clock(**table.clock),
        bot_delay=table.bot_delay,
        stand_ins=table.stand_ins,
        commitment=table.commitment,
        seed=table.seed or UNSET,
        log=LogPlace(**table.log) if table.log else UNSET,
        host=_host(game, people) or UNSET,
        name=game.name or UNSET,
        seats=[seat_answer(n, chair, people.get(n), folded) for n, chair in enumerate(table.chairs)],
        deadline=timestamp(deadline) if deadline else UNSET,
        rematch=str(game.rematch_id) if game.rematch_id else UNSET,
        rematch_of=table.rematch_of or UNSET,
        invite_code=game.invite_code or UNSET if hosting else UNSET,
        links=host_links(game) if hosting else links(game),
        **seen(folded, found.viewer),
        **_times(game, folded),
        **_clocks(folded),
    )


def seen(folded: Folded, viewer: Viewer) -> dict[str, Any]:
    """Where the game stands and what the viewer sees of it."""
    return {
        "version": folded.seq,
        "hash": folded.hash,
        "to_act": list(folded.to_act),
        "seat": or_absent(viewer.seat),
        "view": UNSET if folded.state is None else plain_view(viewer.view(folded.state)),
    }


def _host(game: Row, people: dict[int, Player]) -> str | None:
    """Needs a query only if the host has no seat."""
    seated = (person.name for person in people.values() if person.pk == game.host_id)
    return next(seated, None) or (game.host.name if game.host else None)


_MOMENTS: Final = (("created", Status.OPEN), ("started", Status.PLAYING), ("finished", Status.FINISHED))


def _times(game: Row, folded: Folded) -> dict[str, Any]:
    """Where and when it was played. What an import claims is kept apart from the times of this server."""
    times = folded.times
    told = {f"{name}_at": timestamp(times[status]) for name, status in _MOMENTS if status in times}
    if not game.origin:
        return {"source": "played", **told}
    origin = Origin(game=str(game.origin), version=game.version, hash=game.hash, **told)
    return {"source": "import", "created_at": timestamp(game.created_at), "origin": origin}


def _clocks(folded: Folded) -> dict[str, Any]:
    """The last pause, one that is proposed, and who asked for the end of this one.

    The clock of a test table does not show the time of day.
    """
    table, proposal = folded.table, folded.table.proposal
    found: dict[str, Any] = {}
    if table.is_test:
        found["now"] = timestamp(folded.time(folded.times[Status.OPEN]))
    if until := folded.clocks.paused_until:
        found["paused_until"] = timestamp(until)
    if table.resuming:
        found["resume_asked"] = sorted(table.resuming)
    if proposal:
        agreed = sorted(proposal.agreed)
        found["pause_proposal"] = PauseProposal(seat=proposal.seat, days=proposal.days, agreed=agreed)
    return found
