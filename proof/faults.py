"""What an auditor says of a log: that it is wrong from an entry on, or that it cannot be judged yet."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 500  # characters of what is wrong


class Fault(Exception):
    """The log is not what it claims to be, from this entry on."""

    def __init__(self, seq: int | None, why: str) -> None:
        super().__init__(why)
        self.seq, self.why = seq, why[:LONGEST]


class NotYet(Exception):
    """It cannot be checked without what is still secret."""


class at:  # noqa: N801 (it is read as a word of a sentence: `with at(seq)`)
    """Whatever goes wrong with an entry is its fault: no entry, however odd, may stop its auditor.

    A class, since a `contextmanager` takes three times as long and there is one for every entry.
    """

    __slots__ = ("_seq",)

    def __init__(self, seq: int) -> None:
        self._seq = seq

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, (Fault, NotYet)):
            raise Fault(self._seq, f"the entry cannot be read: {type(error).__name__}: {error}") from None
