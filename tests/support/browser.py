"""A real browser, if there is a Chromium here, driven through its debugging pipe."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from tests.support.processes import eventually

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = (
    *("--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--no-sandbox", "--disable-dev-shm-usage", "--remote-debugging-pipe"),  # containers allow no more
)


SECONDS = 240  # much more than it takes: the machine may be busy with something else


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """A tab. What is run in it has the rights of the page that is open."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def open(self, url: str) -> None:
        self._call("Page.navigate", url=url)
        # The old page is still there for a moment.
        address = json.dumps(url)
        self.until(f"location.href === new URL({address}).href && document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        """The value of the last expression, awaited."""
        done = self._call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def until(self, condition: str) -> None:
        eventually(lambda: self.run(f"Boolean({condition})"), seconds=SECONDS, what=condition)

    def click(self, selector: str) -> None:
        self.until(f"document.querySelector({json.dumps(selector)})")
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def fill(self, selector: str, text: str) -> None:
        """Types into a field of a page made with React, which wants to hear of it."""
        self.until(f"document.querySelector({json.dumps(selector)})")
        self.run(
            f"""(() => {{
                const field = document.querySelector({json.dumps(selector)});
                const kind = Object.getPrototypeOf(field);
                Object.getOwnPropertyDescriptor(kind, "value").set.call(field, {json.dumps(text)});
                field.dispatchEvent(new Event("input", {{ bubbles: true }}));
            }})()"""
        )

    def resize(self, width: int, height: int) -> None:
        """As on a screen of this size."""
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def prefer(self, scheme: str) -> None:
        """As for a reader who prefers `light` or `dark` pages."""
        self._call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def hold_passkeys(self) -> None:
        """From now on a device is at hand that keeps passkeys and confirms every request."""
        self._call("WebAuthn.enable")
        device = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
        }
        self._call("WebAuthn.addVirtualAuthenticator", options=device)

    def _call(self, method: str, **params: Any) -> Any:
        return self._browser.call(method, params, self._session)


class Browser:
    def __init__(self, commands: BinaryIO, answers: BinaryIO) -> None:
        self._commands, self._answers, self._number = commands, answers, 0

    def page(self) -> Page:
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        found = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        return Page(self, found["sessionId"])

    def call(self, method: str, params: dict[str, Any], session: str | None = None) -> Any:
        self._number += 1
        command = {"id": self._number, "method": method, "params": params}
        self._commands.write(json.dumps({**command, **({"sessionId": session} if session else {})}).encode())
        self._commands.write(b"\0")
        self._commands.flush()
        while (answer := self._read()).get("id") != self._number:
            pass  # an event
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def _read(self) -> dict[str, Any]:
        """Messages end with a zero byte."""
        message = bytearray()
        while (byte := self._answers.read(1)) != b"\0":
            assert byte, "the browser has ended"
            message += byte
        found: dict[str, Any] = json.loads(message)
        return found


@contextmanager
def browsing(program: str, folder: Path) -> Iterator[Browser]:
    """The browser reads commands from its descriptor 3 and answers to 4."""
    (theirs, ours), (our_end, their_end) = os.pipe(), os.pipe()
    command = shlex.join([program, *OPTIONS, f"--user-data-dir={folder}", "about:blank"])
    process = subprocess.Popen(
        ["bash", "-c", f"exec {command} 3<&{theirs} 4>&{their_end}"],
        pass_fds=(theirs, their_end),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    os.close(their_end)
    try:
        with os.fdopen(ours, "wb") as commands, os.fdopen(our_end, "rb") as answers:
            yield Browser(commands, answers)
    finally:
        process.terminate()
        process.wait(20)
