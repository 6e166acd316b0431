"""The list of variables is complete: what is missing there would be missing in a backup."""

import re

from config.variables import FOR_TESTS, VARIABLES, key_file
from tests.support.checkout import CHECKOUT


def test_every_variable_that_the_settings_read_is_listed():
    source = "".join((CHECKOUT / f"config/{name}.py").read_text() for name in ("settings", "servers"))

    assert set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source)) == set(VARIABLES)


def test_a_key_is_kept_in_a_file_of_its_name():
    assert key_file("SIGNING_KEY") == "signing-key"


def test_no_variable_is_listed_twice():
    assert len(VARIABLES) == len(set(VARIABLES))


def test_a_server_has_at_most_40_settings():
    """Two more are read elsewhere: PROMETHEUS_MULTIPROC_DIR and SIGNALBOX_BOARDS."""
    assert len(set(VARIABLES) - set(FOR_TESTS)) + 2 <= 40
