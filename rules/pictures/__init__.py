"""Boards and tables drawn as SVG.

Pure functions of a board and of what a spectator may see; nothing here depends on the game.
"""

from rules.pictures.layout import Layout, lay_out
from rules.pictures.picture import Scene, draw_board, draw_table

__all__ = ["Layout", "Scene", "draw_board", "draw_table", "lay_out"]
