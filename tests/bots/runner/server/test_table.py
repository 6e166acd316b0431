"""A game on a real server, played from outside."""

from __future__ import annotations

import logging
from uuid import UUID

import pytest

from bots.greedy import GreedyBot
from bots.random import RandomBot
from bots.runner.table import ASKED, is_our_turn, question
from games.log import store
from rules import ruleset, view_for
from rules.actions import ClaimRoute, DrawCard
from tests.bots.runner.server.seats import dealt, decisions, log_of


@pytest.mark.parametrize("name", ["london", "world"])
def test_a_bot_outside_is_asked_the_same_as_one_inside(two, name):
    game = dealt(*two, ruleset=name)
    tables = [account.table(game, RandomBot) for account in two]
    moments = set()
    for turn in range(16):
        for account in two:
            table = account.client.games.get(game)
            asked = question(table, account.client.games.list_actions(game)) if is_our_turn(table) else None
            if asked:
                state = store.as_of(UUID(game), asked.version).state
                assert state is not None
                assert asked.view == view_for(state, asked.seat)
                offered = list(ruleset(name).legal_actions(state, asked.seat))
                assert sorted(asked.options, key=repr) == sorted(offered, key=repr)
                moments.add(asked.view.moment)
        tables[turn % 2].play()

    assert {"starting_tickets", "turn"} <= moments


class Raises:
    def choose(self, view, options, chance):
        raise RuntimeError("I do not know what to do")


class Leaves(Raises):
    def choose(self, view, options, chance):
        raise SystemExit


class Mumbles(Raises):
    def choose(self, view, options, chance):
        return "draw a card"


class Usurps(Raises):
    def choose(self, view, options, chance):
        return DrawCard(1 - view.viewer, "transport")


class Scrawls(Raises):
    def choose(self, view, options, chance):
        return DrawCard(view.viewer, {"no", "pile"})  # type: ignore[arg-type]  # that is the point


class Cheats(Raises):
    """Wants the first route for nothing."""

    asked = 0

    def choose(self, view, options, chance):
        type(self).asked += 1
        route = next(iter(ruleset(view.ruleset).board.routes))
        return ClaimRoute(view.viewer, route, ("wild",) * 3)


@pytest.mark.parametrize("bot", [Raises, Leaves, Mumbles, Usurps, Scrawls, Cheats])
def test_whatever_a_bot_answers_the_game_goes_on(two, bot, caplog):
    game = dealt(*two)
    tables = [account.table(game, RandomBot) for account in two]
    tables[0] = two[0].table(game, bot)
    for table in tables:
        table.play()  # the tickets
    before = two[0].client.games.get(game)
    assert is_our_turn(before)

    tables[0].play()

    after = two[0].client.games.get(game)
    assert after.version > before.version
    assert not is_our_turn(after)
    assert f"game {game}: the bot gives no action that counts, so chance decides" in caplog.messages
    assert all(record.levelno < logging.CRITICAL for record in caplog.records)


def test_a_bot_that_is_refused_is_asked_again_before_chance_decides(two, caplog):
    game = dealt(*two)
    Cheats.asked = 0

    two[0].table(game, Cheats).play()

    assert Cheats.asked == ASKED
    refused = [text for text in caplog.messages if "was refused" in text]
    assert len(refused) == ASKED
    assert [event["type"] for event in log_of(two[0], game)].count("tickets_chosen") == 1


def test_two_runners_of_one_account_do_not_act_twice(two):
    game = dealt(*two)
    ada, bob = two
    other = ada.table(game, GreedyBot)

    class Dawdles:
        """Thinks until another runner of the same account has decided."""

        def choose(self, view, options, chance):
            other.play()
            return options[-1]

    ada.table(game, Dawdles).play()
    bob.table(game, RandomBot).play()
    ada.table(game, Dawdles).play()

    log = log_of(ada, game)
    assert decisions(log, game)
    assert [event["type"] for event in log].count("tickets_chosen") == 2
    assert not is_our_turn(ada.client.games.get(game))
