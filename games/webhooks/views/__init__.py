"""Webhooks and their deliveries over HTTP."""
