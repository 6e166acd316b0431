"""The public log has the hash of each manifest, so that no data set can be exchanged for another one."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.datasets.folder import dataset_list
from games.models import Leaf, PendingLeaf
from games.transparency.announcements import announce
from rules.datasets.content import file_hash
from rules.datasets.manifest import MANIFEST

KIND: Final = "dataset_published"


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
