"""One request, and who sends it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.chaos.costs.scene import Scene


@dataclass(frozen=True, slots=True)
class Question:
    name: str
    sort: str  # valid, or what is wrong with it
    method: str
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    once: bool = False

    @property
    def size(self) -> int:
        return len(self.path) + len(self.body or b"") + sum(map(len, self.headers.values()))


def usual(scene: Scene) -> Question:
    return Question("getGame", "usual", "GET", f"/api/v1/games/{scene.running}", signed(scene))


def signed(scene: Scene, **more: str) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {scene.host.token}",
        **{k.replace("_", "-"): v for k, v in more.items()},
    }
