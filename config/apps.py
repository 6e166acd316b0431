from importlib import import_module

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Glue"

    def ready(self) -> None:
        """Every process that runs Django sends its tasks through the one Celery application."""
        import_module("config.celery")
