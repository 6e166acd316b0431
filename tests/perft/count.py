"""Counts every sequence of actions from a position, whoever's they are.

`python -m tests.perft.count FILE DEPTH` counts anew, by the first action: two programs that disagree
find out where.
"""

import sys
from pathlib import Path

from rules import KeyedChance, Ruleset, State, replay
from rules.notation import parse_action, write_action
from tests.golden.script import Header, is_action


def count(game: Ruleset, state: State, chance: KeyedChance, depth: int) -> int:
    """Sequences of so many actions; a game that is over before counts none."""
    offers = [game.legal_actions(state, seat) for seat in state.to_act]
    if depth == 1:
        return sum(legal.count() for legal in offers)
    after = (game.step(state, action, chance)[1] for legal in offers for action in legal)
    return sum(count(game, state, chance, depth - 1) for state in after)


def start_of(text: str) -> tuple[Header, State]:
    """The position a file leads to: its table, and the actions played before the counting."""
    first, *lines = text.splitlines()
    header = Header.parse(first)
    state = replay(header.start())
    for line in filter(is_action, lines):
        state = header.game.step(state, parse_action(line), header.chance)[1]
    return header, state


def expected(text: str) -> dict[int, int]:
    """`perft 2: 57` says that there are 57 ways to do two actions."""
    lines = (line.removeprefix("perft ") for line in text.splitlines() if line.startswith("perft "))
    return {int(depth): int(ways) for depth, ways in (line.split(": ") for line in lines)}


def main(path: str, depth: str) -> None:
    header, state = start_of(Path(path).read_text(encoding="utf-8"))
    for seat in state.to_act:
        for action in header.game.legal_actions(state, seat):
            _, after = header.game.step(state, action, header.chance)
            ways = count(header.game, after, header.chance, int(depth) - 1) if int(depth) > 1 else 1
            sys.stdout.write(f"{write_action(action)}: {ways}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
