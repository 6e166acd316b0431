from importlib import import_module

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.core import checks
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        owner = import_module("games.operations.owner")
        post_migrate.connect(owner.grants_after_migrations, sender=self)
        checks.register(owner.check_owner, deploy=True)
        import_module("games.people.journal").connect()
        forget = import_module("games.people.services").session_forget
        user_logged_out.connect(forget, dispatch_uid="a browser that has signed out")
        boards = import_module("games.rulesets.boards")
        checks.register(boards.check_boards)
        boards.report_faults()
