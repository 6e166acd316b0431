"""`manage.py distribute` where there is nothing to distribute to."""

import pytest
from django.core.management import CommandError, call_command

from tests.support import citus

pytestmark = pytest.mark.django_db


def test_a_plain_postgresql_is_said_to_be_one_and_left_as_it_is(servers):
    if citus.is_citus(servers["DATABASE_URL"]):
        pytest.skip("this database is a Citus cluster")

    with pytest.raises(CommandError, match="the extension citus is not installed"):
        call_command("distribute")
