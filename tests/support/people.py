"""People at their browsers."""

from __future__ import annotations

import html
import re
from typing import Any

from django.test import Client

PASSWORD = "a horse with a stapler"


def sign_up(browser: Client, name: str = "ada", password: str = PASSWORD) -> Any:
    return browser.post("/account/sign-up", {"username": name, "password1": password})


def sign_in(browser: Client, login: str = "ada", password: str = PASSWORD) -> Any:
    return browser.post("/account/sign-in", {"login": login, "password": password})


def is_signed_in(browser: Client) -> bool:
    return bool(browser.get("/account/").status_code == 200)


def text_of(answer: Any) -> str:
    """What a reader of the page sees, roughly."""
    words = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return " ".join(html.unescape(words).split())


def link_in(mail: Any) -> str:
    """The path of the first link in a mail."""
    (found,) = re.findall(r"https?://[^/\s]+(/\S+)", mail.body)[:1]
    return str(found)
