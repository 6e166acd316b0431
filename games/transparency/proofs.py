"""Proofs that entries are in the log, in its newest checkpoint."""

from __future__ import annotations

import json
from uuid import UUID

from django.db.models import BinaryField, F, Func, IntegerField, QuerySet, Value

from games.transparency.answers import GameProof
from games.transparency.models import Checkpoint, Leaf
from games.transparency.storage import hashes_of
from proof.transparency.checkpoints import InclusionProof
from proof.transparency.tree import Hashes, inclusion


def newest() -> Checkpoint | None:
    return Checkpoint.objects.order_by("-size").first()


def proof_of(leaf: Leaf, last: Checkpoint, read: Hashes) -> GameProof:
    proof = InclusionProof(leaf.index, inclusion(leaf.index, last.size, read), last.note)
    entry = bytes(leaf.entry).decode()
    return GameProof(index=leaf.index, kind=leaf.kind, entry=entry, proof=str(proof))


def head_proof(game: UUID, version: int, digest: str) -> dict[str, str] | None:
    """The proof for this head of a game; None if it is not in the log (yet)."""
    last = newest()
    if last is None:
        return None
    heads = Leaf.objects.filter(game=game, kind__in=("game_head", "game_imported"), index__lt=last.size)
    leaf = next((one for one in _with(digest, heads) if _head(one) == (version, digest)), None)
    if leaf is None:
        return None
    made = proof_of(leaf, last, hashes_of(last.size))
    return {"entry": made.entry, "inclusion": made.proof}


def _with(digest: str, leaves: QuerySet[Leaf]) -> QuerySet[Leaf]:
    """Those whose entry has this hash: a long game has many heads, and they need not all be read."""
    there = Func(
        Value(digest.encode(), output_field=BinaryField()),
        F("entry"),
        function="position",
        arg_joiner=" IN ",
        output_field=IntegerField(),
    )
    return leaves.alias(there=there).filter(there__gt=0).order_by("-index")


def _head(leaf: Leaf) -> tuple[int, str]:
    entry = json.loads(bytes(leaf.entry))
    return entry["version"], entry["hash"]
