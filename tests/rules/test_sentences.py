"""What happened, in a sentence: names instead of ids, right plurals, and nothing the reader may not know."""

import random

import pytest

from rules import KeyedChance, catalogue, plain_event, redact, ruleset
from rules.events import (
    EVENTS,
    CardDrawn,
    GameEnded,
    PileShuffled,
    RouteClaimed,
    ScoringBegan,
    TicketsKept,
    TurnPassed,
)
from rules.sentences import FIELD, Doers, Words
from rules.variants.world.exchange import PiecesExchanged
from rules.variants.world.harbours import HarbourBuilt

LONDON = Words(ruleset("london").board, {0: "ada", 1: "the bot greedy in seat 1"})
WORLD = Words(ruleset("world").board, {0: "ada"})


def said(words, event, reader=0) -> str:
    return words.say(event.sentence, plain_event(redact(event, reader)))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            RouteClaimed(0, "covent-garden--st-pauls--2", ("black", "black", "wild"), {"bus": 3}, 4),
            "ada claimed Covent Garden – St Paul's with 2 black, 1 wild for 4 points.",
        ),
        (
            RouteClaimed(1, "big-ben--waterloo--1", ("wild",), {"bus": 1}, 1),
            "The bot greedy in seat 1 claimed Big Ben – Waterloo with 1 wild for 1 point.",
        ),
        (PileShuffled("transport", 2, 1, ("red",)), "The transport pile was shuffled: 1 card."),
        (ScoringBegan("last-round"), "Play ended: last round."),
        (GameEnded((0, 1)), "The game was won by ada and the bot greedy in seat 1."),
        (GameEnded((3,)), "The game was won by seat 3."),
    ],
)
def test_an_event_is_said_with_names_and_right_plurals(event, sentence):
    assert said(LONDON, event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            HarbourBuilt(0, "lima", ("wild", "ship-yellow", "train-yellow-harbour", "train-yellow-harbour")),
            "ada built a harbour in Lima with 1 wild, 1 yellow ship, 2 yellow train with harbour mark.",
        ),
        (
            CardDrawn(1, "ship", "ship-white-double"),
            "Seat 1 drew a card from the ship pile: white double ship.",
        ),
        (
            PiecesExchanged(0, "train", "ship", 1, -1),
            "ada exchanged 1 piece, train for ship, for -1 points.",
        ),
    ],
)
def test_cards_of_world_are_said_with_their_sort(event, sentence):
    assert said(WORLD, event, reader=event.seat) == sentence


@pytest.mark.parametrize(
    ("by", "start"),
    [("person", "ada"), ("stand_in", "ada's stand-in greedy"), ("cover", "planner decided for ada:")],
)
def test_a_sentence_says_who_decided_for_a_seat_and_which_bot_it_was(by, start):
    doers = Doers()
    doers.follow({"type": "seat_timed_out", "public": {"seat": 0, "cover": "planner"}})
    doers.follow({"type": "seat_handed_over", "public": {"seat": 0, "stand_in": "greedy"}})
    doers.follow({"type": "seat_handed_over", "public": {"seat": 1, "stand_in": "random"}})

    doer = doers.of({"actor": 0, "by": by})

    assert LONDON.say(TurnPassed.sentence, {"seat": 0}, doer) == f"{start} passed."


def test_a_seat_without_a_name_is_named_by_its_number():
    assert LONDON.say(TurnPassed.sentence, {"seat": 7}, "{seat}'s stand-in planner") == (
        "Seat 7's stand-in planner passed."
    )


def test_what_a_reader_may_not_know_is_left_out():
    drawn = CardDrawn(0, "transport", "red")
    kept = TicketsKept(0, 1, ("t03",), ("t18",))

    assert said(LONDON, drawn, reader=1) == "ada drew a card from the transport pile."
    assert said(LONDON, kept, reader=None) == "ada kept 1 ticket."
    board = ruleset("london").board
    names = [
        " – ".join(board.places[place].name for place in board.tickets[t].places) for t in ("t03", "t18")
    ]
    assert said(LONDON, kept) == f"ada kept 1 ticket: {names[0]}; returned: {names[1]}."


@pytest.mark.parametrize("shape", EVENTS.by_name.values(), ids=lambda shape: shape.name)
def test_a_sentence_needs_no_hidden_field(shape):
    needed = {found[1] for found in FIELD.finditer(shape.cls.sentence.partition("[")[0])}

    assert shape.cls.sentence.endswith(".")
    assert needed <= set(shape.shown)


@pytest.mark.parametrize("name", [game.name for game in catalogue()])
def test_a_whole_game_can_be_said_to_a_player_and_to_a_spectator(name):
    game, whim = ruleset(name), random.Random(3)
    events, playout = game.begin(seats=3, chance=KeyedChance.from_seed(3))
    while (seat := playout.acting()) is not None:
        events += playout.follow(whim.choice(playout.offered(seat)))
    words = Words(game.board)

    for event in (*events, *game.settle(playout.state)):
        for reader in (0, None):
            text = said(words, event, reader)
            assert text.endswith(".")
            assert "{" not in text
            assert "[" not in text
