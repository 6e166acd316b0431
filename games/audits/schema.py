"""The schemas of responses about audits, for the OpenAPI document."""

from __future__ import annotations

from games.http.json_schema import Schema, array, closed, object_of, ref, schema_of
from games.http.links import LINK
from games.models import AuditRun
from games.play.schema import COUNT, HASH, NEXT, STANDING, TEXT, TIME, UUID_TEXT
from rules.proof.audit import Check
from rules.proof.receipts import ALGORITHM, RECEIPT_FORMAT, SIGNS, Source

AUDIT_RUN: dict[str, Schema] = {
    "id": UUID_TEXT,
    "version": {**COUNT, "description": "The last event that is audited."},
    "hash": {**HASH, "description": "The hash of that event when the audit was started."},
    "status": {"type": "string", "enum": list(AuditRun.Status.values)},
    "progress": closed(
        {
            "check": {**TEXT, "description": "The check in progress."},
            "seq": {**COUNT, "description": "The event that check has reached."},
            "of": COUNT,
        },
        ["seq", "of"],
    ),
    "report": {**ref("Audit"), "description": "Present once the audit is done."},
    "created_at": TIME,
    "finished_at": TIME,
    "links": closed({"self": LINK, "game": LINK}),
}
LOOK: dict[str, Schema] = {"auditor": TEXT, "what": TEXT, "version": {"type": "integer"}, "at": TIME}
RECEIPT: dict[str, Schema] = {
    "format": {"type": "string", "enum": [RECEIPT_FORMAT]},
    "game": {**UUID_TEXT, "description": "The id in the entries of the log."},
    **STANDING,
    "source": {
        **schema_of(Source),
        "description": "Whether the game was played on this server or imported. Of an import the server "
        "knows only what the log itself proves.",
    },
    "import": {**UUID_TEXT, "description": "The id of an import on this server."},
    "at": {**TIME, "description": "The time of signature."},
    "algorithm": {"type": "string", "enum": [ALGORITHM]},
    "key": {**TEXT, "description": "The `kid` of the signing key."},
    "signs": {"type": "string", "enum": [SIGNS], "description": "What the signature covers."},
    "signature": {
        **TEXT,
        "description": "Ed25519 over what `signs` says, in base64url.",
    },
    "proof": {
        **closed({"entry": TEXT, "inclusion": TEXT}),
        "description": "That this head is in the public log: the entry there, and its C2SP tlog-proof. "
        "Absent if this head is not in the log: it has one an hour, and the last.",
    },
}
KEY: dict[str, Schema] = {
    **dict.fromkeys(("kty", "crv", "x", "kid", "use"), TEXT),
    "alg": {"type": "string", "enum": [ALGORITHM]},
    "from": {**TIME, "description": "When the key came into use; absent for the first key."},
    "until": {**TIME, "description": "When the key was retired; absent for the key in use."},
}


def audit_answers() -> dict[str, Schema]:
    return {
        "Audit": closed({**STANDING, "sound": {"type": "boolean"}, "checks": array(ref("AuditCheck"))}),
        "AuditCheck": object_of(Check),
        "AuditRun": closed(AUDIT_RUN, [n for n in AUDIT_RUN if n not in ("report", "finished_at")]),
        "AuditRunList": closed({"items": array(ref("AuditRun")), "next": NEXT}),
        "Look": closed(LOOK),
        "LookList": closed({**STANDING, "items": array(ref("Look")), "next": NEXT}),
        "Receipt": closed(RECEIPT, [name for name in RECEIPT if name not in ("import", "proof")]),
        "KeySet": closed({"keys": array(closed(KEY, [n for n in KEY if n not in ("from", "until")]))}),
    }
