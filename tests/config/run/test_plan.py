"""What `make run` supplies."""

import pytest

from config.embedded import caddy
from config.env import Env, Misconfigured
from config.run.__main__ import for_manage
from config.run.plan import read_plan, settings_for
from config.run.programs import app_programs, migrate_program


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1", "loopback"),
        ("127.0.0.2", "loopback"),
        ("::1", "loopback"),
        ("localhost", "loopback"),
        ("0.0.0.0", "none"),  # noqa: S104 (nobody listens there)
        ("192.168.1.5", "none"),
        ("::", "none"),
    ],
)
def test_webhooks_lead_to_this_machine_only_while_nobody_else_can_reach_us(tmp_path, host, allowed):
    plan = read_plan(Env({"DATA_DIR": str(tmp_path), "HOST": host}))

    assert settings_for(plan, {}, log_format="json")["WEBHOOKS_TO_PRIVATE_ADDRESSES"] == allowed


@pytest.mark.parametrize(
    "given",
    [{"BEHIND_PROXY": "true"}, {"ALLOWED_HOSTS": "signalbox.example"}],
    ids=lambda given: next(iter(given)),
)
def test_nor_where_another_proxy_or_a_name_lets_others_in(tmp_path, given):
    plan = read_plan(Env({"DATA_DIR": str(tmp_path), **given}))

    assert settings_for(plan, given, log_format="json")["WEBHOOKS_TO_PRIVATE_ADDRESSES"] == "none"


def test_what_is_given_counts_more_than_what_is_supplied(tmp_path):
    plan = read_plan(Env({"DATA_DIR": str(tmp_path)}))
    given = {"WEBHOOKS_TO_PRIVATE_ADDRESSES": "none"}

    assert settings_for(plan, given, log_format="json")["WEBHOOKS_TO_PRIVATE_ADDRESSES"] == "none"


@pytest.mark.parametrize(
    ("given", "port"),
    [({}, 8001), ({"PORT": "9000"}, 9001), ({"PORT": "65535"}, 65534), ({"STREAMS_PORT": "7"}, 7)],
)
def test_streams_have_the_port_beside_that_of_the_web_server_unless_another_is_given(tmp_path, given, port):
    assert read_plan(Env({"DATA_DIR": str(tmp_path)} | given)).streams_port == port


def test_streams_cannot_have_the_port_of_the_web_server(tmp_path):
    with pytest.raises(Misconfigured, match="STREAMS_PORT is '8000'; expected another port than PORT"):
        read_plan(Env({"DATA_DIR": str(tmp_path), "STREAMS_PORT": "8000"}))


def environment(given: dict[str, str]) -> dict[str, str]:
    return settings_for(read_plan(Env(given)), given, log_format="json")


def test_behind_our_proxy_it_alone_says_who_asks_whatever_is_given(tmp_path):
    for given in ({}, {"BEHIND_PROXY": "false"}, {"BEHIND_PROXY": "true"}):
        assert environment({"DATA_DIR": str(tmp_path), **given})["BEHIND_PROXY"] == "true"
    assert "BEHIND_PROXY" not in environment({"DATA_DIR": str(tmp_path), "PROXY": "none"})


def test_streams_are_under_the_same_origin_unless_there_is_no_proxy(tmp_path, monkeypatch):
    assert environment({"DATA_DIR": str(tmp_path)})["STREAMS_URL"] == ""
    assert environment({"DATA_DIR": str(tmp_path), "PROXY": "none"})["STREAMS_URL"] == "http://localhost:8001"
    monkeypatch.setattr(caddy, "binary", lambda: None)
    assert environment({"DATA_DIR": str(tmp_path)})["STREAMS_URL"] == "http://localhost:8001"


@pytest.mark.parametrize(
    ("given", "trusted"),
    [
        ({}, ""),
        ({"BEHIND_PROXY": "true"}, "private_ranges"),
        ({"TRUSTED_PROXIES": "192.0.2.1,192.0.2.2"}, "192.0.2.1 192.0.2.2"),
    ],
)
def test_the_proxy_believes_no_other_unless_told(tmp_path, given, trusted):
    programs = app_programs(read_plan(Env({"DATA_DIR": str(tmp_path), **given})), {})

    assert programs[-1].env["TRUSTED_PROXIES"] == trusted
    assert programs[-1].name == "proxy"


@pytest.mark.parametrize("given", [{}, {"DATABASE_URL": "postgres://app@db/x"}], ids=["embedded", "given"])
def test_no_program_but_the_migration_knows_the_owner_of_the_tables(tmp_path, given):
    given = {**given, "DATABASE_OWNER_URL": "postgres://owner@db/x"} if given else given
    plan = read_plan(Env({"DATA_DIR": str(tmp_path), **given}))
    env = settings_for(plan, given, log_format="json")

    assert "DATABASE_OWNER_URL" in migrate_program(env).env
    assert "DATABASE_OWNER_URL" in for_manage(env)
    assert [one.name for one in app_programs(plan, env) if "DATABASE_OWNER_URL" in one.env] == []


def test_a_command_has_the_settings_of_the_run_except_for_how_it_logs(tmp_path):
    """Otherwise it would write data sets nowhere, and sign them under another name than the public log."""
    plan = read_plan(Env({"DATA_DIR": str(tmp_path), "PORT": "8123"}))
    env = settings_for(plan, {"HEAVY_READS": "3"}, log_format="json")

    found = for_manage(env)

    assert found["DATASETS_DIR"] == str(tmp_path / "datasets")
    assert found["PUBLIC_URL"] == "http://localhost:8123"
    assert found["HEAVY_READS"] == "3"
    assert "LOG_FORMAT" not in found
