"""Registers an app of the server itself, such as its web table. Players need not allow it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.management.deeds import ask_who, operator_of
from games.oauth.models import App
from games.oauth.redirects import InvalidRedirect, check_redirect
from games.operations.moderation import Deed


class Command(BaseCommand):
    help = "Register an app of this server, or give it other redirect URIs, and print its client id."
    deeds = (Deed.REGISTER_APP,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="such as 'Web table'")
        parser.add_argument("redirect_uris", nargs="+", metavar="redirect_uri")
        ask_who(parser, reason="own_app")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        for uri in options["redirect_uris"]:
            try:
                check_redirect(uri)
            except InvalidRedirect as invalid:
                raise CommandError(f"{uri}: {invalid}") from None
        wish = {"redirect_uris": options["redirect_uris"]}
        app, _ = App.objects.update_or_create(owner=None, name=options["name"], defaults=wish)
        operator_of(options).record(Deed.REGISTER_APP)
        self.stdout.write(app.client_id)
