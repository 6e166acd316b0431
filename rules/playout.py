"""A game played on in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.actions import Action
from rules.agenda import Events
from rules.chance import Chance
from rules.position import Position
from rules.state import State

if TYPE_CHECKING:
    from rules.ruleset import Ruleset


class Playout(Position):
    """For a caller that keeps no old states: it has a state of its own, which changes with every action."""

    __slots__ = ("chance",)

    def __init__(self, ruleset: Ruleset, state: State, chance: Chance) -> None:
        super().__init__(ruleset, state.copy())
        self.chance = chance

    def acting(self) -> int | None:
        """The seat to act, the first of them in set-up; None when play is over."""
        if self.state.phase == "play":
            return self.state.turn
        return next(iter(self.state.to_act), None)

    def follow(self, action: Action) -> Events:
        """What follows from an action that was just offered: it is not checked again."""
        state = self.state
        play = self.agenda.play_in[state.phase][type(action)]
        events = play.events(self, action, self.chance)
        for event in events:
            event.fold(state)
        return events + self.keep_up()

    def keep_up(self) -> Events:
        """What the table does by itself: the first upkeep that speaks wins, until all are quiet."""
        state, chance, upkeep_in = self.state, self.chance, self.agenda.upkeep_in
        events: Events = ()
        while True:
            for speak in upkeep_in[state.phase]:
                if new := speak(self, chance):
                    for event in new:
                        event.fold(state)
                    events += new
                    break
            else:
                return events
