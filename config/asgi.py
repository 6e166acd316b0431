"""The ASGI application for streams, served by `config.streams`. `config.wsgi` serves everything else."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from games.streams.app import Application  # noqa: E402 – it needs the settings

application = Application()
