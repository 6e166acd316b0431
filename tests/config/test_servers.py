from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from psycopg_pool import ConnectionPool, PoolTimeout

from config.env import Misconfigured
from config.servers import celery_broker, django_database, django_mail, pool_options


def test_a_database_url_is_taken_apart_and_its_escapes_undone():
    database = django_database(
        urlsplit("postgres://a%40b:p%2Fw@db.example:5433/games?sslmode=require"), pool_size=0
    )

    assert (database["USER"], database["PASSWORD"]) == ("a@b", "p/w")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "5433", "games")
    assert database["OPTIONS"]["sslmode"] == "require"


def test_a_database_behind_a_socket_is_named_by_its_folder():
    database = django_database(urlsplit("postgres://me@/games?host=%2Fa%20folder"), pool_size=0)

    assert database["HOST"] == "/a folder"
    assert "host" not in database["OPTIONS"]


def test_a_pool_is_made_only_when_it_has_a_size():
    url = urlsplit("postgres://host/games")

    assert "pool" not in django_database(url, pool_size=0)["OPTIONS"]
    assert django_database(url, pool_size=4)["OPTIONS"]["pool"]["max_size"] == 4


def test_statements_are_prepared_unless_a_pooler_cannot_have_it():
    url = urlsplit("postgres://host/games")

    assert django_database(url, pool_size=0)["OPTIONS"]["server_side_binding"] is True
    assert django_database(url, pool_size=0, prepared=False)["OPTIONS"] == {}


def test_a_database_url_without_a_name_is_refused():
    with pytest.raises(Misconfigured, match="DATABASE_URL does not name a database"):
        django_database(urlsplit("postgres://host/"), pool_size=0)


def test_celery_hears_of_a_socket_in_its_own_words():
    assert (
        celery_broker(urlsplit("unix:///run/redis.sock?db=3"))
        == "redis+socket:///run/redis.sock?virtual_host=3"
    )


def test_celery_hears_of_a_redis_on_the_network_as_it_is():
    assert celery_broker(urlsplit("redis://:secret@host:6379/1")) == "redis://:secret@host:6379/1"


def test_a_pool_finds_a_database_that_was_away_for_a_while(servers, tmp_path):
    """Its sockets are where nothing is at first."""
    url = urlsplit(servers["DATABASE_URL"])
    sockets = dict(parse_qsl(url.query)).get("host")
    if not sockets:
        pytest.skip("PostgreSQL is not on a unix socket here")
    moved = url._replace(query=urlencode({"host": str(tmp_path / "s")})).geturl()
    with ConnectionPool(moved, **pool_options(1)["pool"]) as pool:
        for _ in range(4):
            with pytest.raises(PoolTimeout):
                pool.getconn(timeout=2)

        (tmp_path / "s").symlink_to(sockets)

        pool.putconn(pool.getconn())


@pytest.mark.parametrize(
    ("url", "port", "ssl", "tls"),
    [
        ("smtps://ada:p%40ss@mail.example.org", 465, True, False),
        ("smtp://ada:p%40ss@mail.example.org", 587, False, True),
        ("smtp://ada:p%40ss@mail.example.org:25?tls=off", 25, False, False),
    ],
)
def test_mail_goes_to_the_server_of_its_url(url, port, ssl, tls):
    found = django_mail(urlsplit(url))

    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example.org", port)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("ada", "p@ss")
    assert (found["EMAIL_USE_SSL"], found["EMAIL_USE_TLS"]) == (ssl, tls)


def test_mail_is_printed_if_that_is_the_wish():
    assert django_mail(None) == {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}


def test_mail_without_a_host_is_a_mistake():
    with pytest.raises(Misconfigured, match="EMAIL_URL names no host"):
        django_mail(urlsplit("smtp:///nowhere"))
