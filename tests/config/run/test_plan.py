"""What `make run` supplies."""

import pytest

from config.env import Env, Misconfigured
from config.run.plan import read_plan, settings_for


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1", "true"),
        ("127.0.0.2", "true"),
        ("::1", "true"),
        ("localhost", "true"),
        ("0.0.0.0", "false"),  # noqa: S104 (nobody listens there)
        ("192.168.1.5", "false"),
        ("::", "false"),
    ],
)
def test_webhooks_lead_to_this_machine_only_while_nobody_else_can_reach_us(tmp_path, host, allowed):
    plan = read_plan(Env({"DATA_DIR": str(tmp_path), "HOST": host}))

    assert settings_for(plan, {}, log_format="json")["WEBHOOKS_TO_PRIVATE_ADDRESSES"] == allowed


def test_what_is_given_counts_more_than_what_is_supplied(tmp_path):
    plan = read_plan(Env({"DATA_DIR": str(tmp_path)}))
    given = {"WEBHOOKS_TO_PRIVATE_ADDRESSES": "false"}

    assert settings_for(plan, given, log_format="json")["WEBHOOKS_TO_PRIVATE_ADDRESSES"] == "false"


@pytest.mark.parametrize(
    ("given", "port"),
    [({}, 8001), ({"PORT": "9000"}, 9001), ({"PORT": "65535"}, 65534), ({"STREAMS_PORT": "7"}, 7)],
)
def test_streams_have_the_port_beside_that_of_the_web_server_unless_another_is_given(tmp_path, given, port):
    assert read_plan(Env({"DATA_DIR": str(tmp_path)} | given)).streams_port == port


def test_streams_cannot_have_the_port_of_the_web_server(tmp_path):
    with pytest.raises(Misconfigured, match="STREAMS_PORT is '8000'; expected another port than PORT"):
        read_plan(Env({"DATA_DIR": str(tmp_path), "STREAMS_PORT": "8000"}))
