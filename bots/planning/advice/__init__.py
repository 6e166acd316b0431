"""One file per sort of action: what the offered ones are worth in points, by the plan.

A turn is worth the tempo of the game; whatever is worth more is done.
"""
