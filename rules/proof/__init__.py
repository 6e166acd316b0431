"""Proving a log: the chain of hashes, the seals, the shuffles, every decision made again, and receipts."""
