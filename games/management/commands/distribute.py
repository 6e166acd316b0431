"""Places the tables on the nodes of a Citus cluster."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.operations.distribution import NoCitus, check_cluster, tables_place
from games.operations.owner import as_owner


class Command(BaseCommand):
    help = (
        "Place the tables on the nodes of a Citus cluster, with the rows they have. Tables that are placed "
        "stay as they are, so run it after every migrate."
    )
    no_deed = "it moves tables, and changes no row"

    def handle(self, *args: Any, **options: Any) -> None:
        with as_owner():
            self.place()

    def place(self) -> None:
        try:
            nodes = check_cluster()
        except NoCitus as why:
            raise CommandError(str(why)) from None
        self.stdout.write(f"Nodes: {', '.join(nodes)}")
        lines = list(tables_place())
        for line in lines:
            self.stdout.write(line)
        self.stdout.write(f"{len(lines)} tables placed." if lines else "Every table is in its place.")
