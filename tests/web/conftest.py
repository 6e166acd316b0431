"""A browser for a worker's tests of the web table; a look at each page's conduct afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from signalbox_client import Client
from tests.support.browser import chromium
from tests.support.finished import Finished, finished_game
from tests.support.web import DESK, Conduct, Person, signed_in_storage

SECONDS = 20  # much more than it takes: the machine may be busy with something else
expect.set_options(timeout=1000 * SECONDS)
NO_BROWSER = "no Chromium is installed; Debian's is: apt install chromium"
_numbers = count(1)

NewPerson = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/web/" in item.nodeid and chromium() is None:
            item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


@pytest.fixture(scope="package")
def url(run) -> str:
    return f"http://localhost:{run.port}"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Not for the whole session: while Playwright's loop runs, Django refuses queries in this thread."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield started
        started.close()


@pytest.fixture(scope="package")
def finished(url) -> Finished:
    """A rated game of two people, played to its end: for looking at only."""
    return finished_game(url)


@pytest.fixture
def conduct(url) -> Iterator[Conduct]:
    """After the test: no broken policy, no error, no third party. Add an origin that a test may ask."""
    watched = Conduct(url)
    yield watched
    assert not watched.offences, "\n".join(watched.offences)


@pytest.fixture
def new_context(browser, conduct) -> Iterator[Callable[..., BrowserContext]]:
    """A browser with a storage of its own; takes what Playwright's `new_context` takes."""
    opened: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**{"locale": "en-GB", "viewport": DESK, **options})
        context.set_default_timeout(1000 * SECONDS)
        conduct.watch(context)
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()


@pytest.fixture
def page(new_context) -> Page:
    """The page of a visitor who has not signed in."""
    opened: Page = new_context().new_page()
    return opened


@pytest.fixture
def person(url, new_context) -> Iterator[NewPerson]:
    """`person("ada")` signs up and has a browser that is signed in. Their name has a number after it."""
    people: list[Person] = []

    def make(name: str = "ada", **options: Any) -> Person:
        with Client(url) as guest:
            account = guest.players.sign_up(name=f"{name}-{next(_numbers)}")
        token = account.token.token
        context = new_context(storage_state=signed_in_storage(url, token), **options)
        people.append(Person(url, account.player.name, token, context))
        return people[-1]

    yield make
    for one in people:
        one.client.close()


@pytest.fixture
def grace(finished, url, new_context) -> Iterator[Person]:
    """Who had the first seat in the finished game, signed in."""
    context = new_context(storage_state=signed_in_storage(url, finished.tokens[0]))
    found = Person(url, finished.names[0], finished.tokens[0], context)
    yield found
    found.client.close()
