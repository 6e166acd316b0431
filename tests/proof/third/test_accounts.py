"""The third verifier opens the account in a seat, and follows the list of the looks of auditors."""

import pytest

from proof.looks import NOTHING, look_link
from proof.receipts import seat_commitment
from proof.transparency.entries import blinded as named
from tests.proof.third.formulas import Wrong
from tests.proof.third.looks import check_looks
from tests.proof.third.signed import check_seat
from tests.properties.forgery.recorded import recorded

AT = "2026-01-31T18:00:00.000000Z"
GAME = "00000000-0000-4000-8000-000000000001"


def looked(count, account="5a" * 32):
    """So many looks of an auditor."""
    looks, before = [], NOTHING
    for number in range(1, count + 1):
        look = {"number": number, "at": AT, "what": "export", "version": number, "account": account}
        before = look_link(before, GAME, look)
        looks.append({**look, "hash": before})
    return looks


def entered(looks):
    return {
        "kind": "game_looks",
        "at": AT,
        "game": named(GAME),
        "count": len(looks),
        "hash": looks[-1]["hash"],
    }


def test_a_list_of_looks_holds_beside_the_public_log():
    looks = looked(3)

    check_looks(GAME, looks, [entered(looks[:2]), entered(looks)])


@pytest.mark.parametrize("lie", ["changed", "left out", "the last left out", "made anew", "of another game"])
def test_a_list_of_looks_that_was_forged_is_found(lie):
    looks = looked(3)
    entries, game = [entered(looks[:2]), entered(looks)], GAME
    if lie == "changed":
        looks[1]["version"] = 9
    if lie == "left out":
        del looks[1]
    if lie == "the last left out":
        del looks[-1]
    if lie == "made anew":
        looks = looked(3, account="5b" * 32)
    if lie == "of another game":
        game = "g-2"

    with pytest.raises(Wrong):
        check_looks(game, looks, entries)


def test_the_account_in_a_seat_is_opened_by_its_salt():
    salt, account = "5a" * 32, "0b6f7ad5-8f4c-4f0c-9f0e-0f6c5a0f3a11"
    log, opening = recorded("no clock"), {"seat": 0, "account": account, "salt": salt}
    for entry in log:
        if entry["type"] == "seat_taken" and entry["public"].get("client_seed") == "ada0":
            entry["public"]["account"] = seat_commitment(bytes.fromhex(salt), account)

    check_seat(log, opening)

    for lie in ({"seat": 1}, {"account": account.replace("0b", "0c")}, {"salt": "5b" * 32}, {"salt": "5a"}):
        with pytest.raises(Wrong):
            check_seat(log, {**opening, **lie})


def test_a_salt_of_another_length_opens_nothing():
    """Else a byte could belong to the salt or to what was committed to."""
    account, log = "0b6f7ad5-8f4c-4f0c-9f0e-0f6c5a0f3a11", recorded("no clock")
    for entry in log:
        if entry["type"] == "seat_taken":
            entry["public"]["account"] = seat_commitment(bytes(31), account)

    with pytest.raises(Wrong):
        check_seat(log, {"seat": 0, "account": account, "salt": "00" * 31})
