"""Everything that uses what a library keeps for itself. A test forbids it elsewhere.

`FAST` names what is there for speed alone, here and in plain SQL. Without a name in it, requests take the
plain road there, which gives the same answer. CPU of a request without it, to that with it:

    what                                        POST  GET   where
    MOVE  a move in one statement, no lock      1.31        `games.moves.change.change_by_move`
    LOOK  the game with the token               1.07  1.17  `games.log.sql.token_and_game`
    POOL  no question to a pooled connection    1.06  1.09  `games.internals.postgres`
    ROWS  models not set field by field         1.03  1.05  `games.internals.django.model_from_row`
    (prepared statements, by a setting)         1.34  1.36  `DATABASE_PREPARED`

`PLAIN_ROADS=look,rows` in the environment of a server takes two of them away, to measure one by itself:
`make bench ARGS=against AGAINST=$PWD PLAIN_ROADS=look`.
"""

from typing import Final

from django.conf import settings

MOVE: Final = "move"
LOOK: Final = "look"
POOL: Final = "pool"
ROWS: Final = "rows"
FAST = frozenset({MOVE, LOOK, POOL, ROWS}) - set(settings.PLAIN_ROADS)
