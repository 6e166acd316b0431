"""What the API says to auditors."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Final

from drf_spectacular.utils import OpenApiExample, OpenApiResponse

from games.http.answers import (
    UNSET,
    Absent,
    Answer,
    Count,
    Cursor,
    Hash,
    Id,
    Meta,
    Timestamp,
    component,
    field,
    said,
    words,
)
from games.reading import models
from games.reading.answers import Event, Standing
from games.reading.examples import AT, COMMITMENT, HASH, ID
from proof.exports import FORMAT, FORMAT_VERSION
from proof.receipts import ALGORITHM, RECEIPT_FORMAT, SIGNS
from rules.table.clock import timestamp

KEY_ID: Final = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
STANDING = {"version": 318, "hash": HASH}
TURN_BEGAN = {
    "game": ID,
    "seq": 318,
    "type": "turn_began",
    "v": 1,
    "at": AT,
    "public": {"seat": 1},
    "prev": "4e02" * 16,
    "hash": HASH,
}


def check(name: str, detail: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "result": "passed", "detail": detail, **more}


CHECKS = [
    check("head", "the log reaches version 318"),
    check("chain", f"318 entries, head {HASH}"),
    check("actions", "97 decisions taken again by london@1"),
]
FAULT = check("actions", "route_claimed, points: 6 stands where 1 is due", result="failed", seq=211)
SOUND = {**STANDING, "sound": True, "checks": CHECKS}
CHANGED = {**STANDING, "sound": False, "checks": [*CHECKS[:2], FAULT]}


class Audit(Standing):
    sound: bool
    checks: list[Annotated[dict[str, Any], component("AuditCheck")]]
    example: ClassVar = ("A log that holds", SOUND)


class Look(Answer):
    auditor: str
    what: str
    version: int
    at: Timestamp
    number: Annotated[int, Meta(ge=1), said("In the list, from 1.")]
    account: Annotated[
        Hash, said("A commitment to the auditor's account; its salt is deleted with the account.")
    ]
    hash: Annotated[
        Hash,
        said("Chains the look to the one before it. The public log has the last hash, and their number."),
    ]

    @classmethod
    def of(cls, row: models.Look) -> Look:
        return cls.from_row(row, auditor=row.player.name, at=timestamp(row.at))


LOOK: Final = {
    "auditor": "cleo",
    "what": "export",
    "version": 120,
    "at": AT,
    "number": 1,
    "account": COMMITMENT,
    "hash": HASH,
}


class LookList(Standing):
    items: list[Look]
    next: Cursor
    example: ClassVar = (
        "An auditor took the log away",
        {
            **STANDING,
            "items": [LOOK],
            "next": None,
        },
    )


class ReceiptProof(Answer):
    inline = True
    entry: str
    inclusion: str


class ReceiptSeat(Answer):
    inline = True
    seat: int
    account: Annotated[Id, said("Your account.")]
    salt: Annotated[Hash, said("With the account it opens the commitment in the event `seat_taken`.")]


class Receipt(Standing):
    format: Annotated[str, words([RECEIPT_FORMAT])]
    game: Annotated[Id, said("The id in the entries of the log.")]
    source: Annotated[
        str,
        words(["played", "import"]),
        said(
            "Whether the game was played on this server or imported. Of an import the server knows only "
            "what the log itself proves."
        ),
    ]
    import_: Annotated[Absent[Id], said("The id of an import on this server.")] = field(
        name="import", default=UNSET
    )
    at: Annotated[Timestamp, said("The time of signature.")]
    algorithm: Annotated[str, words([ALGORITHM])]
    key: Annotated[str, said("The `kid` of the signing key.")]
    signs: Annotated[str, words([SIGNS]), said("What the signature covers.")]
    signature: Annotated[str, said("Ed25519 over what `signs` says, in base64url.")]
    proof_due: Annotated[
        Absent[Timestamp],
        said(
            "Only of the end of a game that is not in the public log yet: by when it will be. Ask for the "
            "receipt again; without `proof` it cannot be checked."
        ),
    ] = UNSET
    proof: Annotated[
        Absent[ReceiptProof],
        said(
            "That this head is in the public log: the entry there, and its C2SP tlog-proof. Absent if this "
            "head is not in the log: it has one an hour, and the last."
        ),
    ] = UNSET
    seat: Annotated[
        Absent[ReceiptSeat],
        said(
            "Only for the player of a seat: what proves that your account took it. Take it off before you "
            "hand the receipt on, unless you want to prove that; the signature holds without it."
        ),
    ] = UNSET
    example: ClassVar = (
        "A signed head",
        {
            "format": RECEIPT_FORMAT,
            "game": ID,
            **STANDING,
            "source": "played",
            "at": AT,
            "algorithm": ALGORITHM,
            "key": KEY_ID,
            "signs": SIGNS,
            "signature": "rKq0aD3xZb2u" + "A" * 74,
        },
    )


class SigningKey(Answer):
    inline = True
    kty: str
    crv: str
    x: str
    kid: str
    use: str
    alg: Annotated[str, words([ALGORITHM])]
    from_: Annotated[Absent[Timestamp], said("When the key came into use; absent for the first key.")] = (
        field(name="from", default=UNSET)
    )
    until: Annotated[Absent[Timestamp], said("When the key was retired; absent for the key in use.")] = UNSET


class KeySet(Answer):
    keys: list[SigningKey]
    example: ClassVar = (
        "The key in use",
        {
            "keys": [
                {
                    "kty": "OKP",
                    "crv": "Ed25519",
                    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
                    "alg": ALGORITHM,
                    "kid": KEY_ID,
                    "use": "sig",
                }
            ]
        },
    )


class Sentence(Answer):
    seq: Annotated[int, Meta(ge=1)]
    text: str


class Diff(Standing):
    from_: Count = field(name="from")
    to: Annotated[int, Meta(ge=1)]
    sentences: list[Sentence]
    events: list[Event]
    changes: Annotated[dict[str, Any], component("ViewChanges")]
    example: ClassVar = (
        "One event later",
        {
            **STANDING,
            "from": 317,
            "to": 318,
            "sentences": [{"seq": 318, "text": "It was the turn of bob."}],
            "events": [TURN_BEGAN],
            "changes": {"turn": {"from": 0, "to": 1}, "to_act": {"from": [0], "to": [1]}},
        },
    )


_HEADER = {
    "format": FORMAT,
    "format_version": FORMAT_VERSION,
    "game": ID,
    "source": "played",
    "ruleset": "london@1",
    "commitment": COMMITMENT,
    **STANDING,
}
LINES = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in (_HEADER, TURN_BEGAN))
EXPORT = OpenApiResponse(
    {"type": "string", "format": "binary"},
    "The log as NDJSON.",
    [OpenApiExample("The header, and the last of 318 events", LINES)],
)
_RECORD = f"""[Game "{ID}"]
[Source "played"]
[Ruleset "london@1"]
[Date "2026-01-31"]
[Players "ada, the bot random in seat 1"]
[StandIns ". ."]
[Clock "per_action=86400 vacation_days=5"]
[Seats "2"]
[Options "first=random"]
[ClientSeeds "5eed0a42 ."]
[Commitment "{COMMITMENT}"]
[Seed "{"5a" * 32}"]
[Result "41, 29; won by seat 0"]

1. 0: keep t20 ; 2026-01-31 18:02:11 ada chose starting tickets: Elephant & Castle – Covent Garden.
"""
RECORD = OpenApiResponse(
    {"type": "string"},
    "A finished game as text, one action per line, from which it can be replayed.",
    [OpenApiExample("The beginning", _RECORD)],
)
