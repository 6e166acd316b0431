"""A log in memory that signs, and that can be made to lie."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from proof.transparency.checkpoints import Checkpoint, InclusionProof
from proof.transparency.notes import Signature, Verifier, sealed
from proof.transparency.tiles import WIDTH, bundle, parent, placed
from proof.transparency.tree import inclusion, leaf_hash, node_hash, root


class LogOfOne:
    """All entries at once, without a server."""

    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))

    def __init__(self, origin, entries):
        self.origin, self.entries = origin, list(entries)
        self.older = []  # private keys that sign beside the one in use

    @property
    def key(self):
        return self.key_of(self.private)

    def key_of(self, private):
        return Verifier(self.origin, private.public_key().public_bytes_raw())

    def read(self, height, index):
        if height == 0:
            return leaf_hash(self.entries[index])
        return node_hash(self.read(height - 1, 2 * index), self.read(height - 1, 2 * index + 1))

    @property
    def root(self):
        return root(len(self.entries), self.read)

    @property
    def note(self):
        text = Checkpoint(self.origin, len(self.entries), self.root).text
        privates = [self.private, *self.older]
        return sealed(
            text,
            [Signature(self.origin, self.key_of(one).key_id, one.sign(text.encode())) for one in privates],
        )

    def proof(self, index):
        return InclusionProof(index, inclusion(index, len(self.entries), self.read), self.note)

    def fetch(self, path):
        """As a server hands it out."""
        if path == "checkpoint":
            return self.note.encode()
        _, level, rest = path.split("/", 2)
        index, width = placed(rest) or (0, 0)
        if level == "entries":
            return bundle(self.entries[index * WIDTH :][:width])
        hashes = [leaf_hash(entry) for entry in self.entries]
        for _ in range(int(level)):
            full = range(0, len(hashes) // WIDTH * WIDTH, WIDTH)
            hashes = [parent(b"".join(hashes[at : at + WIDTH])) for at in full]
        return b"".join(hashes[index * WIDTH :][:width])
