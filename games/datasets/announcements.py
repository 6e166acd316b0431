"""The public log has the hash of each manifest, so that no data set can be exchanged for another one."""

from __future__ import annotations

import json
from base64 import b64encode
from collections import defaultdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from msgspec.structs import asdict

from games.datasets.folder import Published, dataset_list
from games.transparency.announcements import announce
from games.transparency.models import Leaf, PendingLeaf
from games.transparency.proofs import proof_of
from games.transparency.publication import newest
from games.transparency.storage import hashes_of
from proof.datasets.content import file_hash
from proof.datasets.manifest import MANIFEST
from proof.datasets.publication import KIND
from proof.transparency.checkpoints import checkpoint_from
from proof.transparency.notes import parsed
from proof.transparency.tree import consistency


@transaction.atomic
def datasets_announce() -> dict[str, set[str]]:
    """Announce what is published and not in the log, also after a crash. Returns the hashes there, by name.

    A folder gets its name first: the log must not tell of what is not there.
    """
    known = _announced()
    for found in dataset_list():
        size, sha256 = file_hash(Path(settings.DATASETS_DIR) / found.name / MANIFEST)
        if sha256 not in known[found.name]:
            announce(KIND, timezone.now(), name=found.name, bytes=size, sha256=sha256)
            known[found.name].add(sha256)
    return known


def _announced() -> defaultdict[str, set[str]]:
    known = defaultdict[str, set[str]](set)
    for table in (Leaf, PendingLeaf):
        for raw in table.objects.filter(kind=KIND, game=None).values_list("entry", flat=True):
            told = json.loads(bytes(raw))
            known[told["name"]].add(told["sha256"])
    return known


def publication_proof(found: Published) -> dict[str, Any] | None:
    """That the manifest is in the log, and that this log continues the one it names; None: it is not yet."""
    last, old = newest(), checkpoint_from(parsed(found.told["checkpoint"])[0]).size
    leaf = _leaf(found, old, last.size) if last else None
    if last is None or leaf is None:
        return None
    read = hashes_of(last.size)
    hashes = consistency(old, last.size, read)
    return {**asdict(proof_of(leaf, last, read)), "consistency": [b64encode(one).decode() for one in hashes]}


def _leaf(found: Published, first: int, end: int) -> Leaf | None:
    """The entry of this manifest. In a log that does not go back to its checkpoint there is none."""
    _, sha256 = file_hash(Path(settings.DATASETS_DIR) / found.name / MANIFEST)
    leaves = Leaf.objects.filter(kind=KIND, game=None, index__gte=first, index__lt=end).order_by("index")
    told = ((leaf, json.loads(bytes(leaf.entry))) for leaf in leaves)
    return next((leaf for leaf, said in told if (said["name"], said["sha256"]) == (found.name, sha256)), None)
