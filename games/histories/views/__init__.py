"""Histories over HTTP."""
