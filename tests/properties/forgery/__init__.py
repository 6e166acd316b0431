"""Logs as a forger writes them who knows the seed: one thing is spoilt, and all hashes and seals fit."""
