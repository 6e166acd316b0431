"""Does anything it may."""

from __future__ import annotations

from collections.abc import Iterable

from rules import Action, Chance, View


class RandomBot:
    def choose(self, view: View, options: Iterable[Action], chance: Chance) -> Action:
        offered = list(options)
        first = chance.shuffle("whim", (str(index) for index in range(len(offered))))[0]
        return offered[int(first)]
