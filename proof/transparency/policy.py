"""Which witnesses must have cosigned a checkpoint before it is believed (C2SP tlog-policy).

    log <vkey>
    witness <name> <vkey>
    group <name> <number, any or all> <name of a witness or group> …
    quorum <name, or none>

A name is defined on a line before those that use it, and is in one group at most.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from proof.files import document
from proof.transparency.notes import (
    COSIGNATURE,
    ED25519,
    NoteError,
    UnknownKey,
    Verifier,
    opened,
    verifier_from,
)

NONE: Final = "none"


class PolicyError(ValueError):
    """The text is not a policy."""


class NotCosigned(Exception):
    """Too few witnesses have cosigned a checkpoint; that says nothing about what is in it."""


@dataclass(slots=True)
class Policy:
    logs: list[Verifier] = field(default_factory=list)
    witnesses: dict[str, Verifier] = field(default_factory=dict)
    groups: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    quorum: str = ""

    def check(self, note: str) -> list[str]:
        """The witnesses that have cosigned the note; NotCosigned if they are too few.

        NoteError if a cosignature, or the signature of a log, does not fit.
        """
        if self.logs and not _signers(note, self.logs):
            raise NotCosigned("the log was signed with a key that the policy does not name")
        keys = _signers(note, self.witnesses.values())
        found = [name for name, key in self.witnesses.items() if key in keys]
        if not self._has(self.quorum, found):
            told = ", ".join(found) or "none"
            raise NotCosigned(f"too few witnesses of the policy have cosigned the checkpoint: {told}")
        return found

    def _has(self, name: str, cosigned: Collection[str]) -> bool:
        if name not in self.groups:
            return name == NONE or name in cosigned
        least, members = self.groups[name]
        return sum(self._has(member, cosigned) for member in members) >= least


def _signers(note: str, keys: Collection[Verifier]) -> list[Verifier]:
    try:
        return opened(note, keys)[1]
    except UnknownKey:
        return []


def policy_file(path: Path) -> Policy:
    return policy_from(document(path))


def policy_from(text: str) -> Policy:
    found = Policy()
    for number, line in enumerate(text.split("\n"), 1):
        words = re.findall(r"[^ \t]+", line)
        try:
            if words and not words[0].startswith("#"):
                _read(found, words)
        except ValueError as error:
            raise PolicyError(f"line {number} of the policy: {error}") from None
    if not found.quorum:
        raise PolicyError("the policy has no quorum")
    return found


def _read(found: Policy, words: list[str]) -> None:
    kind, *rest = words
    least, most = _LENGTHS.get(kind, (1, 0))
    if not least <= len(rest) <= most or re.search(r"[\0-\x1f\x7f]", "".join(rest)):
        raise PolicyError("no line of a policy")
    _LINES[kind](found, rest)


def _log(found: Policy, words: list[str]) -> None:
    found.logs.append(_key(words[0], ED25519, found.logs))


def _witness(found: Policy, words: list[str]) -> None:
    found.witnesses[_new(found, words[0])] = _key(words[1], COSIGNATURE, found.witnesses.values())


def _group(found: Policy, words: list[str]) -> None:
    name, least, *members = words
    grouped = {member for _, others in found.groups.values() for member in others}
    for member in members:
        if not _is_defined(found, member):
            raise PolicyError(f"nothing before it is called {member}")
    if len({*members}) < len(members) or grouped & {*members}:
        raise PolicyError("a name is in one group at most, once")
    found.groups[_new(found, name)] = (_count(least, len(members)), tuple(members))


def _quorum(found: Policy, words: list[str]) -> None:
    if found.quorum:
        raise PolicyError("a second quorum")
    if words[0] != NONE and not _is_defined(found, words[0]):
        raise PolicyError(f"nothing before it is called {words[0]}")
    found.quorum = words[0]


_LINES: Final[Mapping[str, Callable[[Policy, list[str]], None]]] = {
    "log": _log,
    "witness": _witness,
    "group": _group,
    "quorum": _quorum,
}
# How many words may follow: the last one of a log and of a witness is an address.
_LENGTHS: Final = {"log": (1, 2), "witness": (2, 3), "group": (3, 1000), "quorum": (1, 1)}


def _count(word: str, members: int) -> int:
    least = {"any": 1, "all": members}.get(word)
    if least is None and re.fullmatch(r"[1-9]\d{0,3}", word, re.ASCII):
        least = int(word)
    if least is None or least > members:
        raise PolicyError(f"{word[:30]!r} of {members}")
    return least


def _key(vkey: str, kind: int, others: Collection[Verifier]) -> Verifier:
    key = verifier_from(vkey)
    if key.kind != kind:
        raise NoteError("a log has a key of kind 1, a witness one of kind 4")
    if any(key.public == other.public for other in others):
        raise PolicyError("this key is given twice")
    return key


def _new(found: Policy, name: str) -> str:
    if name == NONE or _is_defined(found, name):
        raise PolicyError(f"{name} is taken")
    return name


def _is_defined(found: Policy, name: str) -> bool:
    return name in found.witnesses or name in found.groups
