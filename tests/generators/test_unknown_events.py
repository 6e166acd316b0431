"""A type of event that was added after a client was generated does not break the client."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from games.reading.examples import DRAWN
from tests.generators import tools
from tests.support.http_server import Handler, serving

GAME = DRAWN["game"]
INVENTED: dict[str, Any] = {**DRAWN, "seq": 26, "type": "weather_changed", "public": {"wind": [1, "west"]}}
PAGE = {"version": INVENTED["seq"], "hash": DRAWN["hash"], "items": [DRAWN, INVENTED], "next": None}
READ = "CardDrawnEvent UnknownEvent\n"


class Later(Handler):
    """A server that knows one more type of event."""

    def serve(self) -> None:
        self.reply(200, {"Content-Type": "application/json"}, json.dumps(PAGE).encode())


@pytest.fixture
def origin() -> Iterator[str]:
    with serving(Later) as port:
        yield f"http://127.0.0.1:{port}"


def test_openapi_python_client_reads_it_as_an_unknown_event(python_client, origin):
    done = tools.python("python", "reader.py", origin, GAME, at=python_client)

    assert done.stdout == READ, tools.said(done)


def test_openapi_typescript_reads_it_as_an_unknown_event(typescript_client, origin):
    done = tools.python("node", "reader.ts", origin, GAME, at=typescript_client)

    assert done.stdout == READ, tools.said(done)


def test_openapi_generator_reads_it_as_an_unknown_event(generated_python):
    program = (
        "import json, openapi_client, sys\n"
        "page = openapi_client.EventList.from_dict(json.loads(sys.argv[1]))\n"
        "def inner(event):\n"
        "    held = getattr(event, 'actual_instance', None)\n"
        "    return inner(held) if held is not None else type(event).__name__\n"
        "print(*map(inner, page.items))\n"
    )
    done = tools.python("python", "-c", program, json.dumps(PAGE), at=generated_python[0])

    assert done.stdout == READ, tools.said(done)
