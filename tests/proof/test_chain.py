"""The chain, the seals and the receipts, against their published vectors and a second program."""

import hashlib
import hmac
import json
from importlib.resources import files

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from proof.chain import canonical, commit, from_base64url, link, salt_for
from proof.ed25519 import ORDER, is_signed
from proof.inclusion import check_proof
from proof.receipts import check_receipt, public_key, seat_commitment
from proof.transparency.entries import blinded

VECTORS = json.loads((files("rules") / "vectors.json").read_text(encoding="utf-8"))


def noted(vector) -> str:
    return vector["note"]


@pytest.mark.parametrize("vector", VECTORS["canonical"], ids=noted)
def test_a_published_value_is_written_as_published(vector):
    assert canonical(vector["value"]).decode() == vector["text"]
    assert json.loads(vector["text"]) == vector["value"]


@pytest.mark.parametrize("vector", VECTORS["links"], ids=noted)
def test_a_published_entry_has_the_published_hash(vector):
    envelope = ("actor", "at", "by", "game", "public", "sealed", "seq", "type", "v")
    members = {name: vector["entry"][name] for name in envelope if name in vector["entry"]}
    text = json.dumps(members, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    assert link(vector["prev"], vector["entry"]) == vector["hash"]
    assert hashlib.sha256((vector["prev"] + text).encode()).hexdigest() == vector["hash"]


@pytest.mark.parametrize("vector", VECTORS["salts"], ids=lambda vector: vector["seq"])
def test_a_published_salt_follows_from_its_key(vector):
    key = bytes.fromhex(vector["key"])

    assert salt_for(key, vector["seq"]).hex() == vector["salt"]
    assert hmac.new(key, b"salt#%d" % vector["seq"], hashlib.sha256).hexdigest() == vector["salt"]


@pytest.mark.parametrize("vector", VECTORS["seals"], ids=lambda vector: next(iter(vector["private"])))
def test_a_published_seal_opens(vector):
    salt = bytes.fromhex(vector["salt"])
    text = json.dumps(vector["private"], separators=(",", ":")).encode()

    assert commit(salt, vector["private"]) == vector["commit"] == hashlib.sha256(salt + text).hexdigest()


@pytest.mark.parametrize("vector", VECTORS["receipts"], ids=noted)
def test_a_published_receipt_is_judged_as_published(vector):
    receipt = vector["receipt"]
    entries = [{"game": receipt["game"], "hash": receipt["hash"]}] * 2

    assert check_receipt(entries, receipt, vector["keys"]).result == vector["result"]


@pytest.mark.parametrize("vector", VECTORS["seats"], ids=lambda vector: vector["account"])
def test_a_seat_has_the_published_commitment_to_its_account(vector):
    salt, told = bytes.fromhex(vector["salt"]), f'{{"account":"{vector["account"]}"}}'

    assert seat_commitment(salt, vector["account"]) == vector["commitment"]
    assert hashlib.sha256(salt + told.encode()).hexdigest() == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS["blinded"], ids=lambda vector: vector["game"])
def test_a_game_has_the_published_name_in_the_log(vector):
    told = b"signalbox public log, game " + vector["game"].encode()

    assert blinded(vector["game"]) == vector["name"] == hashlib.sha256(told).hexdigest()


@pytest.mark.parametrize("vector", VECTORS["inclusions"], ids=noted)
def test_a_published_proof_is_judged_as_published(vector):
    found = check_proof(vector["receipt"], vector["keys"])

    assert found.result == vector["result"]
    assert found.detail == vector.get("detail", found.detail)


@pytest.mark.parametrize("vector", VECTORS["receipts"], ids=noted)
def test_a_published_key_is_named_by_its_thumbprint(vector):
    for key in vector["keys"]["keys"]:
        assert public_key(from_base64url(key["x"])).items() <= key.items()


# -- Ed25519 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("public", "message", "signature"),
    [  # RFC 8032, 7.1, tests 1 to 3
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ],
)
def test_a_signature_of_the_standard_is_accepted_and_any_other_is_not(public, message, signature):
    key, said, by = bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature)

    assert is_signed(key, said, by)
    assert not is_signed(key, said + b"!", by)
    assert not is_signed(key, said, by[:40] + bytes([by[40] ^ 1]) + by[41:])


def test_it_judges_as_the_library_does_whichever_bit_is_turned():
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    public = private.public_key().public_bytes_raw()
    signature = private.sign(b"message")

    for at in range(0, 96 * 8, 37):
        whole = bytearray(public + signature)
        whole[at // 8] ^= 1 << at % 8
        assert is_signed(bytes(whole[:32]), b"message", bytes(whole[32:])) is False
        with pytest.raises((InvalidSignature, ValueError)):
            Ed25519PublicKey.from_public_bytes(bytes(whole[:32])).verify(bytes(whole[32:]), b"message")


def test_a_second_spelling_of_a_signature_is_refused():
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    signature = private.sign(b"message")
    larger = int.from_bytes(signature[32:], "little") + ORDER

    again = signature[:32] + larger.to_bytes(32, "little")
    assert not is_signed(private.public_key().public_bytes_raw(), b"message", again)


@pytest.mark.parametrize(
    "odd", [{}, {"format": "other"}, {"version": "2"}, {"signature": 7}, {"at": "later"}]
)
def test_a_receipt_that_is_none_fails_and_breaks_nothing(odd):
    vector = VECTORS["receipts"][0]
    receipt = {**vector["receipt"], **odd} if odd else {}

    assert check_receipt([], receipt, vector["keys"]).result == "failed"
