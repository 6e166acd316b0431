"""Audits over HTTP."""
