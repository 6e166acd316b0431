"""Pictures drawn for tests, and what can be found in them."""

from functools import cache
from xml.etree import ElementTree as ET

from rules import State, catalogue, ruleset, view_for
from rules.pictures import Layout, Scene, draw_board, draw_table, lay_out
from tests.properties.play import final_state, random_game
from tests.support.checkout import CHECKOUT

SVG = "{http://www.w3.org/2000/svg}"
GAMES = CHECKOUT / "tests" / "golden" / "games"
NAMES = [found.name for found in catalogue()]


@cache
def layout(name: str) -> Layout:
    return lay_out(ruleset(name).board)


def parsed(picture: bytes) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314 (our own picture)


def of_class(tree: ET.Element, word: str) -> list[ET.Element]:
    return [found for found in tree.iter() if word in found.get("class", "").split()]


def board_of(name: str) -> ET.Element:
    return parsed(draw_board(ruleset(name).board, layout(name)))


@cache
def finished(name: str) -> State:
    return final_state(random_game(name, ruleset(name).seats[-1], seed=0))


def table_of(name: str, state: State) -> bytes:
    scene = Scene(view_for(state, None), [f"Seat {n}" for n in range(state.seats)], "now")
    return draw_table(ruleset(name).board, layout(name), scene)


def title_of(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def texts(tree: ET.Element) -> str:
    return " ".join(" ".join(found.itertext()) for found in tree.iter(f"{SVG}text"))
