"""Names that look like that of the server, in whatever script, and names that look like none."""

from __future__ import annotations

import pytest

from games.accounts.lookalikes import mixes_scripts, skeleton
from games.accounts.names import is_reserved, names_server


def refused(name: str) -> bool:
    """As the name of an app."""
    return is_reserved(name) or names_server(name) or mixes_scripts(name)


@pytest.mark.parametrize(
    "name",
    [
        "Signalbox.",
        "Signalbox Official",
        "The real S i g n a l b o x",
        "S-i-g-n-a-l-b-o-x",
        "S1gnalb0x",
        "5ignalbox",
        "$!gn@lbox",
        "SignaIbox",  # a capital i
        "Signa|box",
        "Sígnalböx",
        "Signa\u0142box",  # l with a stroke
        "S\u0131gnalbox",  # i without a dot
        "Si\u0261nalbox",  # a script g
        "\ua731\u026a\u0262\u0274\u1d00\u029f\u0299\u1d0fx",  # small capitals
        "\uff33\uff49\uff47\uff4e\uff41\uff4c\uff42\uff4f\uff58",  # full width
        "\U0001d412\U0001d422\U0001d420\U0001d427\U0001d41a\U0001d425\U0001d41b\U0001d428\U0001d431",  # bold
        "\u24c8ignalbox",  # in a circle
        "\U0001f182ignalbox",  # in a dark box
        "\U0001f1f8\U0001f1ee\U0001f1ec\U0001f1f3\U0001f1e6\U0001f1f1\U0001f1e7\U0001f1f4\U0001f1fd",  # flags
        "S\u0456gnalbox",  # a Cyrillic letter among Latin ones
        "\u0405\u0406gn\u0430lb\u043e\u0445",
        "\u0455\u0456\u050d\u043f\u0430\u04cf\u044c\u043e\u0445",  # Cyrillic letters alone
        "Sign\u03b1lb\u03bfx",  # Greek letters
        "Sig\u0578albox",  # an Armenian letter
        "\u13daignalbox",  # a Cherokee letter
        "P\u043ecket",  # a disguise of another app
        "Adm1n",
        "Offici\u00e1l",
        "Supp\u00f8rt",
    ],
)
def test_a_disguise_is_seen_through(name):
    assert refused(name)


@pytest.mark.parametrize(
    "name",
    [
        "Pocket",
        "Signal",
        "Box of signals",
        "Pociągi w kieszeni",
        "Zażółć gęślą jaźń",
        "Поезда в кармане",
        "Поезда/Trains",
        "Τρένα",
        "電車のアプリ",
        "Tシャツ电车",
        "기차 앱",
        "قطارات",
        "🚂 4 you!",
        "0x15",
    ],
)
def test_an_honest_name_of_any_script_is_none(name):
    assert not refused(name)


def test_names_of_players_are_compared_by_their_looks():
    assert skeleton("Plan-ner") == skeleton("p1anner")
    assert is_reserved("p1anner")
    assert is_reserved("de1eted-1")
    assert not is_reserved("signalbox-fan")
