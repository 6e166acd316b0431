"""What stands at the top of the reference: the habits all operations share."""

DESCRIPTION = """\
Route-building board games over HTTP.

**Tokens.** `POST /api/v1/players` gives the first one; send it as `Authorization: Bearer sb_…`. A token has
scopes, and each operation names the one it takes. Tokens are shown once, and a revoked one is dead at once.

**Errors** are problem documents (RFC 9457). Compare `code`; `GET /api/v1/problems` lists them all.

**Bodies** are JSON with exact types: `"1"` is no number, and a field that is not known is refused by name.
Answers may grow fields; ignore those you do not know. Times are RFC 3339 in UTC.

**Games** are logs of events, numbered without gaps from 1; the number of the newest is the game's `version`,
and its `hash` stands for all before it. Every answer about a game carries both. You see what your seat may
know; spectators see what lies open. Decide on what you saw with `expected_version` or If-Match: a table that
has moved on answers 409 with fresh actions. Send an `Idempotency-Key` with anything that changes a game: the
same request again gets the first answer again.

**Streams.** `links.stream` of a game is where to listen to it: server-sent events, or NDJSON. The events are
those of `listEvents`, each with its seq as `id`; send the last one as `Last-Event-ID` to go on after a break.
`links.stream` of `getMe` is the same for what concerns you over all your games: the notices of `listNotices`.

**Lists** come in pages of at most 100; follow `next` until it is null.

**Limits** are told on every answer by `RateLimit-Policy` and `RateLimit`. By default a token may ask 1200
times a minute and an address without a token 300 times; an address may sign up 20 times an hour. 429 comes
with `Retry-After`.
"""
