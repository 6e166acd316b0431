"""Benchmarks: a file here whose `measure` returns figures is one. Run them with `make bench`."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
