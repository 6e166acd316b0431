"""Records of answers: typed, tolerant of what is new, and written back as they came."""

from __future__ import annotations

from threading import Lock
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import UNSET
from msgspec import UnsetType as Unset

__all__ = ["UNSET", "Open", "Record", "Unknown", "Unset", "plain", "read", "read_json"]

T = TypeVar("T")


class Record(msgspec.Struct, kw_only=True):
    """Members that are absent are None, and members that this version does not know are left out."""


class Unknown:
    """A value of a type that was added after this client was made. It can be sent back as it came."""

    def __init__(self, members: dict[str, Any]) -> None:
        self.members = members

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["members"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unknown) and other.members == self.members

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.members!r})"


class _Members(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, (*cls.known.values(), cls.unknown))  # type: ignore[attr-defined]


class Open(metaclass=_Members):
    """One of several records, by the value of a member. msgspec's own unions refuse what they do not know."""

    tag: ClassVar[str]
    known: ClassVar[dict[str, type[Record]]]
    unknown: ClassVar[type[Record | Unknown]]

    @classmethod
    def read(cls, members: Any) -> Record | Unknown:
        found = cls.known.get(members.get(cls.tag), cls.unknown)
        return found(members) if issubclass(found, Unknown) else read(members, found)


_building = Lock()
_built: set[Any] = set()


def _build(kind: Any) -> None:
    """At its first use msgspec describes a kind to itself; a thread that meets half a description crashes."""
    if kind not in _built:
        with _building:
            msgspec.json.Decoder(kind, dec_hook=_read)
            _built.add(kind)


def read(value: Any, kind: type[T]) -> T:
    _build(kind)
    return msgspec.convert(value, kind, dec_hook=_read)


def read_json(text: bytes | str, kind: type[T]) -> T:
    _build(kind)
    return msgspec.json.decode(text, type=kind, dec_hook=_read)


def _read(kind: type, value: Any) -> Any:
    if issubclass(kind, Open):
        return kind.read(value)
    raise NotImplementedError(kind)


def plain(value: Any) -> Any:
    """As JSON has it: without what is absent, and with times as texts."""
    return _without_none(msgspec.to_builtins(value, builtin_types=(), enc_hook=_write))


def _write(value: Any) -> Any:
    if isinstance(value, Unknown):
        return value.members
    raise NotImplementedError(type(value))


def _without_none(value: Any) -> Any:
    """Lists keep theirs: an empty place on the market is one."""
    if isinstance(value, dict):
        return {name: _without_none(member) for name, member in value.items() if member is not None}
    return [_without_none(member) for member in value] if isinstance(value, list) else value
