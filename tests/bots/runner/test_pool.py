from collections import Counter
from threading import Event, Lock

from bots.runner.pool import Pool

SECONDS = 20  # much more than it takes


def test_a_game_that_takes_long_does_not_keep_the_others():
    release, played = Event(), Counter[str]()
    others = Event()

    def work(game: str) -> None:
        if game == "slow":
            release.wait(SECONDS)
        played[game] += 1
        if played.total() == 5:
            others.set()

    pool = Pool(work, 2)
    for game in ("slow", "a", "b", "c", "d", "e"):
        pool.want(game)

    assert others.wait(SECONDS)
    assert played == Counter("abcde")
    release.set()
    pool.close(SECONDS)
    assert played["slow"] == 1


def test_no_two_are_at_one_game_and_whoever_is_wanted_meanwhile_is_looked_at_again():
    begun, release, twice, lock = Event(), Event(), Event(), Lock()
    visits: list[str] = []

    def work(game: str) -> None:
        assert lock.acquire(blocking=False), "somebody is at it"
        visits.append(game)
        begun.set()
        release.wait(SECONDS)
        lock.release()
        if len(visits) == 2:
            twice.set()

    pool = Pool(work, 3)
    pool.want("game")
    assert begun.wait(SECONDS)
    for _ in range(4):
        pool.want("game")
    release.set()

    assert twice.wait(SECONDS)
    pool.close(SECONDS)
    assert visits == ["game", "game"]


def test_closing_does_not_wait_for_ever():
    begun, never = Event(), Event()

    def work(_: str) -> None:
        begun.set()
        never.wait()

    pool = Pool(work, 1)
    pool.want("game")
    assert begun.wait(SECONDS)

    pool.close(0.01)
    never.set()
