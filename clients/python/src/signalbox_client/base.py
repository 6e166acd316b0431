"""What both clients have in common: everything but the network."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic

import httpx

from signalbox_client import resources
from signalbox_client.auth import Auth, Save, Tokens
from signalbox_client.core import Core
from signalbox_client.errors import Unreachable
from signalbox_client.games import Games, Me
from signalbox_client.operation import Mode, Pages
from signalbox_client.signing import Signer, Signing
from signalbox_client.steps import Reply, Steps, Wire

CONNECT_SECONDS = 5.0


class Base(ABC, Generic[Mode]):
    """The resources of the API, and how it is reached.

    `token` is a personal token. `tokens` come from OAuth and are refreshed in time, which takes the
    `client_id` of the app; `save` is called with each new pair before it is used. `retries` counts the
    attempts after the first. `signer` signs each decision.
    """

    def __init__(  # noqa: PLR0913 – each option by its name
        self,
        url: str,
        token: str | None = None,
        *,
        tokens: Tokens | None = None,
        client_id: str = "",
        save: Save | None = None,
        timeout: float = 30.0,
        retries: int = 5,
        user_agent: str = "",
        signer: Signer | None = None,
    ) -> None:
        auth = Auth(token, tokens, client_id=client_id, save=save)
        signing = Signing(signer) if signer else None
        self._core = Core(url, auth, timeout=timeout, retries=retries, user_agent=user_agent, signing=signing)
        self.games: Games[Mode] = Games(self, self._core)
        self.me: Me[Mode] = Me(self, self._core)
        self.players: resources.PlayersOperations[Mode] = resources.PlayersOperations(self)
        self.rulesets: resources.RulesetsOperations[Mode] = resources.RulesetsOperations(self)
        self.bots: resources.BotsOperations[Mode] = resources.BotsOperations(self)
        self.leaderboards: resources.LeaderboardsOperations[Mode] = resources.LeaderboardsOperations(self)
        self.apps: resources.AppsOperations[Mode] = resources.AppsOperations(self)
        self.webhooks: resources.WebhooksOperations[Mode] = resources.WebhooksOperations(self)
        self.server: resources.ServerOperations[Mode] = resources.ServerOperations(self)

    @abstractmethod
    def call(self, wish: Any, /) -> Any:
        """Carry out a request or steps that have one answer."""

    @abstractmethod
    def iterate(self, wish: Any, /) -> Any:
        """Carry out what has many answers, and hand each on as it comes."""

    def _many(self, wish: Pages[Any] | Steps[None]) -> Steps[None]:
        return self._core.pages(wish) if isinstance(wish, Pages) else wish


def arguments(wire: Wire) -> dict[str, Any]:
    """Of httpx's own request."""
    return {
        "method": wire.method,
        "url": wire.url,
        "headers": wire.headers,
        "params": wire.query,
        "json": wire.json,
        "data": wire.form,
        "content": wire.content,
        "timeout": httpx.Timeout(wire.timeout, connect=CONNECT_SECONDS),
    }


def reply(response: httpx.Response) -> Reply:
    """Of a response that was read."""
    return Reply(response.status_code, response.headers, response.content)


def unreachable(error: httpx.RequestError) -> Unreachable:
    refused = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
    return Unreachable(f"{'no connection' if refused else 'cut off'} ({str(error) or type(error).__name__})")
