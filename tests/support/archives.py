"""The archive of all that is kept of a person, as its owner opens it."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

from tests.support.callers import Caller


def archive_of(caller: Caller) -> dict[str, Any]:
    """The files of an archive: JSON as it is read, logs as text."""
    answer = caller.get("/me/export")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/zip"
    assert "private" in answer["Cache-Control"] or "no-store" in answer["Cache-Control"]
    whole = io.BytesIO(b"".join(answer.streaming_content))
    with ZipFile(whole) as archive:
        assert archive.testzip() is None
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    return {name: json.loads(text) if name.endswith(".json") else text for name, text in texts.items()}
