import pytest

from rules.actions import DrawTickets, KeepTickets
from rules.events import TurnBegan
from rules.position import Position
from rules.refusals import AlreadyChosen, NotNow
from rules.variants.world.fleet import ChooseFleet, FleetChosen, FleetRevealed, WrongFleet
from tests.rules.position import given, start


def tickets_chosen(fleet: str = "chosen") -> Position:
    position = start("world", fleet=fleet)
    keep = [KeepTickets(seat, position.state.offers[seat]) for seat in range(2)]
    return given(position).when(*keep).position


def fleet(trains: int, ships: int) -> dict[str, int]:
    return {"train": trains, "ship": ships, "harbour": 3}


@pytest.mark.rule("SET-5")
def test_the_fleet_is_chosen_after_the_tickets():
    position = start("world")
    given(position).when(ChooseFleet(0, 20, 40)).refused(NotNow, expected="starting_tickets")

    given(tickets_chosen()).when(KeepTickets(0, ())).refused(NotNow, expected="fleet")


@pytest.mark.rule("SET-5")
def test_it_is_sixty_pieces_of_ten_to_twenty_five_trains():
    offered = given(tickets_chosen()).offered(1)

    assert offered == [ChooseFleet(1, trains, 60 - trains) for trains in range(10, 26)]


@pytest.mark.rule("SET-5")
@pytest.mark.parametrize(
    ("trains", "ships"), [(26, 34), (9, 51), (20, 39), (20, 41), (-1, 61), (60, 0), (0, 0)]
)
def test_no_other_number_will_do(trains, ships):
    wrong = given(tickets_chosen()).when(ChooseFleet(0, trains, ships))

    wrong.refused(WrongFleet, size=60, trains=25, ships=50)


@pytest.mark.rule("SET-5")
def test_the_picks_are_revealed_together_when_the_last_one_is_in():
    one = given(tickets_chosen()).when(ChooseFleet(1, 25, 35))

    one.then_only(FleetChosen(1, 25, 35))
    assert list(one.state.pieces) == [{}, {}]
    both = given(one.position).when(ChooseFleet(0, 12, 48))
    both.then_only(
        FleetChosen(0, 12, 48),
        FleetRevealed(0, fleet(12, 48)),
        FleetRevealed(1, fleet(25, 35)),
        TurnBegan(0),
    )
    assert list(both.state.pieces) == [fleet(12, 48), fleet(25, 35)]


@pytest.mark.rule("SET-5", "EXCH-1")
def test_what_is_not_picked_stays_in_the_box():
    chosen = given(tickets_chosen()).when(ChooseFleet(0, 12, 48), ChooseFleet(1, 25, 35))

    assert list(chosen.state.box) == [
        {"train": 13, "ship": 2, "harbour": 0},
        {"train": 0, "ship": 15, "harbour": 0},
    ]


@pytest.mark.rule("SET-5")
def test_nobody_chooses_twice():
    one = given(tickets_chosen()).when(ChooseFleet(0, 20, 40)).position

    given(one).when(ChooseFleet(0, 25, 35)).refused(AlreadyChosen, seat=0)


@pytest.mark.rule("SET-5")
def test_a_table_may_agree_on_the_beginners_set_for_all():
    position = start("world", fleet="beginners")
    assert list(position.state.pieces) == [fleet(20, 40)] * 2

    ready = tickets_chosen(fleet="beginners")
    assert ready.state.phase == "play"
    assert DrawTickets(0) in given(ready).offered(0)
