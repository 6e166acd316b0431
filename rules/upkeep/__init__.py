"""What the table does by itself between decisions. Each looks at the state, not at the last event.

A game names its upkeep in the order in which it is asked: none may make work for one before it.
"""
