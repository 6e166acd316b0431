"""Django's own command, carried out by the owner of the tables."""

from typing import Any

from django.core.management.commands import migrate

from games.operations.owner import as_owner


class Command(migrate.Command):
    no_deed = "before the first one there is no table of deeds; rows are changed by code that is released"

    def handle(self, *args: Any, **options: Any) -> None:
        with as_owner(options["database"]):
            super().handle(*args, **options)
