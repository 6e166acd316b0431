"""The rules of four route-building board games, pure and fast; README.md shows them on one page."""

from rules.actions import Action
from rules.board import Board
from rules.catalogue import catalogue, load, ruleset
from rules.chance import Chance, KeyedChance, ScriptedChance
from rules.codec import plain_action, plain_event, read_action, read_event, replay
from rules.events import Event
from rules.legal import LegalActions
from rules.playout import Playout
from rules.refusals import Refusal
from rules.ruleset import Ruleset, apply
from rules.scoring import ScoreLine, ScoreSheet
from rules.state import State
from rules.views import View, open_view, plain_view, read_view, redact, view_for

__all__ = [
    "Action",
    "Board",
    "Chance",
    "Event",
    "KeyedChance",
    "LegalActions",
    "Playout",
    "Refusal",
    "Ruleset",
    "ScoreLine",
    "ScoreSheet",
    "ScriptedChance",
    "State",
    "View",
    "apply",
    "catalogue",
    "open_view",
    "plain_action",
    "plain_event",
    "plain_view",
    "read_action",
    "read_event",
    "read_view",
    "redact",
    "replay",
    "ruleset",
    "view_for",
]

load()  # the codec, the notation and every registry know all games from here on
