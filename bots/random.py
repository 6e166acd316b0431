"""Does anything it may."""

from __future__ import annotations

from collections.abc import Sequence

from rules import Action, Chance, View


class RandomBot:
    def choose(self, view: View, options: Sequence[Action], chance: Chance) -> Action:
        first = chance.shuffle("whim", (str(index) for index in range(len(options))))[0]
        return options[int(first)]
