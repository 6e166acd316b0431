"""Who is asked when: the plays by moment and by action, the upkeep by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, get_args

from rules.actions import Action
from rules.chance import Chance
from rules.events import Event
from rules.moments import SETUP_MOMENTS, Moment
from rules.position import Position
from rules.state import Phase

Events = tuple[Event, ...]
Offer = Callable[[Position, int], Sequence[Action]]
Speak = Callable[[Position, Chance], Events]


class Upkeep(Protocol):
    """What the table does by itself; no events: it is quiet."""

    @property
    def rules(self) -> tuple[str, ...]: ...
    @property
    def phases(self) -> tuple[str, ...]: ...

    def __call__(self, at: Position, chance: Chance, /) -> Events: ...


class Play(Protocol):
    """The rule module of one action."""

    @property
    def action(self) -> type[Any]: ...
    @property
    def moments(self) -> tuple[Moment, ...]: ...
    @property
    def rules(self) -> tuple[str, ...]: ...

    def candidates(self, at: Position, seat: int) -> Sequence[Action]:
        """The actions offered to a seat whose moment it is."""

    def check(self, at: Position, action: Any) -> None:
        """Raise a refusal unless the action is legal at this moment."""

    def events(self, at: Position, action: Any, chance: Chance) -> Events:
        """What follows from a legal action."""


class Agenda:
    """Worked out once for a game; slots, because it is asked with every action."""

    __slots__ = ("last_resorts_at", "offers_at", "play_at", "play_in", "upkeep_in")

    def __init__(self, plays: Sequence[Play], upkeep: Sequence[Upkeep]) -> None:
        moments = (None, *(moment for play in plays for moment in play.moments))
        self.play_at: Mapping[Moment | None, Mapping[type, Play]] = {
            moment: {play.action: play for play in plays if moment in play.moments} for moment in moments
        }
        self.offers_at = {m: _offers(asked.values(), last=False) for m, asked in self.play_at.items()}
        self.last_resorts_at = {m: _offers(asked.values(), last=True) for m, asked in self.play_at.items()}
        self.play_in = self._by_phase()
        self.upkeep_in: Mapping[Phase, tuple[Speak, ...]] = {
            # their bound methods: an object is called in half the time that way
            phase: tuple([u.__call__ for u in upkeep if phase in u.phases])
            for phase in get_args(Phase)
        }

    def _by_phase(self) -> Mapping[Phase, Mapping[type, Play]]:
        """Within a phase the type of an action alone determines its play."""
        plays: dict[Phase, dict[type, Play]] = {"setup": {}, "play": {}}
        for moment, by_type in self.play_at.items():
            plays["setup" if moment in SETUP_MOMENTS else "play"] |= by_type
        return plays


def _offers(plays: Iterable[Play], *, last: bool) -> tuple[Offer, ...]:
    """Those of a last resort apart: to make an offer, they have to ask all the others."""
    return tuple([play.candidates for play in plays if getattr(play, "is_last_resort", False) is last])
