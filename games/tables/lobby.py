"""Tables before the start: open, join, leave, clear a seat and start."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from uuid import UUID

from games.accounts.models import Player
from games.accounts.services import player_lock
from games.log.models import Game
from games.log.outcome import Outcome
from games.log.seeds import new_seed, seed_keep
from games.log.viewer import Viewer
from games.moves.change import Change, changing, opening
from games.moves.idempotency import KeyedRequest, once_per_key
from games.notices.models import NotifierCursor
from games.reading.refusals import NotSeated
from games.reading.visibility import check_visible
from games.tables.quotas import check_open_tables, check_running_games, check_tables_of_day
from games.tables.refusals import NoSeatForHost, NotHost
from games.tables.seats import clear_person, leave_table, note_removal, put_bot, seat_number, sit_down
from games.transparency.announcements import announce
from games.transparency.openings import opening_enter
from rules import ruleset
from rules.chance import TEST, commitment
from rules.table.checks import check_open
from rules.table.clock import speed_of
from rules.table.life import GameCreated, Open, Start
from rules.table.seats import ClearSeat, GiveSeed
from rules.table.state import UNTIL_RETURN, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWish:
    """The settings of a table to be opened."""

    ruleset: str
    seats: int
    bots: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    visibility: str = Game.Visibility.PUBLIC
    name: str = ""
    clock: Mapping[str, int] = field(default_factory=dict)
    bot_delay: int = 0
    stand_ins: str = UNTIL_RETURN
    sit: bool = True
    rematch_of: UUID | None = None
    purpose: str | None = None  # "test": a test table, with the seed its client has chosen
    seed: bytes | None = None

    @property
    def is_test(self) -> bool:
        return self.purpose == TEST


@once_per_key
def game_create(player: Player, wish: TableWish, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Open a table, seat its host and its bots."""
    with opening(keyed=keyed) as change:
        set_up(change, player, wish)
    return change.outcome()


def set_up(change: Change, player: Player, wish: TableWish) -> None:
    open_table(change, player, wish)
    if wish.sit and len(wish.bots) == wish.seats:
        raise NoSeatForHost(bots=len(wish.bots), seats=wish.seats)
    if wish.sit:
        sit_down(change, player, None, None)
    for bot in wish.bots:
        put_bot(change, bot, None)


def open_table(change: Change, player: Player, wish: TableWish) -> None:
    rules = ruleset(wish.ruleset)
    options = rules.agreed(wish.options, wish.seats, test=wish.is_test)
    seed = wish.seed or new_seed()
    _insert_game(change, player, rules.name, options, wish)
    player_lock(player)
    check_open_tables(player, change.game)
    check_tables_of_day(player, change.game)
    promise = commitment(seed)
    if not wish.is_test:
        announce("game_opened", change.now, game=change.game.id, commitment=promise)
    seed_keep(change.game.id, seed)
    NotifierCursor.objects.create(game=change.game, at=change.now)
    created = GameCreated(
        ruleset=rules.name,
        seats=wish.seats,
        options=options,
        visibility=wish.visibility,
        clock=dict(wish.clock),
        bot_delay=wish.bot_delay,
        commitment=promise,
        rematch_of=str(wish.rematch_of) if wish.rematch_of else None,
        purpose=wish.purpose,
        stand_ins=None if wish.stand_ins == UNTIL_RETURN else wish.stand_ins,
    )
    change.decide(Open(created))


def _insert_game(
    change: Change, host: Player, ruleset_name: str, options: dict[str, str], wish: TableWish
) -> None:
    game = change.game
    game.host = game.opened_by = host
    game.name = wish.name
    game.options, game.clock, game.speed = options, dict(wish.clock), speed_of(wish.clock)
    game.ruleset = ruleset_name
    game.visibility, game.test = wish.visibility, wish.is_test
    game.invite_code = new_code() if wish.visibility == Game.Visibility.PRIVATE else ""
    game.seat_count = game.open_seats = wish.seats
    game.created_at = game.moved_at = change.now
    game.save(force_insert=True)


