"""Push messages are encrypted as RFC 8291 says."""

from cryptography.hazmat.primitives.asymmetric import ec

from games.notifications.encryption import CURVE, MAX_PLAIN_BYTES, RECORD_SIZE, encrypted
from tests.support.push_service import Browser, padded, unpadded

# RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6"
    "PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(padded(text)), CURVE)


def test_the_example_of_the_standard_comes_out_byte_by_byte():
    browser = Browser(private_key(RECEIVER), padded(AUTH))
    body = encrypted(PLAIN, browser.public, browser.auth, own=private_key(SENDER), salt=padded(SALT))

    assert unpadded(body) == BODY
    assert browser.decrypted(body) == PLAIN


def test_each_message_has_a_key_and_a_salt_of_its_own():
    browser = Browser()
    one, other = (encrypted(PLAIN, browser.public, browser.auth) for _ in range(2))

    assert one[:86] != other[:86]
    assert browser.decrypted(one) == browser.decrypted(other) == PLAIN


def test_the_longest_message_fills_one_record():
    browser = Browser()
    body = encrypted(b"x" * MAX_PLAIN_BYTES, browser.public, browser.auth)

    assert len(body) == RECORD_SIZE
    assert browser.decrypted(body) == b"x" * MAX_PLAIN_BYTES
