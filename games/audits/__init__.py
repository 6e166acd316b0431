"""Proving logs: reports, audits in the background, receipts, imports, history and the access log."""