def table_rename(game_id: UUID, host: Player, name: str) -> None:
    with changing(game_id) as change:
        check_host(change, host)
        check_open(change.folded)
        Game.objects.filter(pk=game_id).update(name=name)


def new_code() -> str:
    return secrets.token_urlsafe(12)


# -- seats -------------------------------------------------------------------------------------


@once_per_key
def seat_take(
    game_id: UUID,
    player: Player,
    *,
    seat: int | None = None,
    client_seed: str | None = None,
    invite_code: str = "",
    keyed: KeyedRequest | None = None,
) -> Outcome:
    with changing(game_id, keyed=keyed) as change:
        check_invited(change, player, invite_code)
        check_open(change.folded)
        sit_down(change, player, seat, client_seed)
    return change.outcome()


@once_per_key
def bot_seat(
    game_id: UUID, player: Player, bot: str, *, seat: int | None = None, keyed: KeyedRequest | None = None
) -> Outcome:
    with changing(game_id, keyed=keyed) as change:
        check_host(change, player)
        check_open(change.folded)
        put_bot(change, bot, seat)
    return change.outcome()


@once_per_key
def seat_leave(game_id: UUID, player: Player, *, keyed: KeyedRequest | None = None) -> Outcome:
    """Leave the table. A host, seated or not, is succeeded by another player; without one it is closed."""
    with changing(game_id, keyed=keyed) as change:
        seat = seat_number(change, player)
        check_visible(change.game, Viewer(player, seat))
        if seat is None and change.game.host_id != player.pk:
            raise NotSeated
        check_open(change.folded)
        leave_table(change, player, seat)
    return change.outcome()


@once_per_key
def seat_clear(game_id: UUID, player: Player, seat: int, *, keyed: KeyedRequest | None = None) -> Outcome:
    """The host removes a person or a bot."""
    with changing(game_id, keyed=keyed) as change:
        check_host(change, player)
        change.decide(ClearSeat(seat))
        note_removal(change, seat)
        clear_person(change, seat)
    return change.outcome()


# -- starting ----------------------------------------------------------------------------------


@once_per_key
def game_start(
    game_id: UUID, player: Player, *, client_seed: str | None = None, keyed: KeyedRequest | None = None
) -> Outcome:
    """Start the game. From here on the client seeds, and with them every shuffle, are fixed."""
    log = opening_enter(game_id) if _is_to_start(game_id, player) else None
    with changing(game_id, keyed=keyed) as change:
        check_host(change, player)
        if client_seed is not None:
            give_seed(change, player, client_seed)
        deal(change, player, log)
    return change.outcome()


def _is_to_start(game_id: UUID, player: Player) -> bool:
    """Asked without a lock, so that neither strangers nor repeated requests make work for the log."""
    waiting = Game.objects.filter(pk=game_id, host=player, status=Status.OPEN, test=False)
    return waiting.exists()


def give_seed(change: Change, player: Player, client_seed: str) -> None:
    seat = seat_number(change, player)
    if seat is None:
        raise NotSeated
    change.decide(GiveSeed(seat, client_seed))


def deal(change: Change, host: Player, log: dict[str, int] | None = None) -> None:
    change.decide(Start(log))
    table = change.folded.table
    check_running_games(player_lock(host), table)
    rules = ruleset(table.ruleset)
    change.write(rules.start(seats=len(table.chairs), chance=change.chance, options=table.options))


def check_host(change: Change, player: Player) -> None:
    if change.game.host_id != player.pk:
        check_visible(change.game, Viewer(player, seat_number(change, player)))
        raise NotHost


def check_invited(change: Change, player: Player, invite_code: str) -> None:
    """Without its invite code a private table is reported as not found, except to those who may see it."""
    game = change.game
    if not game.invite_code or not compare_digest(game.invite_code.encode(), invite_code.encode()):
        check_visible(game, Viewer(player, seat_number(change, player)))
