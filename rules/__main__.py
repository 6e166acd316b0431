"""`python -m rules`: the games, a board, or a random game, for people; and tools for authors of boards."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rules.catalogue import BOARDS, PACKAGE, catalogue, faults, game_folders, load, ruleset
from rules.chance import KeyedChance
from rules.notation import write_action
from rules.pictures import draw_board, lay_out
from rules.refusals import Refusal
from rules.ruleset import Ruleset, apply
from rules.scoring import ScoreSheet
from rules.state import State
from rules.workshop.inspection import inspect
from rules.workshop.template import NotWritten, write_template


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


class Unfit(Exception):
    """The inspection has found errors, which are printed."""


def new(name: str, boards: Path | None) -> Iterator[str]:
    root = boards or _own_root()
    folder = write_template(root, name)
    named = f" --boards {root}" if boards else ""
    yield f"{folder} can be played: python -m rules play {name}{named}"
    if boards:
        yield f"To have it everywhere, set {BOARDS}={root.absolute()}"


def _own_root() -> Path:
    """The first folder named, or that of a checkout; an installed package is no place to work in."""
    if named := os.environ.get(BOARDS):
        return Path(named.split(os.pathsep)[0])
    if (PACKAGE.parents[1] / "pyproject.toml").is_file():
        return PACKAGE
    raise NotWritten(f"Where to? Name a folder: --boards FOLDER, or the variable {BOARDS}.")


def check(name: str | None) -> Iterator[str]:
    folders = [folder for folder in game_folders() if name in (None, folder.name)]
    if not folders:
        raise KeyError(name)
    errors = 0
    for folder in folders:
        problems = inspect(folder)
        for problem in problems:
            yield f"{'warning' if problem.is_doubt else 'error':<7}  {problem}"
        doubts = sum(problem.is_doubt for problem in problems)
        errors += len(problems) - doubts
        yield f"{folder.name}: {_count(len(problems) - doubts, 'error')}, {_count(doubts, 'warning')}"
    if errors:
        raise Unfit


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def picture(game: Ruleset) -> Iterator[str]:
    yield draw_board(game.board, lay_out(game.board)).decode()


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    def command(
        name: str, said: str, run: Callable[[argparse.Namespace], Iterator[str]]
    ) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=said)
        found.add_argument("--boards", type=Path, metavar="FOLDER", help=f"a folder of games, as in {BOARDS}")
        found.set_defaults(run=run)
        return found

    command("list", "the games", lambda _: games())
    show = command("board", "what is on a board", lambda args: board(ruleset(args.game)))
    show.add_argument("game")
    once = command(
        "play",
        "a random game in notation, with its score sheet",
        lambda args: play(ruleset(args.game), args.seats, args.seed),
    )
    once.add_argument("game")
    once.add_argument("--seats", type=int, default=2)
    once.add_argument("--seed", type=int, default=1)
    draw = command("picture", "a board as SVG", lambda args: picture(ruleset(args.game)))
    draw.add_argument("game")
    begin = command(
        "new", "write a board that can be played, to be changed", lambda args: new(args.game, args.boards)
    )
    begin.add_argument("game")
    look = command(
        "check", "all that is wrong or doubtful about a board, or all boards", lambda args: check(args.game)
    )
    look.add_argument("game", nargs="?")
    return top


def run(args: argparse.Namespace) -> Iterator[str]:
    if args.command is None:
        return games()
    if args.boards:
        os.environ[BOARDS] = os.pathsep.join(filter(None, (str(args.boards), os.environ.get(BOARDS))))
        load.cache_clear()
    found: Iterator[str] = args.run(args)
    return found


def complain(args: argparse.Namespace) -> None:
    """About folders that are no games; `check` says it all itself."""
    if args.command not in ("new", "check"):
        for folder, problems in faults().items():
            print(f"{folder} is left out: {problems[0]}", file=sys.stderr)


def main(argv: list[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        for line in run(args):
            print(line)
        sys.stdout.flush()
        complain(args)
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # and nothing is left to flush
    except KeyError as unknown:
        complain(args)
        print(f"There is no game {unknown}. `python -m rules list` lists them.", file=sys.stderr)
        return 2
    except (Refusal, NotWritten) as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except Unfit:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
