"""A public log of all games as a Merkle tree, in the formats that other tools of the field read.

Hashes are those of RFC 6962, tiles, checkpoints, signed notes, cosignatures and proofs those of C2SP. Nothing
here needs more than the standard library.
"""
