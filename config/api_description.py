"""The document of the API: its introduction, its tags, and the settings it is made with."""

from typing import Any, Final

DESCRIPTION: Final = """\
Route-building board games over HTTP.

**Quick start.** `POST /api/v1/players` creates an account and returns its token. Send the token as
`Authorization: Bearer sb_…`. Create a game with bots, start it, then repeat: get the list of your legal
actions, post one of them back, wait for your next turn.

**Tokens.** A token has scopes; each operation names the scope it requires. Tokens are shown once, when they
are created. A revoked token stops working immediately.

**Errors** are problem documents (RFC 9457). Compare `code`: each operation lists the codes it can answer
with, and `GET /api/v1/problems` lists them all.

**Requests** are JSON with exact types: `"1"` is not a number. Unknown fields and parameters are refused by
name. A body is UTF-8 and has at most 64 KiB, that of `createGame` 1 MiB and that of `importGame` 4 MiB.
Answers may gain fields: ignore those you do not know. Times are RFC 3339 in UTC.

**Games** are logs of events, numbered from 1 without gaps. The number of the newest event is the game's
`version`; its `hash` covers all events before it. Every answer about a game has both. You see what your seat
may know; spectators see public information. Send `expected_version` or `If-Match` to act on the version you
saw: if the game has moved on, the answer is 409 with your current legal actions. Send an `Idempotency-Key`
with every request that changes a game: a retry with the same key returns the first answer again.

**Waiting for your turn.** `GET …/actions?wait=30` waits until it is your turn, `GET …/events?after=…&wait=30`
for the next event of a game (long polling); both may also answer early and empty. A player can have 200
streams and waiting requests at a time, an address without a token 50; more are refused with `throttled`.
`links.stream` of a game is a stream of its events, or with `view=true` of views, as server-sent events or
NDJSON. Each message says `to_act`, and to you what you have to decide. Each event has its seq as `id`, and
`Last-Event-ID` resumes the stream after a break. `links.stream` of `getMe` is a stream of your
notices over all your games. Webhooks post the same to a URL of yours.

**Lists** are returned in pages: follow `next` until it is null.

**Rate limits.** `RateLimit-Policy` and `RateLimit` are sent with every answer. By default a player can make
1200 requests per minute with all tokens together, an address without a token 300 per minute, and an address
can sign up 20 times per hour. The answer to more is 429, with `Retry-After`.
"""

TAGS: Final = [
    {"name": "players", "description": "Sign up, public profiles and leaderboards."},
    {"name": "me", "description": "Your account and its tokens."},
    {"name": "apps", "description": "Apps that act for players: your own, and those you have allowed."},
    {
        "name": "rulesets",
        "description": "The games that can be played, their boards and rules, and the bots.",
    },
    {"name": "games", "description": "Tables: create, list, join, start and look at them."},
    {"name": "play", "description": "The legal actions, taking one of them, and the log of events."},
    {"name": "streams", "description": "Events and notices as they happen, as server-sent events or NDJSON."},
    {"name": "invitations", "description": "Tables that players are asked to, by name or by a link."},
    {"name": "messages", "description": "What players write at a table, and their private notes."},
    {
        "name": "relations",
        "description": "Your friends, the players you have blocked, and who may invite you.",
    },
    {"name": "notices", "description": "What concerns you in all your games, as a numbered list."},
    {"name": "notifications", "description": "Notices by e-mail and in browsers (Web Push), as you choose."},
    {"name": "webhooks", "description": "URLs of yours to which messages are posted, and their deliveries."},
    {"name": "callbacks", "description": "The messages that the server posts to webhooks."},
    {"name": "audits", "description": "Check, export, import and compare the histories of games."},
    {"name": "log", "description": "The public log of all games, a Merkle tree that only grows, and proofs."},
    {"name": "general", "description": "The index of the API and the types of problems."},
    {"name": "operations", "description": "Probes for those who run the server."},
]

# The settings of drf-spectacular.
SPECTACULAR: Final[dict[str, Any]] = {
    "TITLE": "Signalbox",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": DESCRIPTION,
    "TAGS": TAGS,
    "CONTACT": {"name": "The operator of this server"},
    "SERVERS": [{"url": "/", "description": "The server this document comes from."}],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,  # it would repeat the values
    "ENFORCE_NON_BLANK_FIELDS": True,
    "ENUM_NAME_OVERRIDES": {
        "Scope": "games.accounts.models.Scope",
        "Visibility": "rules.table.state.VISIBILITIES",
        "RatingKind": "games.ratings.models.Rating.Kind",
        "WebhookKind": "games.webhooks.models.Webhook.Kind",
        "EmailChoice": "games.people.models.NotificationChoice.Email",
        "Language": "games.people.models.Language",
        "InvitedBy": "games.relations.models.Preference.Invitations",
        "StandIns": "rules.table.state.STAND_INS",
    },
    "WEBHOOKS": "games.webhooks.callbacks.WEBHOOKS",
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
    "POSTPROCESSING_HOOKS": [
        # The generator's own: it makes components of the choices in request bodies.
        "drf_spectacular.hooks.postprocess_schema_enums",
        # Actions, events, views and callbacks belong to no operation. `APPEND_COMPONENTS` is
        # read before the models are loaded, and the hook above would take enums out of what is in it.
        "games.openapi.components.add_components",
        # Which problems an operation has follows from its security, its body and the refusals of every room.
        # No extension sees a whole operation, and `DEFAULT_SCHEMA_CLASS` is read before the rooms are loaded.
        "games.openapi.problems.add_problem_responses",
        # Headers can be shared components; the generator has none and writes them out in each response.
        "games.openapi.headers.add_headers",
        # It writes out parameters, examples and problems too, wherever they are used. No extension sees where
        # else one is used.
        "games.openapi.shared.share_repeated",
    ],
}
