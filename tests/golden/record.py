"""`python -m tests.golden.record`: writes the recorded games anew.

Only for a new game or a new version of one: a recording that no longer replays is a broken promise.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from rules import replay, ruleset
from rules.notation import write_action
from tests.golden.players import Player, hoarder, planner, spender
from tests.golden.script import Header, outcome

GAMES = Path(__file__).parent / "games"

# file -> seats, seed, options, players (the last one sits on all seats that are left). A game that is not
# here is recorded as its file is called: vienna-3 has three planners.
RECORDINGS: dict[str, tuple[int, int, dict[str, str], tuple[Player, ...]]] = {
    "amsterdam-2": (2, 11, {}, (planner,)),
    "amsterdam-3": (3, 12, {}, (planner,)),
    "amsterdam-4": (4, 13, {"first": "2"}, (planner,)),
    "berlin-2": (2, 21, {"first": "0"}, (planner,)),
    "berlin-3": (3, 22, {}, (planner,)),
    "berlin-4": (4, 23, {}, (planner,)),
    "berlin-2-hoarding": (2, 24, {}, (spender, hoarder)),
    "london-2": (2, 31, {}, (planner,)),
    "london-3": (3, 32, {}, (planner,)),
    "london-4": (4, 33, {}, (planner,)),
    "london-3-hoarding": (3, 34, {}, (spender, hoarder)),
    "world-2": (2, 41, {}, (planner,)),
    "world-3": (3, 42, {}, (planner,)),
    "world-4": (4, 43, {"fleet": "beginners"}, (planner,)),
    "world-5": (5, 44, {}, (planner,)),
}


def recorded(header: Header, players: tuple[Player, ...]) -> Iterator[str]:
    yield str(header)
    rng, game = random.Random(header.seed), header.game
    events = list(header.start())
    state = replay(events)
    while state.to_act:
        seat = rng.choice(state.to_act)
        action = players[min(seat, len(players) - 1)](game, state, seat, rng)
        yield write_action(action)
        new, state = game.step(state, action, header.chance)
        events += new
    yield from outcome(game, [*events, *game.settle(state)])


def main(names: list[str]) -> None:
    for name in names or RECORDINGS:
        game, number = name.split("-")[:2]
        seats, seed, options, players = RECORDINGS.get(name, (int(number), int(number), {}, (planner,)))
        header = Header(ruleset(game).name, seats, seed, options)
        (GAMES / f"{name}.txt").write_text("\n".join(recorded(header, players)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
