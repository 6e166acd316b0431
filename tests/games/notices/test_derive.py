"""What concerns whom: a function of the log and of the clock."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from jsonschema import Draft202012Validator, ValidationError

from games.notices.derive import NoticeDraft, drafts_from, next_warning, warned_by, warning_at
from games.notices.kinds import KINDS
from games.openapi.notices import payload_schema
from games.webhooks.models import Webhook
from rules import KeyedChance, ruleset
from rules.actions import DrawCard
from rules.table.fold import Folded, LogEvent, fold_events
from rules.table.life import GameClosed, GameCreated, GameStarted, SeedRevealed
from rules.table.more_time import TimeGiven, VacationBegan, VacationEnded
from rules.table.pauses import GamePaused, GameResumed, PauseDeclined, PauseProposed, ResumeAsked
from rules.table.seats import BotSeated, SeatCleared, SeatLeft, SeatTaken
from rules.table.stand_ins import SeatHandedOver, SeatResigned, SeatReturned, SeatTimedOut
from rules.table.state import Status
from tests.rules.table.written import ACCOUNT
from tests.support.api_client import document, validator_of

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOST = None
MINUTE = timedelta(minutes=1)


class Log:
    """A table in memory; what is written at once happens at once, a second after the last."""

    def __init__(self, *seated: LogEvent, rules: str = "london@1", seats: int = 2, **clock: int) -> None:
        self.folded, self.at, self.chance = Folded(), NOON, KeyedChance(b"x" * 32)
        self.told: list[NoticeDraft] = []
        opened = GameCreated(rules, seats, {"first": "0"}, "public", dict(clock), 0, "c" * 64)
        self.write(opened, *seated)

    def write(self, *events: LogEvent) -> list[NoticeDraft]:
        """What these tell."""
        start, self.at = len(self.told), self.at + timedelta(seconds=1)
        for event in events:
            before = self.folded
            self.folded = fold_events(before, [(event, before.seq + 1, "", self.at)])
            self.told += drafts_from(before, event, self.folded)
        return self.told[start:]

    def deal(self) -> list[NoticeDraft]:
        table = self.folded.table
        start = ruleset(table.ruleset).start(
            seats=len(table.chairs), chance=self.chance, options=dict(table.options)
        )
        return self.write(GameStarted(), *start)

    def act(self, seat: int, kind: str = "") -> list[NoticeDraft]:
        """The first thing the seat may do, of this kind."""
        assert self.folded.state is not None
        rules = ruleset(self.folded.table.ruleset)
        offered = rules.legal_actions(self.folded.state, seat)
        action = next(a for a in offered if kind in type(a).__name__)
        return self.write(*rules.decide(self.folded.state, action, self.chance))


def short(told: Iterable[NoticeDraft]) -> list[tuple[str, int | None]]:
    return [(one.kind, one.seat) for one in told]


def two_people(**more) -> Log:
    log = Log(SeatTaken(0, ACCOUNT), **more)
    log.write(SeatTaken(1, ACCOUNT))
    return log


def test_whoever_opens_a_table_is_told_nothing_of_whom_they_put_there():
    assert Log(SeatTaken(0, ACCOUNT), BotSeated(1, "random"), seats=3).told == []


def test_who_sits_down_is_told_to_the_others_and_to_a_host_without_a_seat():
    log = Log(SeatTaken(0, ACCOUNT), seats=4)

    assert short(log.write(SeatTaken(2, ACCOUNT))) == [("seat.taken", 0), ("seat.taken", HOST)]
    told = log.write(BotSeated(1, "greedy"))
    assert short(told) == [("seat.taken", 0), ("seat.taken", 2), ("seat.taken", HOST)]
    assert [one.data for one in told] == [{"seat": 1, "bot": "greedy"}] * 3
    assert {one.seq for one in told} == {log.folded.seq}


def test_a_person_who_sits_down_is_not_named():
    (told, _) = Log(SeatTaken(0, ACCOUNT)).write(SeatTaken(1, ACCOUNT, "5eed"))

    assert told.data == {"seat": 1}


def test_the_start_is_told_to_all_and_all_have_to_choose():
    log = two_people()

    assert short(log.deal()) == [
        ("game.started", 0),
        ("game.started", 1),
        ("game.your_turn", 0),
        ("game.your_turn", 1),
    ]


def test_the_turn_is_told_once_each_time_it_comes_to_a_seat():
    log = two_people()
    log.deal()

    assert log.act(0) == []  # the other still chooses
    assert short(log.act(1)) == [("game.your_turn", 0)]
    assert log.act(0, "DrawCard") == []  # a second card is still the same turn
    assert short(log.act(0, "DrawCard")) == [("game.your_turn", 1)]
    assert log.act(1, "DrawTickets") == []  # nor is it another turn to choose among tickets
    assert short(log.act(1, "KeepTickets")) == [("game.your_turn", 0)]


def test_whoever_chooses_last_and_has_the_first_turn_is_told_of_that_too():
    log = two_people()
    log.deal()
    log.act(1)

    assert short(log.act(0)) == [("game.your_turn", 0)]


def test_choices_that_begin_anew_for_all_are_told_to_all():
    log = two_people(rules="world@1")
    log.deal()
    log.act(0)

    assert short(log.act(1)) == [("game.your_turn", 0), ("game.your_turn", 1)]


def test_a_bot_is_told_nothing_and_neither_is_whom_it_plays_for():
    log = Log(SeatTaken(0, ACCOUNT), BotSeated(1, "random"))
    assert short(log.deal()) == [("game.started", 0), ("game.your_turn", 0)]

    assert short(log.write(SeatResigned(0, "random"))) == [("seat.resigned", HOST)]
    log.act(0)
    log.act(1)
    for seat in (0, 0, 1, 1):
        assert log.act(seat, "DrawCard") == []


def test_a_decision_that_comes_back_from_a_stand_in_is_told_again():
    log = two_people(per_action=60)
    log.deal()
    log.act(0)
    log.act(1)

    assert short(log.write(SeatTimedOut(0, "random"))) == [("seat.timed_out", 0)]
    assert short(log.act(0, "DrawCard")) == [("game.your_turn", 0)]  # the second card is theirs again
    log.write(SeatTimedOut(0, "random"), SeatHandedOver(0, "random"))
    assert short(log.act(0, "DrawCard")) == [("game.your_turn", 1)]


def test_the_turn_comes_with_its_deadline():
    log = two_people(per_action=60)
    told = log.deal()

    assert {tuple(one.data.items()) for one in told if one.kind == "game.your_turn"} == {
        (("seat", seat), ("deadline", "2026-01-01T12:01:03.000000Z")) for seat in (0, 1)
    }


def played() -> Log:
    """A game of two, to its end."""
    log, whim = two_people(), random.Random(1)
    log.deal()
    rules = ruleset("london@1")
    log.write(SeatResigned(1, "random"))
    while log.folded.to_act:
        state, seat = log.folded.state, whim.choice(log.folded.to_act)
        assert state is not None
        action = whim.choice(list(rules.legal_actions(state, seat)))
        log.write(*rules.decide(state, action, log.chance))
    assert log.folded.status == "scoring"
    assert not any(one.kind == "game.finished" for one in log.told)
    assert log.folded.state is not None
    log.write(*rules.settle(log.folded.state), SeedRevealed("5" * 64))
    return log


def test_the_end_is_told_with_its_scores_to_all_who_played_and_to_a_host_without_a_seat():
    log = played()
    told, state = log.told[-3:], log.folded.state
    assert state is not None

    assert short(told) == [("game.finished", 0), ("game.finished", 1), ("game.finished", HOST)]
    result = {"scores": list(state.scores), "winners": list(state.winners)}
    assert [one.data for one in told] == [{"seat": 0, **result}, {"seat": 1, **result}, result]


def test_a_table_that_is_closed_is_told_as_closed():
    (told,) = Log(SeatTaken(0, ACCOUNT)).write(SeatLeft(0), GameClosed())

    assert (told.kind, told.seat, told.data) == ("game.closed", HOST, {})


def test_who_is_closed_out_is_told_with_their_seat():
    log = two_people()

    assert [one.data for one in log.write(GameClosed())] == [{"seat": 0}, {"seat": 1}, {}]


def test_a_time_out_is_told_to_whom_it_happened_with_its_count():
    log = two_people(per_action=60)
    log.deal()
    log.act(0)
    log.act(1)

    for strikes in (1, 2):
        (told, *_) = log.write(SeatTimedOut(0, "random"))
        assert (told.kind, told.seat) == ("seat.timed_out", 0)
        assert told.data == {"seat": 0, "stand_in": "random", "strikes": strikes}
        log.act(0, "DrawCard")


def test_a_seat_that_is_handed_over_is_told_to_all_and_its_player_that_it_is_theirs():
    log = two_people()
    log.deal()

    told = log.write(SeatHandedOver(1, "greedy"))

    assert short(told) == [("seat.handed_over", 0), ("seat.handed_over", 1), ("seat.handed_over", HOST)]
    assert [one.data["yours"] for one in told] == [False, True, False]
    assert {(one.data["seat"], one.data["stand_in"]) for one in told} == {(1, "greedy")}


def test_who_resigns_is_told_to_the_others():
    log = two_people()
    log.deal()

    told = log.write(SeatResigned(1, "greedy"))

    assert short(told) == [("seat.resigned", 0), ("seat.resigned", HOST)]
    assert [one.data for one in told] == [{"seat": 1, "stand_in": "greedy"}] * 2


def test_who_is_removed_is_told_alone():
    log = two_people()

    (told,) = log.write(SeatCleared(1))

    assert (told.kind, told.to_former, told.data) == ("seat.cleared", True, {"seat": 1})


def test_a_notice_says_nothing_that_a_spectator_could_not_read():
    """Every value in one is a seat, the name of a bot, a moment, a status, a score."""
    log = two_people(rules="world@1", per_action=600)
    log.deal()
    for seat in (0, 1, 0, 1):
        log.act(seat)
    log.act(log.folded.to_act[0], DrawCard.__name__)

    assert {name for one in log.told for name in one.data} == {"seat", "deadline"}


# -- the clock ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allotted", "before"),
    [
        (timedelta(seconds=119), None),
        (timedelta(minutes=2), MINUTE),
        (timedelta(minutes=9), MINUTE),
        (timedelta(minutes=30), 3 * MINUTE),
        (timedelta(days=1), timedelta(hours=2, minutes=24)),
        (timedelta(days=5), timedelta(hours=12)),
        (timedelta(days=30), timedelta(hours=12)),
    ],
)
def test_a_warning_comes_when_a_tenth_of_the_time_is_left_within_bounds(allotted, before):
    deadline = NOON + allotted

    assert warning_at(NOON, deadline) == (deadline - before if before else None)


def near(log: Log, after: timedelta, now: timedelta) -> list[int | None]:
    """Who is warned between two moments, counted from when the cards were dealt."""
    dealt = log.folded.times[Status.PLAYING]
    return [one.seat for one in warned_by(log.folded, dealt + after, dealt + now)]


def test_who_lets_a_decision_lie_is_warned_once():
    log = two_people(per_action=600)
    log.deal()
    log.act(1)

    assert next_warning(log.folded, NOON) == log.folded.times[Status.PLAYING] + 9 * MINUTE
    assert near(log, 0 * MINUTE, 8 * MINUTE) == []
    assert near(log, 8 * MINUTE, 9 * MINUTE) == [0]
    assert near(log, 9 * MINUTE, 9.5 * MINUTE) == []
    assert next_warning(log.folded, NOON + 10 * MINUTE) is None


def test_nobody_is_warned_of_what_is_already_over():
    log = two_people(per_action=600)
    log.deal()

    assert near(log, 0 * MINUTE, 10 * MINUTE) == []


def test_each_decision_has_its_own_warning():
    log = two_people(per_action=600)
    log.deal()
    log.act(0)
    log.act(1)
    first = next_warning(log.folded, log.at)
    log.at += 9.5 * MINUTE
    log.act(0, "DrawCard")
    second = next_warning(log.folded, log.at)

    assert first is not None
    assert second == first + 9.5 * MINUTE + timedelta(seconds=1)
    (told,) = warned_by(log.folded, log.at, second)
    assert (told.kind, told.seat, told.seq) == ("deadline.near", 0, log.folded.seq)
    assert told.data == {"seat": 0, "deadline": (second + MINUTE).strftime("%Y-%m-%dT%H:%M:%S.%fZ")}


def test_a_bank_warns_by_what_is_left_in_it():
    log = two_people(bank=600, increment=0)
    log.deal()
    log.at += 9 * MINUTE - timedelta(seconds=1)
    log.act(0)
    log.act(1)

    assert log.folded.deadline(0) == log.at + MINUTE  # of ten minutes nine are gone
    assert next_warning(log.folded, NOON) is None


# -- what the reference says of them -----------------------------------------------------------


def test_everything_that_is_told_fits_what_its_kind_declares():
    log = Log(SeatTaken(0, ACCOUNT), seats=3, per_action=600)
    log.write(SeatTaken(1, ACCOUNT), BotSeated(2, "random"))
    log.deal()
    log.told += warned_by(log.folded, log.at, log.at + 9.5 * MINUTE)
    log.write(SeatTimedOut(0, "random"), SeatHandedOver(0, "random"), SeatResigned(1, "random"))
    log.write(SeatReturned(0), VacationBegan(0, 2), VacationEnded(0))
    log.write(PauseProposed(0, 7), GamePaused(7), ResumeAsked(0), GameResumed(), PauseDeclined(0))
    dealt = Log(SeatTaken(0, ACCOUNT), seats=2, per_action=600)
    dealt.write(SeatTaken(1, ACCOUNT))
    dealt.deal()
    dealt.write(TimeGiven(1, 0, 60))
    closed = Log(SeatTaken(0, ACCOUNT))
    closed.write(SeatTaken(1, ACCOUNT))
    closed.write(SeatCleared(1), GameClosed())
    drafts = log.told + dealt.told + closed.told + played().told

    in_log = {kind for kind, payload in KINDS.items() if payload.about_game and payload.in_log}
    assert {one.kind for one in drafts} == in_log
    for one in drafts:
        standing = {"version": 7, "to_act": [0], "moment": "turn"} if one.payload.standing else {}
        validator_of(payload_schema(KINDS[one.kind])).validate({**one.data, **standing})
        assert one.data.keys() <= payload_schema(KINDS[one.kind])["properties"].keys()


def test_the_document_has_every_kind_of_notice_and_lets_a_client_read_one_to_come():
    parts = document()["components"]
    assert set(parts["schemas"]["KnownNotice"]["discriminator"]["mapping"]) == KINDS.keys()
    schema = Draft202012Validator({"$ref": "#/components/schemas/Notice", "components": parts})
    to_come = {"number": 1, "kind": "game.dreamt", "at": "2026-01-31T18:00:00Z", "data": {"of": ["sheep"]}}

    schema.validate(to_come)
    with pytest.raises(ValidationError):  # what is known is not excused
        schema.validate({**to_come, "kind": "deadline.near"})


def test_webhooks_post_every_notice_but_those_of_a_claim_and_a_paused_webhook():
    posted = KINDS.keys() - {"account.claim_requested", "webhook.paused"}

    assert posted == set(Webhook.Kind) - {Webhook.Kind.EVENT, Webhook.Kind.BOT_ACT}
    assert posted | {"game.event", "bot.act", "webhook.test"} == document()["webhooks"].keys()
