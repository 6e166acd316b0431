"""The settings as a deployment meets them: in a process of their own, with a given environment."""

import os
import subprocess
import sys

import pytest

from tests.support.checkout import CHECKOUT

PRODUCTION = {
    "SECRET_KEY": "9f3kd8sQ0zLw7Vx2Nb5Mc1Yt6Rg4Hj-Pa_Ue3Io8Kl2Zx7Cv5Bn",
    "SIGNING_KEY": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "SEALING_KEY": "TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs",
    "ALLOWED_HOSTS": "signalbox.example",
    "DATABASE_URL": "postgres://signalbox_app@db/signalbox",
    "DATABASE_OWNER_URL": "postgres://signalbox@db/signalbox",
    "REDIS_URL": "redis://redis:6379/0",
}


def manage(*words: str, **changes: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.defpath, **PRODUCTION, **changes}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=CHECKOUT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_production_environment_passes_djangos_deployment_check_without_a_warning():
    done = manage("check", "--deploy", "--fail-level", "WARNING")

    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout


COOKIES = """
from django.conf import settings
from django.test import Client
answer = Client().get("/account/sign-in", secure=True, headers={"Host": "signalbox.example"})
print(answer.cookies.output())
print(settings.SESSION_COOKIE_NAME, settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_PATH)
print(settings.SESSION_COOKIE_DOMAIN, settings.SESSION_COOKIE_HTTPONLY, settings.SESSION_COOKIE_SAMESITE)
"""


def test_cookies_have_the_prefix_that_binds_them_to_this_host_and_all_that_it_requires():
    """A browser drops a `__Host-` cookie that is not secure, has a domain, or another path than `/`."""
    done = manage("shell", "--no-imports", "-c", COOKIES, REDIS_URL="redis://127.0.0.1:1/0")

    csrf, *session = done.stdout.splitlines()
    name, *attributes = csrf.removeprefix("Set-Cookie: ").split("; ")
    assert name.startswith("__Host-csrf="), done.stderr
    assert {"HttpOnly", "Secure", "Path=/", "SameSite=Lax"} <= set(attributes)
    assert not [attribute for attribute in attributes if attribute.startswith("Domain")]
    assert session == ["__Host-session True /", "None True Lax"]


def test_one_role_for_the_application_and_the_migrations_is_warned_of():
    done = manage("check", "--deploy", "--fail-level", "WARNING", DATABASE_OWNER_URL="")

    assert done.returncode == 1
    assert "DATABASE_OWNER_URL is not set" in done.stderr


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("SECRET_KEY", "", "SECRET_KEY is not set; expected a secret of at least 50 characters."),
        ("SIGNING_KEY", "", "SIGNING_KEY is not set; expected 32 random bytes in base64url."),
        ("SIGNING_KEY", "c2hvcnQ", "SIGNING_KEY has 5 bytes; expected 32 random bytes in base64url."),
        ("SIGNING_KEY", "not!base64", "SIGNING_KEY is not base64url; expected 32 random bytes in base64url."),
        (
            "SIGNING_KEYS_RETIRED",
            "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
            "SIGNING_KEYS_RETIRED cannot be read; expected KEY/2026-01-31T18:00:00Z, separated by commas",
        ),
        (
            "WITNESSES",
            "w.example+1234abcd+BAAA https://w.example",
            "WITNESSES cannot be read; expected at most 16 of `name+id+key https://witness.example`",
        ),
        ("SEALING_KEY", "", "SEALING_KEY is not set; expected 32 random bytes in base64url."),
        (
            "SEALING_KEYS_OLD",
            "c2hvcnQ",
            "SEALING_KEYS_OLD cannot be read; expected keys of 32 bytes in base64url, separated by commas.",
        ),
        ("ALLOWED_HOSTS", "", "ALLOWED_HOSTS is not set; expected the host names this server answers to"),
        ("DATABASE_URL", "", "DATABASE_URL is not set; expected a URL that starts with postgres://"),
        (
            "DATABASE_OWNER_URL",
            "postgres://signalbox@db/other",
            "DATABASE_OWNER_URL names another database than DATABASE_URL; expected the same.",
        ),
        (
            "DATABASE_OWNER_URL",
            "postgres://signalbox_app@db/signalbox",
            "DATABASE_OWNER_URL names the same role as DATABASE_URL; expected the owner of the tables",
        ),
        (
            "REDIS_URL",
            "amqp://host",
            "REDIS_URL has the scheme 'amqp'; expected a URL that starts with redis://",
        ),
        (
            "WEBHOOKS_TO_PRIVATE_ADDRESSES",
            "true",
            "WEBHOOKS_TO_PRIVATE_ADDRESSES is 'true'; expected one of none, loopback, all.",
        ),
        ("BEHIND_PROXY", "perhaps", "BEHIND_PROXY is 'perhaps'; expected true or false."),
        ("STREAMS_STALL", "0", "STREAMS_STALL is '0'; expected a duration of at least 1s."),
        (
            "STREAMS_URL",
            "ftp://host",
            "STREAMS_URL has the scheme 'ftp'; expected a URL that starts with http://",
        ),
        (
            "STREAMS_URL",
            "https://host/streams",
            "STREAMS_URL is 'https://host/streams'; expected an address such as https://streams.example.org.",
        ),
        ("HSTS", "long", "HSTS is 'long'; expected a duration such as"),
        ("RATE_LIMIT_PLAYER", "0", "RATE_LIMIT_PLAYER is '0'; expected a whole number from 1 to 1000000."),
        ("DATABASE_POOL_SIZE", "-3", "DATABASE_POOL_SIZE is '-3'; expected a whole number from 0 to 100."),
    ],
)
def test_a_wrong_value_ends_manage_py_with_one_sentence(variable, value, sentence):
    done = manage("check", **{variable: value})

    assert done.returncode != 0
    assert done.stderr.startswith(f"signalbox: {sentence}")
    assert done.stderr.count("\n") == 1


def test_a_wrong_value_ends_the_celery_worker_with_one_sentence_too():
    done = subprocess.run(
        [sys.executable, "-m", "celery", "-A", "config.celery", "worker"],
        cwd=CHECKOUT,
        env={"PATH": os.defpath, **PRODUCTION, "SECRET_KEY": "short"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode != 0
    assert "SECRET_KEY has 5 characters" in done.stderr
    assert "Traceback" not in done.stderr
