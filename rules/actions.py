"""What a seat may ask for. Actions of one game only live in that game's folder."""

from __future__ import annotations

from typing import ClassVar, TypeVar, dataclass_transform

from rules.cards import Face
from rules.declare import Registry, record

A = TypeVar("A", bound="Action")

ACTIONS = Registry("action")


class Action:
    __slots__ = ()
    notation: ClassVar[str]
    seat: int


@dataclass_transform(frozen_default=True)
def action(cls: type[A]) -> type[A]:
    return ACTIONS.add(record(cls))


@action
class DrawCard(Action):
    """Draw the top card of a pile, unseen."""

    notation = "{seat}: draw from {pile}"
    seat: int
    pile: str


@action
class TakeCard(Action):
    """Take a card from the market; `refill` names the pile that fills the gap where there is a choice."""

    notation = "{seat}: take {card}[ refill {refill}]"
    seat: int
    card: Face
    refill: str | None = None


@action
class ClaimRoute(Action):
    """Claim a route and pay for it with these cards."""

    notation = "{seat}: claim {route} with {cards}"
    seat: int
    route: str
    cards: tuple[Face, ...]


@action
class DrawTickets(Action):
    """Draw tickets; which to keep is the next decision."""

    notation = "{seat}: draw tickets"
    seat: int


@action
class KeepTickets(Action):
    """Keep these of the tickets on offer; the others go under the pile."""

    notation = "{seat}: keep {tickets}"
    seat: int
    tickets: tuple[str, ...]


@action
class Pass(Action):
    """Do nothing; allowed only to a seat that can do nothing else."""

    notation = "{seat}: pass"
    seat: int
