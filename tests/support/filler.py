"""A database as it is after a year, made of copies of a few games that were really played.

A copy is stored as an import is: under an id of its own, with the id of its log as its origin. So its log
folds and holds like that of the game it was copied from. The rows beside the log have times that are spread
over the year.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import connection

from games.audits.nightly import game_verify
from games.log import store, writes
from games.log.cipher import Box, seal_seed
from games.log.models import Game, Seat, Seed
from games.log.projection import project_game, project_seats
from games.log.seeds import seed_keep, seed_of
from games.notices.models import NotifierCursor
from games.search.services import histories_note, histories_queue
from games.sql import fetch
from games.transparency.sequencer import log_extend
from rules.table.fold import Folded, fold
from tests.support.crowd import PEOPLE

COPIES: Final = (
    """CREATE TEMP TABLE copies AS
    SELECT n, gen_random_uuid() AS new, (%(templates)s::uuid[])[1 + n %% %(kinds)s] AS old,
        interval '1 year' * (1 - n / %(games)s::float) AS age
    FROM generate_series(0, %(games)s - 1) n""",
    # Older ones would have been closed.
    """UPDATE copies SET age = age / 40 WHERE old IN (SELECT id FROM games_game WHERE status = 'open')""",
    "ANALYZE copies",
)
# An idempotency key for every ninth event, and an access to each game.
ANSWERS: Final = (
    """INSERT INTO games_keptanswer
        (game_id, player_id, key, fingerprint, first_seq, last_seq, created_at)
    SELECT id, host_id, 'key ' || seq, sha256(''), seq, seq + 1, now() - interval '29 days' * random()
    FROM games_game, generate_series(1, version, 9) seq WHERE host_id IS NOT NULL""",
    """INSERT INTO games_look (game_id, at, id, player_id, what, version)
    SELECT id, moved_at, gen_random_uuid(), host_id, 'events', 1 FROM games_game WHERE host_id IS NOT NULL""",
)
# An invitation to each game, of which none is old enough to be deleted.
ASKED: Final = (
    """INSERT INTO games_message (game_id, number, player_id, seat, text, at, deleted)
    SELECT copies.new, number, crowd.id, 0, 'hello', now() - copies.age, ''
    FROM copies JOIN crowd ON crowd.n = copies.n %% %(players)s, generate_series(1, 3) number""",
    """INSERT INTO games_report (game_id, number, player_id, reason, at)
    SELECT game_id, number, player_id, 'rude', at FROM games_message WHERE number = 1""",
    """INSERT INTO games_note (player_id, game_id, text, changed_at)
    SELECT crowd.id, copies.new, 'mine', now() FROM copies JOIN crowd ON crowd.n = copies.n %% %(players)s""",
    """INSERT INTO games_invitation (game_id, player_id, inviter_id, status, created_at, expires_at)
    SELECT copies.new, crowd.id, host.id, 'open', at, at + interval '7 days'
    FROM (SELECT *, now() - interval '6 days' * random() AS at FROM copies) copies
    JOIN crowd ON crowd.n = copies.n * 3 %% %(players)s
    JOIN crowd host ON host.n = copies.n %% %(players)s""",
    """INSERT INTO games_auditassignment (game_id, player_id, assigned_at)
    SELECT copies.new, crowd.id, now() FROM copies JOIN crowd ON crowd.n = copies.n %% %(players)s
    WHERE copies.n %% 10 = 0""",
)
# What the public log says of each game: that it was opened, and its newest head.
TOLD: Final = (
    """INSERT INTO games_pendingleaf (kind, game, entry)
    SELECT 'game_opened', id, convert_to(format('{"game":"%%s","kind":"game_opened"}', id), 'UTF8')
    FROM games_game ORDER BY created_at""",
    """INSERT INTO games_pendingleaf (kind, game, entry)
    SELECT 'game_head', id, convert_to(format(
        '{"game":"%%s","hash":"%%s","kind":"game_head","status":"%%s","version":%%s}',
        id, encode(hash, 'hex'), status, version), 'UTF8')
    FROM games_game ORDER BY moved_at""",
)
# Those that PostgreSQL does not compute by itself.
COLUMNS: Final = """SELECT attname FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum"""
# None moved today: what is done for games that moved lately grows with them, not with the database.
MOVED: Final = """source.moved_at - interval '1 day'
    - CASE source.status WHEN 'playing' THEN random() ELSE 1 END * copies.age"""


Copies = list[tuple[UUID, UUID]]  # the ids of a copy and of its template


def fill(templates: Sequence[Game], *, games: int, players: int, notices: int = 50) -> None:
    """So many copies of the templates in turn, and what belongs to them and to so many players.

    It is faster without checks of foreign keys, for which the owner can set the role `replica`.
    """
    histories_queue()
    histories_note()
    for statement in PEOPLE:
        run(statement, players=players, notices=notices)
    for statement in COPIES:
        run(statement, templates=[game.id for game in templates], kinds=len(templates), games=games)
    _copy_rows(players)
    _copy_logs()
    for statement in ANSWERS:
        run(statement)
    for statement in ASKED:
        run(statement, players=players)
    for statement in TOLD:
        run(statement)
    log_extend()


def _copy_rows(players: int) -> None:
    """The people of a copy are others than those of its template."""

    def somebody(seat: str) -> str:
        found = f"(SELECT id FROM crowd WHERE crowd.n = (copies.n * 7 + source.{seat} * 101) %% {players})"  # noqa: S608 – a number
        return f"CASE WHEN source.player_id IS NOT NULL THEN {found} END"

    def aged(*times: str) -> dict[str, str]:
        return {time: f"source.{time} - copies.age" for time in times}

    host = f"(SELECT id FROM crowd WHERE crowd.n = copies.n %% {players})"  # noqa: S608 – a number
    mine = {"host_id": host, "origin": "COALESCE(source.origin, source.id)", "moved_at": MOVED}
    late = {"deadline": "source.deadline + interval '1 year'"}
    copy("games_game", {**mine, **late, **aged("created_at", "started_at", "finished_at")}, key="id")
    copy("games_seat", {"player_id": somebody("number"), **aged("ended_at")})
    copy("games_result", {"player_id": somebody("seat"), **aged("finished_at")})
    copy("games_verification", aged("at"))
    copy("games_notifiercursor", {})
    copy("games_history", aged("ended_at"))
    copy("games_finding", aged("ended_at"))


def copy(table: str, changed: Mapping[str, str], *, key: str = "game_id") -> None:
    """The rows of every template for each of its copies, with other values for some columns."""
    names = [name for (name,) in fetch(COLUMNS, table)]
    values = [{**changed, key: "copies.new"}.get(name, f'source."{name}"') for name in names]
    listed = ", ".join(f'"{name}"' for name in names)
    run(
        f"INSERT INTO {table} ({listed}) SELECT {', '.join(values)} "  # noqa: S608 – names only
        f"FROM copies JOIN {table} source ON source.{key} = copies.old ORDER BY copies.n"
    )


def _copy_logs() -> None:
    """Secrets are encrypted for one game, so they are encrypted anew for each copy."""
    copies: Copies = fetch("SELECT new, old FROM copies ORDER BY n")
    seeds = {old: seed_of(old) for old in {old for _, old in copies}}
    over = set(Seed.objects.filter(sealed_with="").values_list("game_id", flat=True))
    with connection.cursor() as cursor:
        with cursor.copy("COPY games_seed (game_id, seed, sealed_with) FROM STDIN") as out:
            for new, old in copies:
                out.write_row((new, *((seeds[old], "") if old in over else seal_seed(seeds[old], new))))
        logs = {old: _log(old) for old in seeds}
        with cursor.copy(f"COPY games_event ({writes.COLUMNS}) FROM STDIN") as out:
            for new, old in copies:
                for row in _rows(new, logs[old], Box(seeds[old], new)):
                    out.write_row(row)


Log = list[tuple[tuple[Any, ...], dict[str, Any] | None]]  # each row, and what is secret in it
GAME, SEQ, PRIVATE = (writes.COLUMNS.split(", ").index(name) for name in ("game_id", "seq", "private"))


def _log(game: UUID) -> Log:
    return [(writes.row_values(game, entry), entry["private"]) for entry in store.entries_of(game)]


def _rows(game: UUID, log: Log, box: Box) -> Iterator[list[Any]]:
    for known, private in log:
        row = list(known)
        row[GAME] = game
        row[PRIVATE] = box.seal(private, store.place_of(row[SEQ])) if private else None
        yield row


def cut(source: Game, seq: int) -> Game:
    """A template: a game that has come no further than this event of the source."""
    game = Game.objects.get(pk=source.pk)
    game.id, game.origin = uuid4(), source.log_id
    folded = fold(Folded(), store.rows_of(source.id, upto=seq))
    project_game(game, folded)
    game.status = folded.status
    game.save(force_insert=True)
    seed_keep(game.id, seed_of(source.id))
    writes.archive(game.id, store.entries_of(source.id, limit=seq))
    people = dict(Seat.objects.filter(game=source).values_list("number", "player"))
    seats = project_seats(game, folded)
    for seat in seats[: game.seat_count - game.open_seats]:
        seat.player_id = people[seat.number]
    Seat.objects.bulk_create(seats)
    NotifierCursor.objects.create(game=game, seq=seq)
    game_verify(game.id)
    return game


def run(statement: str, **values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
