"""Writes the data set of a month."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.datasets.inclusion import NotWritten
from games.datasets.months import Month, month_from
from games.datasets.writer import dataset_write
from proof.datasets.manifest import MANIFEST


def month(text: str) -> Month:
    try:
        return month_from(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


class Command(BaseCommand):
    help = (
        "Write the data set of all public games that were finished in a month, into DATASETS_DIR. "
        "It is written as a whole or not at all, and never again."
    )
    no_deed = "the data set itself enters the public log"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("month", type=month, help="A month that is over, such as 2026-10.")
        parser.add_argument(
            "--names", action="store_true", help="With the names of accounts instead of pseudonyms."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = dataset_write(options["month"], names=options["names"])
        except (NotWritten, OSError) as error:
            raise CommandError(f"There is no new data set: {error}") from None
        counts = json.loads((made / MANIFEST).read_text(encoding="utf-8"))["counts"]
        self.stdout.write(f"{made}: {counts['games']} games with {counts['events']} events.")
