"""What a webhook was sent: GET …/deliveries, GET …/deliveries/{id}, POST …/replay, POST …/test."""

from __future__ import annotations

from uuid import uuid4

import pytest

from games import tasks
from games.deliveries.models import Attempt, Delivery
from games.webhooks.responses import response_of
from tests.support.callers import Caller, problem
from tests.support.webhook_receiver import Receiver, Reply, receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings, sent):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "all"
    with receiving() as found:
        yield found


def hooked(player: Caller, receiver: Receiver) -> str:
    made = player.done("/webhooks", {"url": receiver.url, "kinds": ["game.event"]})
    return f"/webhooks/{made['id']}"


def sent_test(player: Caller, path: str) -> str:
    """The path of a test delivery that was just asked for."""
    answer = player.post(f"{path}/test")
    assert answer.status_code == 202
    return f"{path}/deliveries/{answer.json()['id']}"


def test_a_test_is_sent_at_once_and_its_log_has_the_request_and_the_answer(ada, receiver, public):
    path = hooked(ada, receiver)
    receiver.answering = lambda _: Reply(200, b"got it")
    at = sent_test(ada, path)
    assert ada.seen(at)["log"] == []
    tasks.deliver_webhooks()
    seen = ada.seen(at)

    assert (seen["state"], seen["attempts"], seen["kind"]) == ("delivered", 1, "webhook.test")
    assert seen["body"] == receiver.received[0].message
    (attempt,) = seen["log"]
    assert attempt["answer"] == {"status": 200, "body": "got it"}
    assert "error" not in attempt
    assert attempt["request"]["url"] == receiver.url
    sent = receiver.received[0].headers
    assert attempt["request"]["headers"]["webhook-id"] == sent["webhook-id"] == seen["id"]
    assert sent["webhook-signature"] not in str(seen)


def test_of_what_a_private_address_answers_nothing_but_the_status_is_kept(ada, receiver):
    receiver.answering = lambda _: Reply(403, b"the secrets of a neighbour")
    at = sent_test(ada, hooked(ada, receiver))
    tasks.deliver_webhooks()
    (attempt,) = ada.seen(at)["log"]

    assert attempt["answer"] == {"status": 403, "body": ""}
    assert response_of(Attempt.objects.get()) == ("", "status 403")


def test_an_attempt_without_an_answer_says_why(ada, receiver, settings):
    at = sent_test(ada, hooked(ada, receiver))
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "none"  # as where a name has come to lead inside
    tasks.deliver_webhooks()
    (attempt,) = ada.seen(at)["log"]

    assert "answer" not in attempt
    assert attempt["error"] == "This must begin with https://."


def test_the_list_is_newest_first_in_pages_and_by_state(ada, receiver):
    path = hooked(ada, receiver)
    made = [sent_test(ada, path).rsplit("/", 1)[1] for _ in range(3)]
    Delivery.objects.filter(id=made[0]).update(state="failed")
    page = ada.seen(f"{path}/deliveries?limit=2")

    assert [item["id"] for item in page["items"]] == made[:0:-1]
    rest = ada.seen(f"{path}/deliveries?limit=2&cursor={page['next']}")
    assert [item["id"] for item in rest["items"]] == made[:1]
    assert [i["id"] for i in ada.seen(f"{path}/deliveries?state=failed")["items"]] == made[:1]
    assert ada.seen(f"{path}/deliveries?state=cancelled")["items"] == []


@pytest.mark.parametrize("query", ["state=lost", "state=", "limit=0", "kind=game.event"])
def test_a_list_nobody_can_give_is_refused(ada, receiver, query):
    problem(ada.get(f"{hooked(ada, receiver)}/deliveries?{query}"), 400, "invalid")


def test_a_delivery_is_sent_again_when_that_is_asked_for(ada, receiver):
    at = sent_test(ada, hooked(ada, receiver))
    tasks.deliver_webhooks()
    answer = ada.post(f"{at}/replay")
    assert (answer.status_code, answer.json()["state"]) == (202, "pending")
    tasks.deliver_webhooks()

    seen = ada.seen(at)
    assert (seen["state"], [attempt["number"] for attempt in seen["log"]]) == ("delivered", [1, 2])
    assert len(receiver.received) == 2


def test_to_a_paused_webhook_nothing_is_sent(ada, receiver):
    path = hooked(ada, receiver)
    at = sent_test(ada, path)
    ada.patch(path, {"paused": True})

    problem(ada.post(f"{path}/test"), 409, "webhook_paused")
    problem(ada.post(f"{at}/replay"), 409, "webhook_paused")
    assert Delivery.objects.count() == 1


def test_deliveries_of_others_are_not_there(ada, bob, receiver):
    path, own = hooked(ada, receiver), hooked(bob, receiver)
    at = sent_test(ada, path)
    foreign = f"{own}/deliveries/{at.rsplit('/', 1)[1]}"

    for asked in (
        bob.get(f"{path}/deliveries"),
        bob.get(at),
        bob.post(f"{at}/replay"),
        bob.post(f"{path}/test"),
    ):
        problem(asked, 404, "not_found")
    problem(bob.get(foreign), 404, "not_found")
    problem(bob.post(f"{foreign}/replay"), 404, "not_found")
    problem(ada.get(f"{path}/deliveries/{uuid4()}"), 404, "not_found")
    assert Delivery.objects.count() == 1
