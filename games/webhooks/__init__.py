"""Webhooks: signed messages posted to URLs that players register. The URLs are not trusted."""
