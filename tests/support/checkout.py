"""Where the files of the project are."""

from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
