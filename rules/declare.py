"""How actions and events are declared: small value classes that mark each secret once, on its field.

`@record` makes a slotted dataclass. Type checkers treat it as frozen; at run time it is not, because
a frozen dataclass takes twice as long to build and the engine builds millions.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Final, TypeVar, dataclass_transform, get_type_hints

from rules.kinds import KINDS, FieldKind

T = TypeVar("T")


class Hidden:
    """Stands in a redacted record for a value the reader may not know."""

    def __repr__(self) -> str:
        return "HIDDEN"

    def __reduce__(self) -> str:
        return "HIDDEN"


HIDDEN: Final = Hidden()


def public(*, drawn: bool = False, default: Any = MISSING) -> Any:
    """A field everyone may read. `drawn`: its value comes off a shuffled pile."""
    return field(default=default, metadata={"drawn": drawn})


def private(*, drawn: bool = False) -> Any:
    """A field only the record's own seat may read before the end."""
    return field(metadata={"seen_by": "seat", "drawn": drawn})


def secret(*, drawn: bool = False) -> Any:
    """A field nobody may read before the end."""
    return field(metadata={"seen_by": "nobody", "drawn": drawn})


@dataclass_transform(frozen_default=True, field_specifiers=(public, private, secret))
def record(cls: type[T]) -> type[T]:
    return dataclass(slots=True, unsafe_hash=True)(cls)


def stable_name(cls: type) -> str:
    """`RouteClaimed` is stored and sent as `route_claimed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


class Shape:
    """What the codec and the redaction need to know of one record class."""

    def __init__(self, cls: type[Any]) -> None:
        self.cls = cls
        self.name = stable_name(cls)
        self.kinds = {name: _kind_of(cls, name, hint) for name, hint in _own_hints(cls).items()}
        self.fields: tuple[str, ...] = tuple(self.kinds)
        self.optional = {f.name: f.default for f in fields(cls) if f.default is not MISSING}
        self.private = _marked(cls, "seen_by", value="seat")
        self.secret = _marked(cls, "seen_by", value="nobody")
        self.hidden = self.private + self.secret
        self.shown = tuple(name for name in self.fields if name not in self.hidden)
        self.drawn = _marked(cls, "drawn", value=True)
        self.chosen_secretly = tuple(name for name in self.hidden if name not in self.drawn)


def _kind_of(cls: type[Any], name: str, hint: Any) -> FieldKind:
    if hint not in KINDS:
        raise TypeError(f"{cls.__name__}.{name}: {hint} is no kind of field (rules/kinds.py)")
    return KINDS[hint]


def _own_hints(cls: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {f.name: hints[f.name] for f in fields(cls)}


def _marked(cls: type[Any], key: str, *, value: object) -> tuple[str, ...]:
    def has_mark(f: Field[Any]) -> bool:
        return bool(f.metadata.get(key) == value)

    return tuple(f.name for f in fields(cls) if has_mark(f))


class Registry:
    """All record classes of one sort, by stable name and by class."""

    def __init__(self, sort: str) -> None:
        self.sort = sort
        self.shapes: dict[type, Shape] = {}
        self.by_name: dict[str, Shape] = {}

    def add(self, cls: type[T]) -> type[T]:
        shape = Shape(cls)
        if shape.name in self.by_name:
            raise TypeError(f"two {self.sort}s are called {shape.name}")
        self.shapes[cls] = self.by_name[shape.name] = shape
        return cls
