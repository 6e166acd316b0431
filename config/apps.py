from importlib import import_module

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Glue"

    def ready(self) -> None:
        """Import the Celery application, so that every Django process dispatches its tasks through it."""
        import_module("config.celery")
