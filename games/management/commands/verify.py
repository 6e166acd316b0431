"""Prove the logs in the database."""

from __future__ import annotations

import multiprocessing
import os
from argparse import ArgumentTypeError
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from typing import IO, Any, cast
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from rich.console import Console
from rich.progress import Progress

from games.parallel import connect, verify_game
from games.services.verifying import Verdict, game_verify, games_to_verify

AT_ONCE = 8  # games a process takes at a time


def moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no date such as 2026-01-31, and no time") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


class Command(BaseCommand):
    help = (
        "Prove the logs of these games, or of all that have not been proved as they now are. "
        "It can be stopped and started again; exit code 1 if a log does not hold."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME", help="Only these, by id.")
        parser.add_argument("--all", action="store_true", help="The whole database.")
        parser.add_argument("--since", type=moment, help="Only games that moved since this date or time.")
        parser.add_argument("--again", action="store_true", help="Also those that have been proved before.")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="Processes.")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["games"]) == options["all"]:
            raise CommandError("Name some games, or say --all.")
        again = options["again"] or bool(options["games"])
        games = games_to_verify(only=options["games"], since=options["since"], again=again)
        ids = list(games.values_list("id", flat=True))
        if missing := set(options["games"]) - set(ids) if not options["since"] else None:
            raise CommandError(f"There is no game {', '.join(map(str, missing))}.")
        unsound = [verdict for verdict in self.verdicts(ids, options["jobs"]) if not verdict.sound]
        self.stdout.write(f"{len(ids)} games verified, {len(unsound)} do not hold.")
        if unsound:
            raise CommandError("The database holds logs that were changed.")

    def verdicts(self, ids: list[UUID], jobs: int) -> Iterator[Verdict]:
        console = Console(file=cast("IO[str]", self.stdout), width=None if self.stdout.isatty() else 100)
        with Progress(console=console, auto_refresh=self.stdout.isatty()) as progress:
            bar = progress.add_task("verifying", total=len(ids))
            for verdict in verified(ids, jobs):
                progress.advance(bar)
                for check in verdict.failed:
                    where = f"seq {check['seq']}" if "seq" in check else "nowhere in particular"
                    progress.console.print(
                        f"{verdict.game}  {check['name']} at {where}: {check['detail']}",
                        markup=False,
                        soft_wrap=True,
                    )
                yield verdict


def verified(ids: list[UUID], jobs: int) -> Iterable[Verdict]:
    """In this process, or in several new ones, which are told where the database is."""
    if jobs <= 1 or len(ids) <= AT_ONCE:
        yield from map(game_verify, ids)
        return
    with ProcessPoolExecutor(
        max_workers=jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=connect,
        initargs=(connection.settings_dict,),
    ) as pool:
        yield from pool.map(verify_game, ids, chunksize=AT_ONCE)
