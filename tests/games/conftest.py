"""What tests of games share."""

import pytest


@pytest.fixture
def sent(monkeypatch):
    """What was sent to the broker, instead of sending it: the task, and what it was told."""
    messages: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        "games.play.dispatch.current_app.send_task",
        lambda name, args, **_: messages.append((name.removeprefix("games.tasks."), *args)),
    )
    return messages
