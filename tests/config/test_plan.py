"""What `make run` supplies."""

import pytest

from config.env import Env
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
