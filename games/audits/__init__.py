"""Audits of logs: reports, receipts, imports, history and the access log."""
