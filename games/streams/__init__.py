"""Live streams: one small process that tells many listeners what the log says, as soon as it says it.

The event table is the truth and Redis only wakes. A request for a stream is opened by the same views,
middleware and selectors as any other (`app`, `games.api.streaming`); then its listener is kept by the hub
(`hub`), which reads a game once for all who listen to it (`watch`, `pages`) and never holds a thread or a
connection of the database for any of them.
"""
