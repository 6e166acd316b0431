"""What a report says, as one viewer may read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils import timezone
from msgspec import to_builtins
from msgspec.structs import asdict

from games.audits.access_log_views import look_answer
from games.audits.check import LogRead, log_read
from games.audits.models import OperatorDeed
from games.audits.published import game_proofs, is_proved
from games.audits.receipts import receipt_for
from games.audits.refusals import HeadMissing
from games.http.heavy import give_back_connection
from games.log.models import Game
from games.reading.access_log import look_list
from games.reading.lists import game_list
from games.reading.pictures import table_picture
from games.reading.visibility import VisibleGame
from games.transparency.refusals import HeadSigned
from proof.audit import is_sound
from proof.reports import Facts, report_on
from proof.reports.facts import moments
from rules.table.clock import timestamp
from rules.table.state import OVER

Plain = dict[str, Any]

NEWEST = 10  # games in a report that names none


def report_get(found: VisibleGame, origin: str, deleted: int = 1) -> Plain:
    """Everything is read first; then the audit runs without a database connection.

    `deleted`: the number of the first deleted player. Of an import nobody here is a player.
    """
    game = found.game
    log, more = log_read(game, viewer=found.viewer), _evidence(game)
    give_back_connection()
    checks = log.audit().checks
    names = {seat: player.name for seat, player in found.people.items()}
    if is_sound(checks):
        more["pictures"] = _pictures(game, log, origin)
    numbered = 0 if game.origin else deleted
    report = report_on(Facts(log.entries, checks, names, numbered, _commands(game, origin), more))
    source = "import" if game.origin else "played"
    return {**report, "status": game.status, "source": source, "made_at": timestamp(timezone.now())}


def _evidence(game: Game) -> Plain:
    """Receipt, proofs, and, after the end, who looked and what operators did."""
    found: Plain = {
        **_receipt(game),
        "proofs": [asdict(one) for one in game_proofs(game.id) if is_proved(one)],
    }
    if game.status in OVER:
        found["looks"] = [look_answer(look) for look in look_list(game)]
        deeds = OperatorDeed.objects.filter(game=game).order_by("id")
        found["deeds"] = [{"deed": deed.deed, "at": timestamp(deed.at)} for deed in deeds]
    return found


def _receipt(game: Game) -> Plain:
    """None is signed of a log that was changed; the checks say so."""
    try:
        return {"receipt": to_builtins(receipt_for(game, game.version))}
    except (HeadSigned, HeadMissing):
        return {}


def _pictures(game: Game, log: LogRead, origin: str) -> list[Plain]:
    path = f"{origin}/api/v1/games/{game.id}/board.svg?at="
    return [
        {"moment": moment, "version": seq, "address": f"{path}{seq}"}
        for moment, seq in moments(log.entries).items()
    ]


def pictures_drawn(game: Game, report: Plain) -> dict[str, bytes]:
    shown = report.get("pictures", [])
    return {picture["moment"]: table_picture(game.id, picture["version"]) for picture in shown}


def _commands(game: Game, origin: str) -> list[str]:
    at = f"{origin}/api/v1/games/{game.id}"
    return [
        f"curl -sSf -o game.ndjson {at}/export",
        f"curl -sSf -o receipt.json {at}/receipt",
        f"curl -sSf -o key.json {origin}/.well-known/signalbox-key",
        "python -m proof verify game.ndjson --receipt receipt.json --key key.json",
    ]


def newest_finished() -> Sequence[UUID]:
    games = game_list(status=[Game.Status.FINISHED]).order_by("-created_at", "-id")
    return [game.id for game in games[:NEWEST]]
