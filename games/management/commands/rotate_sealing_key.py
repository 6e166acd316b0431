"""Seals the seeds of running games with the current SEALING_KEY."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.log.rotation import seeds_reseal
from games.management.deeds import ask_who, operator_of
from games.operations.moderation import Deed


class Command(BaseCommand):
    help = (
        "Seal the seeds of all games that are not over with SEALING_KEY; SEALING_KEYS_OLD are still read. "
        "Run it when every process has the new key. It may be stopped and repeated, and games go on."
    )
    deeds = (Deed.ROTATE_KEY,)

    def add_arguments(self, parser: CommandParser) -> None:
        ask_who(parser, reason="rotate_sealing_key")

    def handle(self, *args: Any, **options: Any) -> None:
        operator_of(options).record(Deed.ROTATE_KEY)
        done, left = seeds_reseal()
        self.stdout.write(f"{done} seeds sealed with the current key.")
        if left:
            counts = ", ".join(f"{count} with the key {name}" for name, count in sorted(left.items()))
            raise CommandError(
                f"{left.total()} seeds cannot be read: {counts}. Add the missing keys to SEALING_KEYS_OLD."
            )
        self.stdout.write("No seed needs a key of SEALING_KEYS_OLD any more.")
