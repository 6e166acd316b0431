"""Stored games are read for ever: a name, a field or a version once released stays as it is.

A change of fields is a new version with a step in `rules/upcasts.py`; then the list is written anew
with `python -m tests.repo.test_frozen_names`, and the difference is looked at twice.
"""

import json
from pathlib import Path
from typing import Any, get_type_hints

from rules.actions import ACTIONS
from rules.declare import Shape
from rules.events import EVENTS
from rules.table.base import TABLE_EVENTS

FROZEN = Path(__file__).with_name("frozen_names.json")


def fields_of(shape: Shape) -> dict[str, str]:
    """Each field with its type, and who may read it before the end if not everybody."""
    readers = dict.fromkeys(shape.private, " (its seat)") | dict.fromkeys(shape.secret, " (nobody)")
    hints = get_type_hints(shape.cls)
    return {name: _spelled(hints[name]) + readers.get(name, "") for name in shape.fields}


def _spelled(hint: Any) -> str:
    text = hint.__name__ if isinstance(hint, type) and not hasattr(hint, "__args__") else str(hint)
    return text.replace("typing.", "")


def names() -> dict[str, Any]:
    events = {name: {"v": shape.cls.v, **fields_of(shape)} for name, shape in EVENTS.by_name.items()}
    actions = {name: fields_of(shape) for name, shape in ACTIONS.by_name.items()}
    table = {name: {"v": shape.cls.v, **fields_of(shape)} for name, shape in TABLE_EVENTS.by_name.items()}
    return {"actions": actions, "events": events, "table_events": table}


def test_every_stored_name_version_and_field_is_as_it_was_released():
    assert names() == json.loads(FROZEN.read_text(encoding="utf-8"))


def test_a_version_of_an_event_is_not_also_a_field():
    for shape in (*EVENTS.by_name.values(), *TABLE_EVENTS.by_name.values()):
        assert "v" not in shape.fields
        assert "type" not in shape.fields


if __name__ == "__main__":
    FROZEN.write_text(json.dumps(names(), indent=2, sort_keys=True) + "\n", encoding="utf-8")
