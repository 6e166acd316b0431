"""Refusals around rulesets."""

from games.refusals import NotFound


class NoSuchRuleset(NotFound):
    text = "There is no ruleset with this id."
