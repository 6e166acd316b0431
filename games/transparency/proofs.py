"""Proofs that entries are in the log."""

from __future__ import annotations

import json
from collections.abc import Iterable
from uuid import UUID

from django.db.models import BinaryField, F, Func, IntegerField, QuerySet, Value

from games.transparency.answers import GameProof
from games.transparency.heads import head_compare
from games.transparency.models import Blinded, Checkpoint, Leaf
from games.transparency.publication import newest, published
from games.transparency.storage import hashes_of
from proof.transparency.checkpoints import InclusionProof
from proof.transparency.tree import Hashes, inclusion


def proofs_of(leaves: Iterable[Leaf], last: Checkpoint) -> list[GameProof]:
    """Each under the checkpoint that is published if it is in that one, and else under the last."""
    if not (leaves := list(leaves)):
        return []
    shown = published() or last
    reads = {size: hashes_of(size) for size in {shown.size, last.size}}
    under = ((leaf, shown if leaf.index < shown.size else last) for leaf in leaves)
    return [proof_of(leaf, one, reads[one.size]) for leaf, one in under]


def proof_of(leaf: Leaf, last: Checkpoint, read: Hashes) -> GameProof:
    proof = InclusionProof(leaf.index, inclusion(leaf.index, last.size, read), last.note)
    entry = bytes(leaf.entry).decode()
    return GameProof(index=leaf.index, kind=leaf.kind, entry=entry, proof=str(proof))


def leaves_named(name: bytes) -> QuerySet[Leaf]:
    """By the name that a game has in the log, which outlives its row."""
    return Leaf.objects.alias(name=Blinded("game")).filter(game__isnull=False, name=name)


def head_proof(game: UUID, version: int, digest: str) -> dict[str, str] | None:
    """The proof for this head of a game; None if it is not in the log (yet).

    Refuses if the log has another hash for this version.
    """
    last = newest()
    if last is None:
        return None
    heads = Leaf.objects.filter(game=game, kind__in=("game_head", "game_imported"), index__lt=last.size)
    leaf = _of_version(version, heads)
    if leaf is None:
        return None
    head_compare(version, digest, json.loads(bytes(leaf.entry))["hash"])
    (made,) = proofs_of([leaf], last)
    return {"entry": made.entry, "inclusion": made.proof}


def _of_version(version: int, leaves: QuerySet[Leaf]) -> Leaf | None:
    """A long game has many heads, and they need not all be read: an entry ends with its version."""
    there = Func(
        Value(f'"version":{version}}}'.encode(), output_field=BinaryField()),
        F("entry"),
        function="position",
        arg_joiner=" IN ",
        output_field=IntegerField(),
    )
    return leaves.alias(there=there).filter(there__gt=0).order_by("-index").first()
