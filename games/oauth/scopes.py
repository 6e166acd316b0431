"""The scopes that an app may ask for, and what a player is told about each."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Scope

# `audit` shows other people's secrets; only the operator grants it.
GRANTABLE: Final = tuple(scope for scope in Scope if scope is not Scope.AUDIT)

# For developers, in the OpenAPI document.
TEXTS: Final[dict[Scope, str]] = {
    Scope.READ: "Read what only the player may: games, hand, legal actions, notices and streams.",
    Scope.PLAY: "Whatever changes a game: open a table, sit down, start, act, resign.",
    Scope.ACCOUNT: "Rename or delete the account; manage friends, notifications, tokens and apps.",
    Scope.WEBHOOKS: "Manage webhooks and read their deliveries.",
    Scope.BOTS: "Be asked for actions by webhook, together with `webhooks`.",
}
# For players, on the consent page.
WORDS: Final[dict[str, Promise]] = {
    Scope.READ: _("see your games as you see them: your hand, your notices, your private tables"),
    Scope.PLAY: _("play for you: open and join tables, act, resign"),
    Scope.ACCOUNT: _(
        "manage your account: rename or delete it, change your friends and notifications, "
        "end your tokens and apps"
    ),
    Scope.WEBHOOKS: _("have messages about your games sent to a server"),
    Scope.BOTS: _("answer for you when it is your turn, if your account is a bot"),
}


def in_words(scopes: Collection[str]) -> list[Promise]:
    return [words for scope, words in WORDS.items() if scope in scopes]


def in_order(scopes: Collection[str]) -> list[str]:
    """Without repetitions, in the order of declaration."""
    return [scope.value for scope in Scope if scope in scopes]
