"""`python -m bots`: the bots, an arena for them, or one that plays on a server."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bots.arena.match import Outcome
from bots.arena.report import as_json, as_table
from bots.arena.statistics import figures
from bots.arena.tournament import RUNNERS, Runner, pairings, tournament
from bots.errors import Trouble
from bots.registry import BOTS, DESCRIPTIONS
from bots.runner import command as outside
from bots.specs import made
from rules import Refusal, Ruleset, ruleset

OPPONENT: Final = "greedy"  # of a bot that is named alone
BOT_HELP: Final = f"a name (search:seconds=0.1), or MODULE:CLASS from this folder; one alone meets {OPPONENT}"


def parser(runners: Mapping[str, Runner]) -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m bots", description=__doc__)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("list", help="the bots, a sentence each")
    arena = commands.add_parser("arena", help="bots against each other, each deal from every seat")
    arena.add_argument("bots", nargs="+", metavar="BOT", help=BOT_HELP)
    arena.add_argument("--ruleset", default="london", metavar="GAME")
    arena.add_argument("--games", type=int, default=100)
    arena.add_argument("--seed", default="arena", help="the same seed deals the same cards")
    arena.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    arena.add_argument(
        "--on", choices=runners, default=next(iter(runners)), help="where the games are played"
    )
    if "celery" in runners:
        arena.add_argument(
            "--celery", dest="on", action="store_const", const="celery", help="the same as --on celery"
        )
    outside.add_words(commands.add_parser("run", help="play all games of an account on a server"))
    return top


def run_arena(args: argparse.Namespace, runner: Runner, console: Console) -> None:
    if len(args.bots) == 1:
        args.bots.append(OPPONENT)
    game = check(args)
    games = pairings(args.bots, game.name, args.games, args.seed)
    with progress(console) as bar:
        task = bar.add_task(" : ".join(args.bots), total=len(games))
        outcomes: Sequence[Outcome] = tournament(games, runner, lambda: bar.advance(task))
    entrants = figures(args.bots, outcomes)
    console.print(as_table(game.name, entrants))
    if args.json:
        args.json.write_text(json.dumps(as_json(game.name, args.seed, entrants), indent=2) + "\n")


def progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
    )


def check(args: argparse.Namespace) -> Ruleset:
    """Find out before the first game what would stop it."""
    try:
        game = ruleset(args.ruleset)
        game.agreed({}, len(args.bots))
        for bot in args.bots:
            made(bot)
    except KeyError as unknown:
        raise Trouble(f"There is no game {unknown}. `python -m rules list` lists them.") from None
    except Refusal as reason:
        raise Trouble(str(reason)) from None
    if args.games < 1:
        raise Trouble("An arena needs at least one game.")
    if args.json and not args.json.absolute().parent.is_dir():
        raise Trouble(f"There is no folder for {args.json}.")
    return game


def main(argv: list[str] | None = None, runners: Mapping[str, Runner] = RUNNERS) -> int:
    """A caller with more machines passes a runner of its own: pairings go out, outcomes come back."""
    args = parser(runners).parse_args(argv)
    try:
        if args.command == "arena":
            run_arena(args, runners[args.on], Console())
        elif args.command == "run":
            outside.run(args)
        else:
            for name in BOTS:
                print(f"{name:<10} {DESCRIPTIONS[name]}")
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return trouble.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
