"""Live streams and long polls: one small process that serves many clients.

The database is the source of truth; Redis only wakes. A stream is opened by the same middleware, views and
selectors as any other request (`app`, `request`). Then the hub (`hub`) keeps it: it reads a game's log or a
player's notices once for all its streams (`watch`, `source`, `game_log`, `notices`), and an idle stream
holds neither a thread nor a database connection.
"""
