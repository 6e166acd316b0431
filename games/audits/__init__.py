"""Audits of logs: reports, background audits, receipts, imports, history and the access log."""
