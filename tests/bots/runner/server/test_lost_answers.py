"""A network that carries every request to a real server, and loses answers on the way back."""

from __future__ import annotations

import http.client
from collections.abc import Iterable, Iterator
from contextlib import closing

import pytest

from bots.random import RandomBot
from bots.runner.server import client
from bots.runner.table import SeatedBot
from games.log.models import Seat
from tests.bots.runner.scripted import Watch
from tests.bots.runner.server.seats import dealt, decisions, log_of
from tests.support.http_server import Handler, serving
from tests.support.web_process import Web

HOP = ("connection", "transfer-encoding", "content-length", "host")


class Network:
    """Every third answer to an action is lost."""

    def __init__(self) -> None:
        self.port = self.actions = self.lost = self.replayed = 0

    def loses(self, answer: http.client.HTTPResponse) -> bool:
        self.actions += 1
        self.replayed += answer.getheader("Idempotency-Replayed") == "true"
        is_lost = self.actions % 3 == 0
        self.lost += is_lost
        return is_lost


@pytest.fixture
def network(web: Web) -> Iterator[Network]:
    told = Network()

    class Carrier(Handler):
        def serve(self) -> None:
            body = self.read()
            with closing(http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)) as connection:
                connection.request(self.command, self.path, body or None, carried(self.headers.items()))
                answer = connection.getresponse()
                text = answer.read()
            if self.command == "GET" or not told.loses(answer):
                self.reply(answer.status, carried(answer.getheaders()), text)

    with serving(Carrier) as told.port:
        yield told


def carried(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name: value for name, value in headers if name.lower() not in HOP}


def test_an_action_whose_answer_was_lost_is_done_once(network, two):
    ada, bob = two
    game = dealt(ada, bob)
    with client(f"http://127.0.0.1:{network.port}", ada.token, Watch()) as lossy:
        tables = [SeatedBot(lossy, game, RandomBot, Watch()), bob.table(game, RandomBot)]
        for turn in range(24):
            tables[turn % 2].play()

    log = log_of(ada, game)
    acted = decisions(log, game)
    assert len(acted) > 20
    assert network.lost == network.replayed > 5
    (hers,) = Seat.objects.filter(game_id=game, number=0).values_list("player", flat=True)
    assert network.actions == network.lost + len([one for one in acted if one.player_id == hers])
