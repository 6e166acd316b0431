"""The server: the tools of one account, over one client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations

from signalbox_client import AsyncClient, SignalboxError
from signalbox_client.mcp.tools import Tools
from signalbox_client.version import __version__

INSTRUCTIONS: Final = """\
Play route-building board games for one account of a Signalbox server. my_games lists its games, look shows a
table, list_actions what may be done. An action takes two calls of act: the first shows what would follow, the
second, with the confirmation of the first, does it. Ask the person you play for in between. A refusal has the
number of a rule; explain_rule has its text. You see what this account may see: never the hands or tickets of
others."""
READS: Final = ("my_games", "look", "list_actions", "explain_rule")


def build(client: AsyncClient) -> MCPServer[None]:
    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        await check(client)
        yield

    server: MCPServer[None] = MCPServer(
        "signalbox",
        title="Signalbox",
        instructions=INSTRUCTIONS,
        version=__version__,
        lifespan=lifespan,
        log_level="WARNING",
    )
    tools = Tools(client)
    for name in READS:
        server.add_tool(getattr(tools, name), annotations=ToolAnnotations(read_only_hint=True))
    server.add_tool(tools.act, annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True))
    return server


async def check(client: AsyncClient) -> None:
    """An auditor's token sees the hands of all seats, so it has no place here."""
    me = await client.me.get()
    if "audit" in me.token.scopes:
        raise SignalboxError(
            "This token may audit games, and so sees every hand. Use one without that scope."
        )
