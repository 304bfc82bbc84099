"""`martlet --mcp` with the client of the Model Context Protocol's Python package."""

import mcp.client.session as session_module
import pytest
from mcp import Client, StdioServerParameters, stdio_client

from conftest import MARTLET


def client(*arguments, mode="auto"):
    return Client(stdio_client(StdioServerParameters(command=MARTLET, args=["--mcp", "--demo", *arguments])), mode=mode)


async def call(connection, tool, **arguments):
    result = await connection.call_tool(tool, arguments)
    return result.content[0].text, result.is_error


@pytest.mark.asyncio
async def test_the_current_version():
    async with client() as connection:
        assert connection.protocol_version == "2026-07-28"
        assert connection.server_info.name == "martlet"
        tools = await connection.list_tools()
        assert [tool.name for tool in tools.tools] == ["list_models", "query", "explain", "trace", "preview"]
        assert await call(connection, "query", statement="count User") == ("10000", False)


@pytest.mark.asyncio
@pytest.mark.parametrize("version", ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
async def test_previous_versions(version, monkeypatch):
    monkeypatch.setattr(session_module, "LATEST_HANDSHAKE_VERSION", version)
    async with client(mode="legacy") as connection:
        assert connection.protocol_version == version
        assert len((await connection.list_tools()).tools) == 5
        assert await call(connection, "query", statement="= 2 + 3") == ("5", False)


@pytest.mark.asyncio
async def test_a_mistake_is_corrected():
    async with client() as connection:
        text, is_error = await call(connection, "query", statement="fetch Budget where spend > limit")
        assert is_error and "did you mean" in text and "^^^^^" in text
        text, is_error = await call(connection, "query", statement="fetch Budget where spent > limit select name")
        assert not is_error and text.startswith("name\n")


@pytest.mark.asyncio
async def test_changes():
    async with client("--allow-changes", "--hide", "User.surname") as connection:
        text, _ = await call(connection, "preview", statement="delete Expense where amount == nil")
        assert '"change-1"' in text
        text, is_error = await call(connection, "apply", change="change-1")
        assert not is_error and "deleted" in text
        text, is_error = await call(connection, "query", statement="fetch User select surname")
        assert is_error and "no attribute `surname`" in text
