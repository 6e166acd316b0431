"""What people do beside their moves concerns one node at a time: that of the game, or of a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.projector import game_project
from tests.support.callers import Caller, Table, chosen, drawing, opened
from tests.support.shards import check_few_shards, check_one_shard, statements, tasks

CLOCK = {"per_action": 86_400, "vacation_days": 5}
HELLO = {"text": "hello"}

Step = tuple[str, Callable[[Caller, Caller, Table], Any], tuple[str, ...]]

# One after the other, at one table in progress.
AT_THE_TABLE: list[Step] = [
    (
        "write a message",
        lambda ada, _, t: ada.post(f"{t}/messages", HELLO),
        ("games_message", "games_notice"),
    ),
    ("read the board", lambda _, bob, t: bob.get(f"{t}/messages"), ("games_message", "games_block")),
    ("report one", lambda _, bob, t: bob.post(f"{t}/messages/1/report", {"reason": "x"}), ("games_report",)),
    ("delete one", lambda ada, _, t: ada.delete(f"{t}/messages/1"), ("games_message",)),
    ("write a note", lambda ada, _, t: ada.put(f"{t}/note", HELLO), ("games_note",)),
    ("read a note", lambda ada, _, t: ada.get(f"{t}/note"), ("games_note",)),
    ("propose a pause", lambda ada, _, t: ada.post(f"{t}/pause", {"days": 1}), ("games_event",)),
    ("agree to it", lambda _, bob, t: bob.post(f"{t}/pause/consent"), ("games_event",)),
    ("end it", lambda ada, _, t: ada.delete(f"{t}/pause"), ("games_event",)),
    ("give time", lambda _, bob, t: bob.post(f"{t}/time", {"seat": 0, "seconds": 3600}), ("games_event",)),
    ("begin a vacation", lambda ada, _, t: ada.post(f"{t}/vacation", {"days": 1}), ("games_event",)),
    ("end a vacation", lambda ada, _, t: ada.delete(f"{t}/vacation"), ("games_event",)),
    ("resign", lambda _, bob, t: bob.post(f"{t}/resign"), ("games_event",)),
    ("look at the board", lambda ada, _, t: ada.get(f"{t}/board.svg"), ("games_game",)),
    ("read the receipt", lambda ada, _, t: ada.get(f"{t}/receipt"), ("games_game",)),
]

# The same at a table that is still open, to which cleo is invited.
BEFORE_THE_START: list[Step] = [
    (
        "invite",
        lambda ada, cleo, t: ada.put(f"{t}/invitations/{cleo.name}", {"hold": True}),
        ("games_notice",),
    ),
    ("read whom", lambda ada, _, t: ada.get(f"{t}/invitations"), ("games_invitation",)),
    ("look at the table", lambda _, cleo, t: cleo.get(t), ("games_invitation",)),
    ("withdraw it", lambda ada, cleo, t: ada.delete(f"{t}/invitations/{cleo.name}"), ("games_invitation",)),
    ("invite again", lambda ada, cleo, t: ada.put(f"{t}/invitations/{cleo.name}", {}), ("games_invitation",)),
    ("accept it", lambda _, cleo, t: cleo.post(f"{t}/seats"), ("games_invitation", "games_block")),
    ("leave", lambda _, cleo, t: cleo.delete(f"{t}/seats/me"), ("games_seat",)),
    ("renew the code", lambda ada, _, t: ada.post(f"{t}/invite"), ("games_game",)),
]

# Of one's own list, with one other person.
AMONG_PEOPLE: list[Step] = [
    (
        "ask a friend",
        lambda ada, bob, _: ada.put(f"/me/friends/{bob.name}"),
        ("games_friend", "games_notice"),
    ),
    ("accept", lambda ada, bob, _: bob.put(f"/me/friends/{ada.name}"), ("games_friend",)),
    ("list them", lambda ada, _, __: ada.get("/me/friends"), ("games_friend",)),
    ("block", lambda ada, bob, _: ada.put(f"/me/blocks/{bob.name}"), ("games_block",)),
    ("list the blocked", lambda ada, _, __: ada.get("/me/blocks"), ("games_block",)),
    ("be notified", lambda _, bob, __: bob.get("/me/notices"), ("games_notice",)),
    ("choose", lambda ada, _, __: ada.get("/me/notifications"), ("games_notificationchoice",)),
]


def check_all(steps: list[Step], one: Caller, other: Caller, path: Table) -> None:
    for name, ask, tables in steps:
        with statements() as found:
            answer = ask(one, other, path)
        assert answer.status_code < 300, (name, answer.content)
        check_one_shard([each for each in found if not is_quota(each)], *tables)


def is_quota(statement: str) -> bool:
    """What one player has sent to all tables, which may be on all nodes, is counted."""
    return "count(*)" in statement.lower() and "inviter_id" in statement


def test_what_players_do_at_a_table_in_progress_asks_one_shard_at_a_time(people):
    ada, bob, _ = people
    path = chosen(ada, bob, clock=CLOCK)

    check_all(AT_THE_TABLE, ada, bob, path)


def test_invitations_ask_one_shard_at_a_time_but_for_the_quota_of_the_host(people):
    ada, _, cleo = people
    path = opened(ada, seats=3, visibility="private")

    check_all(BEFORE_THE_START, ada, cleo, path)


def test_friends_blocks_and_notices_ask_one_shard_at_a_time(people):
    ada, bob, _ = people

    check_all(AMONG_PEOPLE, ada, bob, Table("/games/none"))


def test_the_invitations_of_a_player_are_found_on_all_nodes(people):
    ada, bob, _ = people
    tables = [opened(ada, visibility="private") for _ in range(4)]
    for path in tables:
        assert ada.put(f"{path}/invitations/bob", {}).status_code == 201

    with statements() as found:
        listed = bob.seen("/me/invitations")["items"]

    assert {each["game"] for each in listed} == {str(path.id) for path in tables}
    assert max(map(tasks, found)) > 1


def test_the_notifier_asks_the_shard_of_the_game_and_those_of_its_people(people, settings):
    """Also for webhooks, whether they are for all games or for this one, of a player or of a spectator."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "all"
    ada, bob, cleo = people
    path = chosen(ada, bob)
    for person, which in ((ada, {}), (cleo, {"game": str(path.id)})):
        person.done("/webhooks", {"url": "http://127.0.0.1:9009/", "kinds": ["game.event"], **which})
    game_project(path.id)
    assert drawing(ada, path).status_code == 201

    with statements() as found:
        game_project(path.id)

    assert any("games_delivery" in each for each in found)
    check_few_shards(found, len(people))
