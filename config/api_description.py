"""What stands at the top of the reference: the habits all operations share."""

DESCRIPTION = """\
Route-building board games over HTTP.

**Tokens.** `POST /api/v1/players` gives the first one; send it as `Authorization: Bearer sb_…`. A token has
scopes, and each operation names the one it takes. Tokens are shown once, and a revoked one is dead at once.

**Errors** are problem documents (RFC 9457). Compare `code`; `GET /api/v1/problems` lists them all.

**Bodies** are JSON with exact types: `"1"` is no number, and a field that is not known is refused by name.
Answers may grow fields; ignore those you do not know. Times are RFC 3339 in UTC.

**Lists** come in pages of at most 100; follow `next` until it is null.

**Limits** are told on every answer by `RateLimit-Policy` and `RateLimit`. By default a token may ask 1200
times a minute and an address without a token 300 times; an address may sign up 20 times an hour. 429 comes
with `Retry-After`.
"""
