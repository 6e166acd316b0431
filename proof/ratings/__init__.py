"""Ratings: the rule by which games change them, and whether those that are told follow from it."""
