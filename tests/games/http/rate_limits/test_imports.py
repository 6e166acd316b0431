"""Each import takes an audit, so one player can send only so many exports in a minute."""

from __future__ import annotations

import pytest

from games.reading.visible_log import export_lines
from tests.games.audits.test_imports import bring
from tests.support.callers import people_named, problem
from tests.support.tables import played_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counters")]


def test_exports_that_are_refused_or_known_are_counted_too(settings):
    settings.RATE_LIMIT_IMPORTS = 3
    ada, bob = people_named("ada", "bob")
    export = b"".join(export_lines(played_out("london", 2)))

    assert [bring(ada, body).status_code for body in (export, export, b"nonsense")] == [201, 200, 422]
    refused = bring(ada, export)

    assert problem(refused, 429, "throttled")["context"]["policies"][0]["name"] == "imports"
    assert int(refused["Retry-After"]) >= 1
    assert bring(bob, export).status_code == 201
    assert ada.get("/me").status_code == 200
