"""`python -m rules`: the games, a board, or a random game, for people."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator

from rules.catalogue import catalogue, ruleset
from rules.chance import KeyedChance
from rules.notation import write_action
from rules.refusals import Refusal
from rules.ruleset import Ruleset, apply
from rules.scoring import ScoreSheet
from rules.state import State


def games() -> Iterator[str]:
    for game in catalogue():
        board = game.board
        yield (
            f"{game.name:<14} {game.title:<10} {game.seats[0]}-{game.seats[-1]} players, "
            f"{len(board.places)} places, {len(board.routes)} routes, "
            f"{len(board.tickets)} tickets; board {board.confidence}"
        )


def board(game: Ruleset) -> Iterator[str]:
    board = game.board
    yield f"{game.title} ({game.name}), {game.seats[0]} to {game.seats[-1]} players"
    yield "pieces   " + ", ".join(f"{p.count} {p.id}" for p in board.pieces.values())
    for kind in board.kinds.values():
        table = ", ".join(f"{length}: {points}" for length, points in kind.points.items())
        yield f"points   {kind.id} {table} ({kind.confidence})"
    for pile, faces in board.piles.items():
        yield f"pile     {pile}: " + ", ".join(f"{n} {face}" for face, n in faces.items())
    for part, counts in board.provenance.items():
        yield f"sure?    {part}: " + ", ".join(f"{n} {sure}" for sure, n in counts.items())
    for route in board.routes.values():
        double = " double" if route.id in board.twins else ""
        yield f"route    {route.id:<48} {route.kind} {route.length} {route.color}{double}"
    for ticket in board.tickets.values():
        yield f"ticket   {ticket.id:<8} {ticket.points:>3} {' - '.join(ticket.places)}"


def play(game: Ruleset, seats: int, seed: int) -> Iterator[str]:
    """A game of players who do anything they may, in notation, with its score sheet."""
    chance, whim = KeyedChance.from_seed(seed), random.Random(seed)
    _, playout = game.begin(seats=seats, chance=chance)
    state = playout.state
    yield f"# {game.name}, {seats} seats, seed {seed}"
    while (seat := playout.acting()) is not None:
        action = whim.choice(playout.offered(seat))
        yield write_action(action)
        playout.follow(action)
    sheet = game.score(state)
    for event in game.settle(state):
        state = apply(state, event)
    yield from score_sheet(sheet, state)


def score_sheet(sheet: ScoreSheet, state: State) -> Iterator[str]:
    for seat, lines in enumerate(sheet.lines):
        yield ""
        yield f"seat {seat}{', winner' if seat in state.winners else ''}"
        for line in lines:
            yield f"{line.points:>5}  {line.rule:<8} {line.what}"
        yield f"{sheet.total(seat):>5}  in all"


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("list", help="the games")
    show = commands.add_parser("board", help="what is on a board")
    show.add_argument("game")
    once = commands.add_parser("play", help="a random game in notation, with its score sheet")
    once.add_argument("game")
    once.add_argument("--seats", type=int, default=2)
    once.add_argument("--seed", type=int, default=1)
    return top


def run(args: argparse.Namespace) -> Iterator[str]:
    if args.command == "board":
        return board(ruleset(args.game))
    if args.command == "play":
        return play(ruleset(args.game), args.seats, args.seed)
    return games()


def main(argv: list[str] | None = None) -> int:
    try:
        for line in run(parser().parse_args(argv)):
            print(line)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # and nothing is left to flush
    except KeyError as unknown:
        print(f"There is no game {unknown}. `python -m rules list` lists them.", file=sys.stderr)
        return 2
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
