"""`python -m proof conduct FOLDER … GAME …`: how people behaved in games, beside what is usual, as JSON.

Folders are data sets, from which the base rates come; games are exports. `--players ONE OTHER` is about two
players of the data sets instead. The logs are believed: prove them first with `python -m proof verify`.
Exit code 2: a file is neither, or cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from proof.conduct.evidence import Plain, game_evidence, pair_evidence
from proof.conduct.folders import Counted, counted
from proof.conduct.game import Game
from proof.datasets.command import each, processes_from, progress
from proof.datasets.manifest import NotADataset
from proof.exports import NoExport, read_export_file
from proof.fairness.folders import work_of
from proof.printed import command, complain, say


@command
def main(argv: list[str] | None = None) -> int:
    parser = _parser()
    words = parser.parse_args(argv)
    folders = [path for path in words.files if path.is_dir()]
    files = [path for path in words.files if path not in folders]
    if not folders or bool(files) == bool(words.players):
        parser.error("name data sets, and either exports or --players")
    try:
        games = [_game(path) for path in files]
        found = _counted(folders, words.players, words.jobs)
    except (NoExport, NotADataset) as problem:
        return complain(str(problem))
    answers = [game_evidence(game, found.bases) for game in games] or _of_players(words.players, found)
    for line in json.dumps(answers, indent=1).split("\n"):
        say(line)
    return 0


def _of_players(names: list[str], found: Counted) -> list[Plain]:
    return [
        pair_evidence(names, kind, shared, found.bases[kind]) for kind, shared in sorted(found.shared.items())
    ]


def _game(path: Path) -> Game:
    try:
        return Game(*read_export_file(str(path)))
    except NoExport as problem:
        raise NoExport(f"{path}: {problem}") from None


def _counted(folders: Iterable[Path], players: list[str], jobs: int | None) -> Counted:
    work = [one for folder in folders for one in work_of(folder, players)]
    total = Counted()
    for part in progress(each(counted, work, jobs), [one.games for one in work]):
        total.merge(part)
    return total


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m proof conduct", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a data set, or an export")
    parser.add_argument("--players", nargs=2, default=[], metavar=("ONE", "OTHER"), help="names in data sets")
    parser.add_argument("--jobs", type=processes_from, help="the number of processes, if not all cores")
    return parser


if __name__ == "__main__":
    sys.exit(main())
