"""What was signed: receipts, checkpoints with their cosignatures, and what a policy asks of them."""

import re
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode

from tests.proof.third.ed25519 import is_signed
from tests.proof.third.formulas import Unknown, Wrong, canonical, demand, read_object, sealed, sha256
from tests.proof.third.tree import check_inclusion

UNSIGNED = ("signature", "proof", "seat")
PREFIX = "signalbox public log, game "
PROOF = "c2sp.org/tlog-proof@v1"
LOG, WITNESS = b"\1", b"\4"


# -- receipts --------------------------------------------------------------------------------------


def from_base64url(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_name(x):
    told = canonical({"crv": "Ed25519", "kty": "OKP", "x": x})
    return urlsafe_b64encode(sha256(told)).decode().rstrip("=")


def check_receipt(receipt, keys):
    demand(receipt["format"] == "signalbox-receipt", "this is no receipt")
    key = next((key for key in keys if key_name(key["x"]) == receipt["key"]), None)
    if key is None or receipt["algorithm"] != "Ed25519":
        raise Unknown("its key is not among those given")
    told = canonical({name: value for name, value in receipt.items() if name not in UNSIGNED})
    is_good = is_signed(from_base64url(key["x"]), told, from_base64url(receipt["signature"]))
    demand(is_good, "the signature does not fit the receipt")
    demand(receipt["at"] <= key.get("until", receipt["at"]), "the key had been retired")


def check_head(entries, receipt):
    demand(entries[0]["game"] == receipt["game"], "a receipt of another game")
    demand(receipt["version"] <= len(entries), "the end of the log is missing")
    demand(entries[receipt["version"] - 1]["hash"] == receipt["hash"], "a receipt of another log")


def check_seat(entries, opening):
    """Whether this account took the seat, and kept it."""
    owner = None
    for entry in entries:
        if entry["type"] in ("seat_taken", "bot_seated", "seat_left", "seat_cleared"):
            owner = entry["public"].get("account") if entry["public"]["seat"] == opening["seat"] else owner
    demand(sealed(opening["salt"], {"account": opening["account"]}) == owner, "another account")


# -- the public log ----------------------------------------------------------------------------------


def blinded(game):
    return sha256((PREFIX + game).encode()).hex()


def from_base64(text, what="a hash"):
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise Wrong(f"{text[:40]!r} is not {what} in base64") from None


class Key:
    def __init__(self, name, public, kind, until=None):
        self.name, self.public, self.kind, self.until = name, public, kind, until
        self.id = sha256(name.encode() + b"\n" + kind + public)[:4]

    @classmethod
    def of(cls, vkey):
        name, number, material = vkey.split("+", 2)
        raw = from_base64(material, "a key")
        found = cls(name, raw[1:], raw[:1])
        demand(found.kind in (LOG, WITNESS) and found.id.hex() == number, "the id of a key does not fit")
        return found

    def has_signed(self, note):
        """Whether it has; a signature of its that does not fit spoils the note."""
        text, lines = note
        value = next((value for name, value in lines if (name, value[:4]) == (self.name, self.id)), None)
        if value is None:
            return False
        fits = self.accepts(text, value[4:])
        demand(fits, f"the signature of {self.name} does not fit")
        return True

    def accepts(self, text, value):
        if self.kind == LOG:
            return is_signed(self.public, text.encode(), value)
        seen = int.from_bytes(value[:8], "big")
        return is_signed(self.public, f"cosignature/v1\ntime {seen}\n{text}".encode(), value[8:])


def note_of(checkpoint):
    text, blank, lines = checkpoint.rpartition("\n\n")
    demand(blank and lines.endswith("\n"), "not a note")
    return text + "\n", [signature_of(line) for line in lines[:-1].split("\n")]


def signature_of(line):
    dash, name, value = line.split(" ") if line.count(" ") == 2 else ("", "", "")
    demand(dash == "—" and name, "not a line of a signature")
    return name, from_base64(value, "a signature")


def check_checkpoint(checkpoint, keys):
    """Origin, size and root; `keys` makes the keys of the log out of its origin."""
    note = note_of(checkpoint)
    origin, size, root, *_ = note[0].split("\n")
    known = keys(origin)
    demand(re.fullmatch(r"0|[1-9][0-9]*", size), "the size is not a number")
    signers = [key for key in known if key.has_signed(note)]
    if not signers:
        raise Unknown("no known key has signed the checkpoint")
    return origin, int(size), from_base64(root), signers


def check_proof(receipt, keys):
    """The entry says what the receipt says, and is in a log that one of the keys has signed."""
    if "proof" not in receipt:
        raise Unknown("the end of the game is not proved yet")
    entry, inclusion = receipt["proof"]["entry"], receipt["proof"]["inclusion"]
    said, name = read_object(entry), blinded(receipt.get("import", receipt["game"]))
    told = (said["game"], said["version"], said["hash"])
    demand(told == (name, receipt["version"], receipt["hash"]), "the entry says otherwise")
    head, _, checkpoint = inclusion.partition("\n\n")
    first, *lines = head.split("\n")
    demand(first == PROOF, "not a proof")
    index, *hashes = lines[1:] if lines[0].startswith("extra ") else lines
    _, size, root, signers = check_checkpoint(checkpoint, lambda origin: log_keys(origin, keys))
    demand(any(said["at"] <= (key.until or said["at"]) for key in signers), "the key had been retired")
    check_inclusion(entry.encode(), number(index), size, [from_base64(one) for one in hashes], root)


def log_keys(origin, keys):
    return [Key(origin, from_base64url(key["x"]), LOG, key.get("until")) for key in keys]


def number(line):
    demand(re.fullmatch(r"index (?:0|[1-9][0-9]*)", line), "a proof has an index")
    return int(line.removeprefix("index "))


# -- policies ----------------------------------------------------------------------------------------


def check_policy(policy, checkpoint):
    """The witnesses that have cosigned, if they are enough."""
    note, logs, members, quorum = note_of(checkpoint), [], {}, None
    for kind, *words in (line.split() for line in policy.split("\n") if line.strip()):
        if kind == "log":
            logs.append(Key.of(words[0]))
        elif kind == "witness":
            members[words[0]] = Key.of(words[1])
        elif kind == "group":
            members[words[0]] = (words[1], words[2:])
        elif kind == "quorum":
            (quorum,) = words
    found = [name for name, one in members.items() if isinstance(one, Key) and one.has_signed(note)]
    if (logs and not [key for key in logs if key.has_signed(note)]) or not reached(quorum, members, found):
        raise Unknown("too few have signed")
    return found


def reached(name, members, found):
    if name == "none" or isinstance(members[name], Key):
        return name == "none" or name in found
    least, names = members[name]
    needed = {"any": 1, "all": len(names)}.get(least) or int(least)
    return sum(reached(one, members, found) for one in names) >= needed
