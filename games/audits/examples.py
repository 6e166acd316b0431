"""What an auditor is answered, for the reference."""

from __future__ import annotations

import json
from typing import Any

from games.http.examples import answered, asked
from games.play.examples import AT, BASE, COMMITMENT, HASH, ID
from rules.proof.exports import FORMAT, FORMAT_VERSION
from rules.proof.receipts import ALGORITHM, RECEIPT_FORMAT, SIGNS

RUN_ID = "b1f6a0b8-2f0e-4a39-9f57-0c4d1e6a7b22"
STANDING = {"version": 318, "hash": HASH}
KEY_ID = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


def check(name: str, detail: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "result": "passed", "detail": detail, **more}


CHECKS = [
    check("head", "the log reaches version 318"),
    check("chain", f"318 entries, head {HASH}"),
    check("actions", "97 decisions taken again by london@1"),
]
FAULT = check("actions", "route_claimed, points: 6 stands where 1 is due", result="failed", seq=211)
SOUND = {**STANDING, "sound": True, "checks": CHECKS}
AUDITED = (
    answered("A log that holds", SOUND),
    answered("One that was changed", {**SOUND, "sound": False, "checks": [*CHECKS[:2], FAULT]}),
)

RUN: dict[str, Any] = {
    "id": RUN_ID,
    **STANDING,
    "status": "waiting",
    "progress": {"seq": 0, "of": 318},
    "created_at": AT,
    "links": {"self": f"{BASE}/audits/{RUN_ID}", "game": BASE},
}
UNDER_WAY = {**RUN, "status": "running", "progress": {"check": "actions", "seq": 120, "of": 318}}
DONE = {**RUN, "status": "done", "progress": {"seq": 318, "of": 318}, "report": SOUND, "finished_at": AT}
ORDERED = answered("It waits for its turn", RUN, 202)
ASKED_AFTER = (answered("Under way", UNDER_WAY), answered("The report", DONE))
RUNS = answered("One audit", {"items": [DONE], "next": None})

LOOKS = answered(
    "An auditor took the log away",
    {**STANDING, "items": [{"auditor": "cleo", "what": "export", "version": 120, "at": AT}], "next": None},
)
RECEIPT = answered(
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
KEYS = answered(
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
CLAIMED = {
    "game": ID,
    "seq": 318,
    "type": "turn_began",
    "v": 1,
    "at": AT,
    "public": {"seat": 1},
    "prev": "4e02" * 16,
    "hash": HASH,
}
DIFF = answered(
    "One event later",
    {
        **STANDING,
        "from": 317,
        "to": 318,
        "sentences": [{"seq": 318, "text": "It was the turn of bob."}],
        "events": [CLAIMED],
        "changes": {"turn": {"from": 0, "to": 1}, "to_act": {"from": [0], "to": [1]}},
    },
)

NDJSON = "application/x-ndjson"
_HEADER = {
    "format": FORMAT,
    "format_version": FORMAT_VERSION,
    "game": ID,
    "source": "played",
    "ruleset": "london@1",
    "commitment": COMMITMENT,
    **STANDING,
}
_LINES = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in (_HEADER, CLAIMED))
EXPORT = answered("The header, and the last of 318 events", _LINES, media_type=NDJSON)
IMPORT = asked("An export, of which 317 lines are left out", _LINES, media_type=NDJSON)
RECORD = answered(
    "The beginning",
    f"""[Game "{ID}"]
[Source "played"]
[Ruleset "london@1"]
[Date "2026-01-31"]
[Players "ada, the bot random in seat 1"]
[StandIns ". ."]
[Seats "2"]
[Options "first=random"]
[ClientSeeds "tram-42 ."]
[Commitment "{COMMITMENT}"]
[Seed "{"5a" * 32}"]
[Result "41, 29; won by seat 0"]

1. 0: keep t20 ; ada chose starting tickets: Elephant & Castle – Covent Garden.
""",
    media_type="text/plain",
)
