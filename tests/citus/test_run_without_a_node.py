"""A whole run while a node is away: workers, notifier and web servers go on with what is on other nodes."""

from __future__ import annotations

import psycopg

from tests.e2e.bot_tables import FINISH_SECONDS, Host, all_finish, check_whole, look
from tests.e2e.runs import Run, running
from tests.support import citus
from tests.support.processes import eventually
from tests.support.shards import NODE

SLOWLY = {"bot_delay": 100}  # milliseconds for each action, so that no game ends before a node does


def homes_of(run: Run, games: list[str]) -> dict[str, tuple[str, int]]:
    with psycopg.connect(run.database) as connection:
        found = {
            game: connection.execute(NODE, ["games_game", "games_game", game]).fetchone() for game in games
        }
    return {game: home for game, home in found.items() if home}


def on_all_nodes(run: Run, host: Host) -> dict[str, tuple[str, int]]:
    """Games of bots, at least one on each node."""
    games: list[str] = []
    while len(set(homes_of(run, games).values())) < len(citus.worker_nodes(citus.coordinator())):
        games += host.tables(2, "random", "random", **SLOWLY)
        assert len(games) < 50
    return homes_of(run, games)


def is_played(run: Run, game: str) -> bool:
    """To the last turn. The rating of a bot may be on the node that is away, and the scores wait for it."""
    table = look(run, game)
    return bool(table and table["status"] in ("scoring", "finished"))


def test_bots_play_the_games_of_other_nodes_and_when_it_is_back_all(tmp_path):
    with running(tmp_path / "data", WEB_PROCESSES="1", TASK_PROCESSES="2") as run:
        homes = on_all_nodes(run, Host(run, "hannah"))
        away = next(iter(homes.values()))
        gone = [game for game, home in homes.items() if home == away]

        with citus.killed(citus.at(citus.coordinator(), *away)):
            eventually(
                lambda: all(is_played(run, game) for game in homes if game not in gone),
                seconds=FINISH_SECONDS,
                what="the last turn of every game on the other nodes",
            )
            for game in gone:
                status, problem = run.get(f"/api/v1/games/{game}")
                assert (status, problem["code"]) == (503, "unavailable")
                assert problem["detail"].startswith("The node of the database that has the rows")
            assert run.is_ready()

        all_finish(run, list(homes))
        for game in homes:
            check_whole(run, game, run.database)
