"""The PettingZoo environment: one agent for each seat, one action after the other.

An observation is a row of numbers (`observation.py`). The mask of the actions that are offered
(`action_numbers.py`) is in the info, as `action_mask`. Rewards come at the end. A set-up in which all choose
at once is asked seat by seat; nobody sees what another has chosen before all have.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np
from gymnasium.spaces import Box, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bots.gym.action_numbers import action_numbers
from bots.gym.observation import BOUND, Row, observer
from rules import Action, KeyedChance, Playout, ruleset, view_for
from rules.pictures import Scene, draw_table, lay_out

Reward = Literal["win", "margin"]
MARGIN: Final = 0.01  # for each point


def env(**settings: Any) -> AECEnv[str, Row, int]:
    """In PettingZoo's usual wrappers: an illegal action loses, and calls out of order fail."""
    game: AECEnv[str, Row, int] = Environment(**settings)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class Environment(AECEnv[str, Row, int]):
    """`options` are those of the table, as `{"first": "0"}`.

    `reward`: `win` is 1 for those who win and -1 for the others; `margin` is by how much.
    """

    metadata = {"name": "signalbox_v1", "render_modes": ["svg"], "is_parallelizable": False}

    def __init__(
        self,
        game: str = "london",
        seats: int = 2,
        *,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = ruleset(game)
        self.options = self.rules.agreed(options, seats)
        self.reward, self.render_mode = reward, render_mode
        self.numbers = action_numbers(self.rules.name)
        self.observer = observer(self.rules.name, seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        row = Box(-BOUND, BOUND, (len(self.observer),), np.float32)
        self.observation_spaces = dict.fromkeys(self.possible_agents, row)
        self.action_spaces = {agent: Discrete(len(self.numbers)) for agent in self.possible_agents}
        self.deals = 0
        self.seed = os.urandom(16).hex()

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal. The same seed gives the same deals, one after the other; `options` has no effect."""
        if seed is not None:
            self.seed, self.deals = str(seed), 0
        self.deals += 1
        chance = KeyedChance.from_seed(f"{self.seed}/{self.deals}")
        seats = len(self.possible_agents)
        self.playout: Playout = self.rules.begin(seats=seats, chance=chance, options=self.options)[1]
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action not in self.legal:
            raise ValueError(f"{agent} is not offered the action {action}.")
        self.playout.follow(self.legal[action])
        self._ask()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Row:
        return self.observer.row(view_for(self.playout.state, self.seat_of[agent]))

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        if self.render_mode is None:
            return None
        board, view = self.rules.board, view_for(self.playout.state, None)
        return draw_table(board, lay_out(board), Scene(view, self.possible_agents, view.phase)).decode()

    def _ask(self) -> None:
        """Whose turn it is and what is offered; when play is over, what each gets."""
        self.asked = self.playout.acting()
        self.legal: dict[int, Action] = {}
        self.infos = {agent: {"action_mask": self._mask()} for agent in self.agents}
        if self.asked is None:
            self.rewards = self._results()
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[self.asked]
        offer = self.playout.state.offers[self.asked]
        self.legal = self.numbers.numbered(self.playout.offered(self.asked), offer)
        self.infos[self.agent_selection] = {"action_mask": self._mask()}

    def _mask(self) -> NDArray[np.int8]:
        mask = np.zeros(len(self.numbers), dtype=np.int8)
        mask[list(self.legal)] = 1
        return mask

    def _results(self) -> dict[str, float]:
        sheet = self.rules.score(self.playout.state)
        totals = [sheet.total(seat) for seat in range(len(self.agents))]
        if self.reward == "margin":
            return {a: MARGIN * _margin(totals, seat) for a, seat in self.seat_of.items()}
        return {a: 1.0 if seat in sheet.winners else -1.0 for a, seat in self.seat_of.items()}


def _margin(totals: list[int], seat: int) -> int:
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
