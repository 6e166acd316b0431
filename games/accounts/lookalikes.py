"""What a name looks like, however it is written."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Letters, digits and signs that pass for a letter; also for each other, as i and l do.
_ALIKE: Final = {
    other: letter
    for letter, others in {
        "a": "4@аα",
        "b": "8ьвβ",
        "g": "69ԍ",
        "l": "1!|iіӏι",
        "n": "пη",
        "o": "0оο",
        "s": "5$ѕ",
        "x": "хχ",
    }.items()
    for other in others
}
# Every form of a Latin letter has that letter in its name: small capitals, in boxes, with strokes.
_LATIN: Final = re.compile(r"(?:LATIN|INDICATOR) .*?\b([A-Z])\b")
# East Asian scripts are written beside each other and beside Latin; modifiers belong to any.
_AMONG_OTHERS: Final = frozenset(("BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "KATAKANA", "MODIFIER"))


def skeleton(name: str) -> str:
    """Two names with the same skeleton can be mistaken for each other.

    Case, marks, spaces and punctuation do not count.
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in map(_looks, plain) if letter.isalnum())


def mixes_scripts(name: str) -> bool:
    """Whether a word has letters of several alphabets, which nobody needs who does not disguise it."""
    plain = unicodedata.normalize("NFKC", name)
    words = re.findall(r"\w+", plain)
    return any(len(set(map(_script, word)) - _AMONG_OTHERS - {""}) > 1 for word in words)


def _looks(letter: str) -> str:
    latin = _LATIN.search(unicodedata.name(letter, ""))
    found = latin[1].lower() if latin else letter
    return _ALIKE.get(found, found)


def _script(letter: str) -> str:
    """The first word of the name of a letter; empty for anything else."""
    return re.split("[ -]", unicodedata.name(letter, ""))[0] if letter.isalpha() else ""
