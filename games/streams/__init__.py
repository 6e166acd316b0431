"""Live streams: one small process that tells many listeners what there is to tell, as soon as it is there.

The database is the truth and Redis only wakes. A request for a stream is opened by the same views,
middleware and selectors as any other (`app`, `games.streams.request`); then its listener is kept by the hub
(`hub`), which reads a game's log, or a player's notices, once for all who listen (`watch`, `source`, `log`,
`notices`) and never holds a thread or a connection of the database for any of them.
"""
