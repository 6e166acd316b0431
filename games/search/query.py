"""The parameters of a search, of the API and of the command."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from games.http.bodies import Time
from games.http.pagination import PageQuery
from games.search.findings import KINDS, OF_SEATS, SUBJECTS
from games.search.models import History
from games.search.selectors import Event, Question
from rules import ruleset

MOST_OPPONENTS: Final = 4
MOST_EVENTS: Final = 4
_NAME_LENGTH: Final = 40
_EVENT_LENGTH: Final = 250


class Listed(serializers.CharField):
    """Texts that are separated by commas."""

    default_error_messages = {"max_items": "Up to {most} can be given, separated by commas."}

    def __init__(self, most: int, **more: Any) -> None:
        super().__init__(max_length=most * _EVENT_LENGTH, **more)
        self.most = most

    def to_internal_value(self, data: Any) -> Any:
        found = super().to_internal_value(data).split(",")
        return found if len(found) <= self.most else self.fail("max_items", most=self.most)


class SearchQuery(PageQuery):
    player = serializers.CharField(
        required=False, max_length=_NAME_LENGTH, help_text="A player, or a bot by its name, who played."
    )
    opponents = Listed(
        MOST_OPPONENTS, required=False, help_text="Others who played too: up to 4 names, separated by commas."
    )
    ruleset = serializers.CharField(
        required=False,
        max_length=_NAME_LENGTH,
        help_text="`london@1`, or `london` for all its versions.",
    )
    since = Time(required=False, help_text="Only games that ended at this time or later.")
    until = Time(required=False, help_text="Only games that ended before this time.")
    result = serializers.ChoiceField(
        ["won", "lost", "shared"],
        required=False,
        help_text="`won` or `lost` by `player`, or `shared` by several.",
    )
    ended = serializers.ChoiceField(
        History.Ended.choices,
        required=False,
        help_text="`played_out` by those who sat down; `resigned`: somebody gave up; `handed_over`: somebody "
        "ran out of time too often.",
    )
    table = serializers.ChoiceField(
        History.Table.choices, required=False, help_text="Who played: people only, bots only, or both."
    )
    seats = serializers.IntegerField(required=False, min_value=1, max_value=10)
    shortest = serializers.IntegerField(
        required=False, min_value=0, max_value=100_000, help_text="The fewest decisions of the game."
    )
    longest = serializers.IntegerField(
        required=False, min_value=0, max_value=100_000, help_text="The most decisions of the game."
    )
    events = Listed(
        MOST_EVENTS,
        required=False,
        help_text="What happened, by `player` if there is one: up to 4 of `kind` or `kind:subject`, "
        f"separated by commas, such as `route_claimed:bond-street--hyde-park--1`. Kinds: {', '.join(KINDS)}.",
    )

    def validate(self, attrs: Any) -> Any:
        if attrs.get("result") in ("won", "lost") and "player" not in attrs:
            _refuse("result", "Who won or lost? Give `player` too.")
        if "events" in attrs:
            attrs["events"] = [_event(text, attrs.get("ruleset")) for text in attrs["events"]]
        return attrs


def question_from(query: dict[str, Any]) -> Question:
    return Question(**{name: value for name, value in query.items() if name not in ("limit", "cursor")})


def _event(text: str, game: str | None) -> Event:
    kind, _, subject = text.partition(":")
    if kind not in KINDS:
        _refuse("events", f"There is no kind {kind[:40]!r}; there are {', '.join(KINDS)}.")
    if (kind in OF_SEATS) == bool(subject):
        said = "has no subject" if subject else "needs a subject: kind:subject"
        _refuse("events", f"{kind} {said}.")
    if subject:
        _check_subject(kind, subject, game)
    return Event(kind, subject)


def _check_subject(kind: str, subject: str, game: str | None) -> None:
    """Ids of tickets and places are those of one board."""
    if game is None:
        _refuse("ruleset", "A route, a ticket or a place is on the board of a game: give `ruleset` too.")
    try:
        board = ruleset(game).board
    except KeyError:
        return  # of which there are no games
    known = {"route": board.routes, "place": board.places}.get(SUBJECTS.get(kind, ""), board.tickets)
    if subject not in known:
        _refuse("events", f"There is no {subject[:60]!r} on the board of {game}.")


def _refuse(field: str, message: str) -> NoReturn:
    raise ValidationError({field: [ErrorDetail(message, "invalid")]})
