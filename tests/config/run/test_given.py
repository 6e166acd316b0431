import pytest

from config.env import Misconfigured
from config.run.given import check_postgres, check_redis


def refusal(check, url: str) -> str:
    with pytest.raises(Misconfigured) as caught:
        check(url)
    return str(caught.value)


def test_servers_that_answer_are_taken(servers):
    check_postgres(servers["DATABASE_URL"])
    check_redis(servers["REDIS_URL"])


@pytest.mark.parametrize(
    "url", ["postgres://me:hunter2@127.0.0.1:1/games", "postgres:///games?host=/nowhere"]
)
def test_a_database_that_does_not_answer_is_told_in_one_line_without_its_password(url):
    sentence = refusal(check_postgres, url)

    assert sentence.startswith("signalbox: DATABASE_URL points to a database that cannot be used: ")
    assert "\n" not in sentence
    assert "hunter2" not in sentence


def test_a_database_url_that_cannot_be_read_is_told_without_its_password():
    sentence = refusal(check_postgres, "postgres://me:hunter2%zz@host/games")

    assert sentence == "signalbox: DATABASE_URL cannot be read by PostgreSQL; expected postgres://host/name."


@pytest.mark.parametrize(
    "url", ["redis://:hunter2@127.0.0.1:1/0", "unix:///nowhere/redis.sock", "redis://h/?db=x"]
)
def test_a_redis_that_does_not_answer_is_told_in_one_line_without_its_password(url):
    sentence = refusal(check_redis, url)

    assert sentence.startswith("signalbox: REDIS_URL points to a Redis that cannot be used: ")
    assert "\n" not in sentence
    assert "hunter2" not in sentence
