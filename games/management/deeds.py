"""Commands by which an operator changes something: who they are, and why."""

from __future__ import annotations

import getpass
from typing import Any

from django.core.management.base import CommandParser

from games.operations.moderation import Operator


def ask_who(parser: CommandParser, *, reason: str | None = None) -> None:
    """`reason`: what is recorded if none is given; without it one is required."""
    words = "kept in the operator log"
    parser.add_argument("--reason", required=reason is None, default=reason, help=words)
    parser.add_argument("--operator", default=getpass.getuser(), help="who you are")


def operator_of(options: dict[str, Any]) -> Operator:
    return Operator(options["operator"], options["reason"])
