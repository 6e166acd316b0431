"""Signed notes (C2SP signed-note): a text with signature lines of one or more keys."""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from proof.ed25519 import is_signed

ED25519: Final = 1
COSIGNATURE: Final = 4  # Ed25519 with a time: what a witness has seen
_DASH: Final = "\N{EM DASH} "
MOST_SIGNATURES: Final = 64


class NoteError(ValueError):
    """A text is not a signed note, or its signatures do not hold."""


class UnknownKey(NoteError):
    """None of the keys that are known has signed a note; that says nothing about what is in it."""


class Signature(NamedTuple):
    name: str
    key_id: bytes
    value: bytes

    @property
    def line(self) -> str:
        return f"{_DASH}{self.name} {b64encode(self.key_id + self.value).decode()}\n"


@dataclass(frozen=True, slots=True)
class Verifier:
    """A public key with the name it signs under."""

    name: str
    public: bytes
    kind: int = ED25519

    @property
    def key_id(self) -> bytes:
        told = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return hashlib.sha256(told).digest()[:4]

    def __str__(self) -> str:
        """The key as it is passed on: a vkey."""
        material = b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.key_id.hex()}+{material}"

    def accepts(self, text: str, value: bytes) -> bool:
        if self.kind == ED25519:
            return is_signed(self.public, text.encode(), value)
        seen, signature = int.from_bytes(value[:8], "big"), value[8:]
        return seen < 1 << 63 and is_signed(self.public, cosigned(text, seen), signature)


def verifier_from(vkey: str) -> Verifier:
    try:
        name, key_id, material = vkey.strip().split("+", 2)
        raw = b64decode(material, validate=True)
        found = Verifier(name, raw[1:], raw[0])
    except (ValueError, IndexError):
        raise NoteError("this is not a verifier key: name+id+key") from None
    if found.kind not in (ED25519, COSIGNATURE) or len(found.public) != 32 or not is_name(name):
        raise NoteError("this verifier key is of a kind that this program does not know")
    if found.key_id.hex() != key_id:
        raise NoteError("the id of the verifier key does not fit its key")
    return found


def is_name(name: str) -> bool:
    return bool(name) and "+" not in name and not any(char.isspace() for char in name)


def cosigned(text: str, seen: int) -> bytes:
    """What a witness signs: the text, and when it saw it."""
    return f"cosignature/v1\ntime {seen}\n{text}".encode()


def parsed(note: str) -> tuple[str, list[Signature]]:
    """The text and the signatures of a note, not yet checked."""
    if any(char < " " and char != "\n" for char in note):
        raise NoteError("a note has no control characters")
    text, blank, lines = note.rpartition("\n\n")
    if not blank or not lines.endswith("\n"):
        raise NoteError("a note is a text, an empty line and signature lines")
    signatures = [_signature(line) for line in lines[:-1].split("\n")]
    if not 0 < len(signatures) <= MOST_SIGNATURES:
        raise NoteError("a note has from one to 64 signatures")
    return text + "\n", signatures


def _signature(line: str) -> Signature:
    name, _, value = line.removeprefix(_DASH).partition(" ")
    try:
        raw = b64decode(value, validate=True)
    except ValueError:  # also if it is not ASCII
        raw = b""
    if not line.startswith(_DASH) or not is_name(name) or len(raw) <= 4:
        raise NoteError("a line after the text is not a signature")
    return Signature(name, raw[:4], raw[4:])


def opened(note: str, verifiers: Iterable[Verifier]) -> tuple[str, list[Verifier]]:
    """The text, and which of the keys have signed it. A wrong signature of a known key spoils the note."""
    text, signatures = parsed(note)
    known = {(one.name, one.key_id): one for one in verifiers}
    found: list[Verifier] = []
    for signature in signatures:
        key = known.get((signature.name, signature.key_id))
        if key is None or key in found:
            continue
        if not key.accepts(text, signature.value):
            raise NoteError(f"the signature of {key.name} does not fit the text")
        found.append(key)
    if not found:
        raise UnknownKey("no known key has signed this")
    return text, found


def sealed(text: str, signatures: Sequence[Signature]) -> str:
    return text + "\n" + "".join(signature.line for signature in signatures)
