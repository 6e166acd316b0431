"""A verifier that was written from docs/verifier.md alone; a test sees to it that it shares no code."""
