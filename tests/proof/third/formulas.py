"""The byte strings of a log: canonical JSON, hashes, seals, keys and shuffles."""

import hashlib
import hmac
import json
import re
from datetime import datetime

SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
MEMBERS = ("game", "seq", "type", "v", "actor", "by", "at", "public", "sealed", "signature")
LARGEST = 2**53 - 1
DEEPEST = 32
MOMENT = re.compile(r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
BLOCK = 32


class Wrong(Exception):
    """What was claimed does not hold."""


class Unknown(Exception):
    """It cannot be checked: something is missing that says nothing against it."""


def demand(is_so, why):
    if not is_so:
        raise Wrong(why)


def sha256(data):
    return hashlib.sha256(data).digest()


def keyed(key, data):
    return hmac.digest(key, data, "sha256")


def raw(text):
    demand(isinstance(text, str) and re.fullmatch(r"(?:[0-9a-f]{2})*", text), f"{text!r} is not hexadecimal")
    return bytes.fromhex(text)


def canonical(value):
    return written(value, DEEPEST).encode()


def written(value, levels):
    if isinstance(value, str):
        return '"' + "".join(map(escaped, value)) + '"'
    demand(levels or type(value) is int, "nested too deep")
    if isinstance(value, list):
        return "[" + ",".join(written(one, levels - 1) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(member(name, value[name], levels - 1) for name in sorted(value)) + "}"
    demand(type(value) is int and abs(value) <= LARGEST, f"{value!r} is no part of a log")
    return str(value)


def member(name, value, levels):
    return f"{written(name, levels)}:{written(value, levels)}"


def escaped(char):
    return SHORT.get(char) or (f"\\u00{ord(char):02x}" if char < " " else char)


def read_object(text):
    """JSON that every program reads alike."""
    try:
        found = json.loads(text, object_pairs_hook=members_once, parse_float=refused, parse_constant=refused)
        canonical(found)
    except (ValueError, RecursionError) as error:
        raise Wrong(f"not JSON as a log has it: {error}") from None
    demand(isinstance(found, dict), "not an object")
    return found


def members_once(pairs):
    found = dict(pairs)
    demand(len(found) == len(pairs), "a member occurs twice")
    return found


def refused(number):
    raise Wrong(f"{number} is not a whole number")


def moment(text):
    demand(MOMENT.fullmatch(text), f"{text!r} is not a time to the microsecond in UTC")
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise Wrong(str(error)) from None


def link(before, entry):
    return sha256(before.encode() + canonical({name: entry[name] for name in MEMBERS if name in entry})).hex()


def commitment(seed):
    return sha256(raw(seed)).hex()


def game_key(seed, name, client_seeds):
    return keyed(raw(seed), canonical([name, client_seeds]))


def salt_of(key, seq):
    return keyed(key, f"salt#{seq}".encode())


def sealed(salt, private):
    """Of the hidden part of an entry, and of the account in a seat."""
    demand(len(raw(salt)) == BLOCK, "a salt has 32 bytes")
    return sha256(raw(salt) + canonical(private)).hex()


def shuffled(key, label, items):
    cards, words = sorted(items), words_of(key, label)
    for left in range(len(cards), 1, -1):
        word = next(word for word in words if word < 65536 - 65536 % left)
        cards[left - 1], cards[word % left] = cards[word % left], cards[left - 1]
    return cards


def words_of(key, label):
    counter = 0
    while True:
        block = keyed(key, label.encode() + counter.to_bytes(8, "big"))
        yield from (int.from_bytes(block[at : at + 2], "big") for at in range(0, BLOCK, 2))
        counter += 1
