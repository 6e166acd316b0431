"""What those who follow the public log are answered, for the reference."""

from __future__ import annotations

from games.http.examples import answered
from games.play.examples import AT, COMMITMENT, ID
from rules.transparency.entries import blinded

VKEY = "play.example.org/log+bc4a6a8d+AckbXnGN3c6Tn1xXSPFrNXBc6l0vEhvqf1s1ITtjLtGk"
ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="
SIBLING = "gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ="
ENTRY = f'{{"at":"{AT}","commitment":"{COMMITMENT}","game":"{blinded(ID)}","kind":"game_opened"}}'
PROOF = (
    f"c2sp.org/tlog-proof@v1\nindex 1\n{SIBLING}\n\nplay.example.org/log\n2\n{ROOT}\n\n"
    "— play.example.org/log vEpqjQ…\n"
)

LOG = answered(
    "A log",
    {
        "origin": "play.example.org/log",
        "vkey": VKEY,
        "size": 20852163,
        "at": AT,
        "links": {
            "self": "/api/v1/log",
            "checkpoint": "/log/checkpoint",
            "consistency": "/api/v1/log/consistency",
        },
    },
)
CONSISTENCY = answered("A proof", {"old": 1, "size": 2, "hashes": [SIBLING]})
PROOFS = answered(
    "The opening of a game",
    {"items": [{"index": 1, "kind": "game_opened", "entry": ENTRY, "proof": PROOF}], "next": None},
)
