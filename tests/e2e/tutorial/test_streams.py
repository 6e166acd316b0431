"""The listener on the page of streams, while the servers it listens to are killed."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from tests.e2e.bot_tables import Host, look
from tests.e2e.runs import kill_database
from tests.support.pages import program
from tests.support.processes import eventually


def listener() -> Callable[..., Iterator[Any]]:
    client: dict[str, Any] = {"__name__": "listen"}
    exec(program("docs/streams.md", "listen.py"), client)  # noqa: S102 – it is our page's
    messages: Callable[..., Iterator[Any]] = client["messages"]
    return messages


def test_the_listener_on_the_page_hears_a_whole_game_although_its_servers_are_killed(run):
    messages = listener()
    game = Host(run, "the-listened-to").table("random", "random", bot_delay=5)
    heard = messages(f"http://127.0.0.1:{run.port}" + look(run, game)["links"]["stream"])
    told = [next(heard) for _ in range(30)]
    for kill in (lambda: eventually(lambda: run.child("config.streams")).kill(), lambda: kill_database(run)):
        kill()
        told += [next(heard) for _ in range(30)]
    told += heard

    assert (told[0]["event"], told[-1]["data"]) == ("view", {"reason": "game_over"})
    seqs = [message["id"] for message in told if message["event"] == "event"]
    table = eventually(lambda: look(run, game))  # its database was killed; it may learn that only now
    assert seqs == list(range(told[0]["id"] + 1, table["version"] + 1))


def test_the_listener_on_the_page_hears_that_it_is_its_turn_although_whoever_tells_is_killed(run):
    host = Host(run, "listener")
    _, index = run.get("/api/v1")
    heard = listener()(f"http://127.0.0.1:{run.port}" + index["links"]["stream"], host.token)
    standing = next(heard)
    assert (standing["event"], standing["data"]) == ("standing", {"number": 0, "forgotten": 0, "games": []})

    wish = {"ruleset": "london", "seats": 2, "bots": ["random"], "options": {"first": "1"}}
    game = host.post("/games", wish)["id"]
    table = host.post(f"/games/{game}/start", {})
    told = list(islice(heard, 2))
    processes = [eventually(partial(run.child, word)) for word in ("config.streams", "manage notify")]
    for process in processes:
        process.kill()
    offer = table["view"]["seats"][0]["offer"]
    host.post(f"/games/{game}/actions", {"type": "keep_tickets", "tickets": offer})
    told += islice((message for message in heard if message["event"] == "notice"), 1)

    kinds = ["game.started", "game.your_turn", "game.your_turn"]
    assert [(message["id"], message["data"]["kind"]) for message in told] == list(enumerate(kinds, 1))
    assert {message["data"]["game"] for message in told} == {game}
