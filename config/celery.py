"""The Celery application; tasks live in the `tasks` modules of the Django apps."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

from config import ending

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("signalbox")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
ending.install(app)


@setup_logging.connect
def log_like_the_rest(**_: Any) -> None:
    """With this receiver Celery does not configure logging, so web and workers share one format."""
    logging.config.dictConfig(settings.LOGGING)
