"""GET /rulesets/{id}/statistics."""

import pytest

from games.log.models import Event
from games.ratings.models import Result
from games.search.models import Finding, History
from games.search.services import histories_note, histories_queue
from rules import ruleset
from tests.support.callers import problem
from tests.support.tables import played_out

pytestmark = pytest.mark.django_db


def counted(rows) -> int:
    return sum(row["count"] for row in rows)


def test_statistics_agree_with_the_games_they_rest_on(ada):
    for seed in range(3):
        played_out(seats=2 + seed % 2, seed=seed)
    histories_queue()
    histories_note()

    found = ada.seen("/rulesets/london/statistics")

    histories = list(History.objects.all())
    assert (found["ruleset"], found["games"]) == ("london@1", 3)
    assert found["length"]["mean"] == pytest.approx(sum(one.actions for one in histories) / 3, abs=1e-3)
    assert sum(column["games"] for column in found["length"]["histogram"]) == 3
    assert {one["seats"]: one["games"] for one in found["seats"]} == {2: 2, 3: 1}
    for one in found["seats"]:
        lengths = [history.actions for history in histories if history.seats == one["seats"]]
        assert one["length"] == pytest.approx(sum(lengths) / len(lengths), abs=1e-3)
        assert [place["place"] for place in one["order"]] == list(range(1, one["seats"] + 1))
        assert sum(place["win_rate"] for place in one["order"]) == pytest.approx(1, abs=1e-3)
        assert sum(place["above"] for place in one["order"]) == pytest.approx(0, abs=1e-2)
    points = sum(place["points"] * place["count"] for one in found["seats"] for place in one["order"])
    assert points == pytest.approx(sum(Result.objects.values_list("score", flat=True)), abs=1e-2)
    claims = Event.objects.filter(type="route_claimed").count()
    assert counted(found["routes"]) == claims
    assert {row["route"] for row in found["routes"]} == set(ruleset("london").board.routes)
    assert found["routes"][-1]["count"] == 0, "nobody has claimed it in three games"
    kept = Finding.objects.filter(kind="ticket_kept").count()
    assert counted(found["tickets"]) == kept
    completed = Finding.objects.filter(kind="ticket_completed").count()
    assert sum(row["completed"] for row in found["tickets"]) == completed
    assert all(0 <= row["count"] <= row["offered"] > 0 for row in found["tickets"])
    offered = Event.objects.filter(type__in=("tickets_dealt", "tickets_drawn"))
    assert sum(row["offered"] for row in found["tickets"]) == sum(one.public["count"] for one in offered)
    assert counted(found["openings"]["beginnings"]) == counted(found["openings"]["starting_tickets"]) == 7
    assert all(len(row["actions"]) <= 3 for row in found["openings"]["beginnings"])


def test_statistics_are_of_the_tables_that_are_asked_for(ada):
    played_out()
    histories_queue()
    histories_note()

    assert ada.seen("/rulesets/london@1/statistics?table=people")["games"] == 1
    assert ada.seen("/rulesets/london/statistics?table=bots")["games"] == 0
    assert ada.seen("/rulesets/berlin/statistics")["routes"] == []
    problem(ada.get("/rulesets/atlantis/statistics"), 404, "not_found")
    problem(ada.get("/rulesets/london/statistics?table=round"), 400, "invalid")
