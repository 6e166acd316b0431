"""Choices, push subscriptions and unsubscribe links over HTTP."""
