"""Audits the logs in the database."""

from __future__ import annotations

import multiprocessing
import os
from argparse import ArgumentTypeError
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import chain
from typing import IO, Any, cast
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from rich.console import Console
from rich.progress import Progress

from games.audits.anchors import deeds_faults
from games.audits.nightly import (
    AuditResult,
    game_verify,
    games_to_verify,
    results_of,
    run_begin,
    run_finish,
)
from games.audits.processes import connect, verify_game
from games.audits.published import games_lost, log_behind_since, log_delay
from games.audits.references import dangling
from games.log.models import Game
from games.ratings.comparison import ratings_compare

AT_ONCE = 8  # games per batch of a process


def time(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a date such as 2026-01-31 or a time") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


class Command(BaseCommand):
    help = (
        "Audit the logs of the given games, of all games, or of those changed since their last audit. "
        "--all audits every game again and, within a day, resumes a run that was stopped; it also looks for "
        "references to rows that do not exist, for games of the public log that the database has lost, and "
        "for ratings that do not follow from the games. Exit code 1 if anything fails."
    )
    no_deed = "it notes only what it has found"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME", help="The ids of games.")
        parser.add_argument("--all", action="store_true", help="Audit all games.")
        parser.add_argument(
            "--new", action="store_true", help="Audit games that have changed since their last audit."
        )
        parser.add_argument("--since", type=time, help="Only games with events since this date or time.")
        parser.add_argument("--anew", action="store_true", help="Do not resume a run that was stopped.")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="The number of processes.")

    def handle(self, *args: Any, **options: Any) -> None:
        if [bool(options["games"]), options["all"], options["new"]].count(True) != 1:
            raise CommandError("Name games, or use --all or --new.")
        try:
            proved, unsound = self.prove(options)
        except KeyboardInterrupt:
            raise CommandError("Stopped. Run the same command again to resume.", returncode=130) from None
        self.stdout.write(f"{proved} games audited, {unsound} failed.")
        lost = list(map(str, dangling())) if options["all"] else []
        unlike = [*log_delay(log_behind_since()), *games_lost(), *deeds_faults()] if options["all"] else []
        strange = ratings_compare() if options["all"] else []
        for line in (*lost, *unlike, *strange):
            self.stdout.write(line)
        if unsound:
            raise CommandError("The database contains logs that fail the audit.")
        if lost:
            raise CommandError("The database contains references to rows that do not exist.")
        if unlike:
            raise CommandError("The public log is behind, or has games that the database has lost.")
        if strange:
            raise CommandError("The database contains ratings that do not follow from its games.")

    def prove(self, options: dict[str, Any]) -> tuple[int, int]:
        """Returns the number of games audited and of those that failed."""
        if options["all"]:
            return self.prove_all(options["since"], options["jobs"], anew=options["anew"])
        if options["new"]:
            ids = list(games_to_verify(since=options["since"], new=True).values_list("id", flat=True))
        else:
            ids = known(options["games"])
        unsound = sum(not result.sound for result in self.results(ids, options["jobs"]))
        return len(ids), unsound

    def prove_all(self, since: datetime | None, jobs: int, *, anew: bool) -> tuple[int, int]:
        run = run_begin(since=since, anew=anew)
        before = [AuditResult(found.game_id, found.failed) for found in results_of(run)]
        if before:
            self.stdout.write(f"Resuming the run begun at {run.begun_at:%Y-%m-%d %H:%M:%S} UTC.")
        ids = list(games_to_verify(since=since, before=run.begun_at).values_list("id", flat=True))
        results = list(self.results(ids, jobs, before))
        run_finish(run)
        return len(results), sum(not result.sound for result in results)

    def results(
        self, ids: list[UUID], jobs: int, before: Sequence[AuditResult] = ()
    ) -> Iterator[AuditResult]:
        console = Console(file=cast("IO[str]", self.stdout), width=None if self.stdout.isatty() else 100)
        with Progress(console=console, auto_refresh=self.stdout.isatty()) as progress:
            bar = progress.add_task("verifying", total=len(ids) + len(before))
            for result in chain(before, verified(ids, jobs)):
                progress.advance(bar)
                for check in result.failed:
                    progress.console.print(line_of(result, check), markup=False, soft_wrap=True)
                yield result


def known(wanted: list[UUID]) -> list[UUID]:
    found = set(Game.objects.filter(pk__in=wanted).values_list("id", flat=True))
    if missing := set(wanted) - found:
        raise CommandError(f"There is no game {', '.join(map(str, missing))}.")
    return list(dict.fromkeys(wanted))


def line_of(result: AuditResult, check: dict[str, Any]) -> str:
    where = f" at seq {check['seq']}" if "seq" in check else ""
    return f"{result.game}  {check['name']}{where}: {check['detail']}"


def verified(ids: list[UUID], jobs: int) -> Iterable[AuditResult]:
    """In this process or, for many games, in several new ones with the same database."""
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
