"""What the API says of the public log."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from games.http.answers import UNSET, Absent, Answer, Text, Time, list_of, said
from games.reading.examples import AT, COMMITMENT, ID
from proof.transparency.entries import blinded

SIBLING: Final = "gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ="
VKEY: Final = "play.example.org/log+bc4a6a8d+AckbXnGN3c6Tn1xXSPFrNXBc6l0vEhvqf1s1ITtjLtGk"

ROOT: Final = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="
ENTRY: Final = f'{{"at":"{AT}","commitment":"{COMMITMENT}","game":"{blinded(ID)}","kind":"game_opened"}}'
PROOF: Final = (
    f"c2sp.org/tlog-proof@v1\nindex 1\n{SIBLING}\n\nplay.example.org/log\n2\n{ROOT}\n\n"
    "— play.example.org/log vEpqjQ…\n"
)


class LogLinks(Answer):
    self: Text
    checkpoint: Text
    consistency: Text


class PublicLog(Answer):
    origin: Annotated[Text, said("The name of the log, in its checkpoints.")]
    vkey: Annotated[Text, said("The key that signs checkpoints now, as C2SP writes it.")]
    size: Annotated[int, said("The number of entries in the newest checkpoint.")]
    at: Annotated[Absent[Time], said("When it was signed; absent if there is none.")] = UNSET
    links: LogLinks
    example: ClassVar = (
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


class Consistency(Answer):
    old: int
    size: int
    hashes: Annotated[list[Text], said("In base64.")]
    example: ClassVar = ("A proof", {"old": 1, "size": 2, "hashes": [SIBLING]})


class GameProof(Answer):
    index: Annotated[int, said("The place of the entry in the log.")]
    kind: Text
    entry: Annotated[Text, said("The entry itself, to be hashed as it is.")]
    proof: Annotated[Text, said("A C2SP tlog-proof: hashes, and the signed checkpoint.")]
    example: ClassVar = ("One of them", {"index": 1, "kind": "game_opened", "entry": ENTRY, "proof": PROOF})


GameProofList = list_of(GameProof, "The opening of a game")
