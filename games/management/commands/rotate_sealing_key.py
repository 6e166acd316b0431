"""Seals the seeds of running games with the current SEALING_KEY."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.log.rotation import seeds_reseal


class Command(BaseCommand):
    help = (
        "Seal the seeds of all games that are not over with SEALING_KEY; SEALING_KEYS_OLD are still read. "
        "Run it when every process has the new key. It may be stopped and repeated, and games go on."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        done, left = seeds_reseal()
        self.stdout.write(f"{done} seeds sealed with the current key.")
        if left:
            counts = ", ".join(f"{count} with the key {name}" for name, count in sorted(left.items()))
            raise CommandError(
                f"{left.total()} seeds cannot be read: {counts}. Add the missing keys to SEALING_KEYS_OLD."
            )
        self.stdout.write("No seed needs a key of SEALING_KEYS_OLD any more.")
