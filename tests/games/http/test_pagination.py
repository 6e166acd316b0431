"""Pages of a list that grows and shrinks while it is read."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import RequestFactory
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.accounts.models import Player
from games.http.bodies import read_query
from games.http.pagination import PageQuery, Rows, page_of, page_of_parts

pytestmark = pytest.mark.django_db
START = datetime(2030, 1, 1, tzinfo=UTC)
NEWEST_FIRST = ("-created_at", "-id")


def player(name: str, minutes: int) -> Player:
    made = Player.objects.create(name=name)
    Player.objects.filter(id=made.id).update(created_at=START + timedelta(minutes=minutes))
    return made


def page(limit: int, cursor: str | None = None, order=NEWEST_FIRST) -> tuple[list[str], str | None]:
    more = f"&cursor={cursor}" if cursor else ""
    request = Request(RequestFactory().get(f"/list?limit={limit}{more}"))
    rows, following = page_of(Player.objects.all(), read_query(PageQuery, request), order=order)
    return [row.name for row in rows], following


@pytest.mark.parametrize("order", [NEWEST_FIRST, ("created_at", "id"), ("name",)])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 8])
def test_pages_lead_through_the_whole_list_in_its_order_even_among_equals(order, size):
    for number in range(7):
        player(f"player-{number}", minutes=number // 3)

    found, following = page(size, order=order)
    while following:
        names, following = page(size, following, order)
        assert 0 < len(names) <= size
        found += names

    assert found == list(Player.objects.order_by(*order).values_list("name", flat=True))


def test_what_is_added_or_removed_between_two_pages_makes_nothing_come_twice():
    players = [player(f"player-{number}", minutes=number) for number in range(4)]
    names, following = page(2)
    assert names == ["player-3", "player-2"]

    player("newer", minutes=9)
    players[2].delete()

    assert page(2, following) == (["player-1", "player-0"], None)


def test_a_cursor_of_another_order_or_a_changed_one_is_refused():
    player("ada", 1)
    player("bob", 2)
    _, following = page(1)

    for wrong, order in ((following, ("created_at", "id")), (f"{following}x", NEWEST_FIRST)):
        with pytest.raises(ValidationError, match="This is not a cursor of this list"):
            page(1, wrong, order)


def test_a_list_of_several_parts_is_read_part_by_part():
    for number in range(5):
        player(f"player-{number}", minutes=number)
    early, late = START + timedelta(minutes=2), START + timedelta(minutes=4)
    parts = [
        Rows(Player.objects.filter(created_at__lt=early), ("created_at", "id")),
        Rows(Player.objects.filter(created_at__gt=late), ("name",)),
        Rows(Player.objects.filter(created_at__gte=early), ("-created_at", "-id")),
    ]

    for size in (1, 2, 3, 5):
        rows, following = page_of_parts(parts, {"limit": size})
        found = [row.name for row in rows]
        while following:
            rows, following = page_of_parts(parts, {"limit": size, "cursor": following})
            found += [row.name for row in rows]
        assert found == [f"player-{number}" for number in (0, 1, 4, 3, 2)]


def test_an_empty_list_is_one_empty_page():
    assert page(5) == ([], None)
