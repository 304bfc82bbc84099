"""`martlet --mcp` with the client of the Model Context Protocol's Python package."""

import subprocess

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


def store(tmp_path, *statements):
    path = str(tmp_path / "people.store")
    run(path, *statements)
    return path


def run(path, *statements):
    subprocess.run([MARTLET, path, *(part for text in statements for part in ("-c", text))], check=True)


def server(*arguments):
    return Client(stdio_client(StdioServerParameters(command=MARTLET, args=["--mcp", *arguments])))


@pytest.mark.asyncio
async def test_a_hidden_attribute_stays_hidden_after_a_rename(tmp_path):
    path = store(tmp_path, "model User { name: String, email: String? }", 'insert User name: "Zoe", email: "z@secret"')
    async with server(path, "--hide", "User.email") as connection:
        text, _ = await call(connection, "query", statement="fetch User")
        assert "Zoe" in text and "secret" not in text
        run(path, "version 1 { model Person { name: String, email: String? }, rename User to Person }", "migrate 1")
        for tool, arguments in (
            ("query", {"statement": "fetch Person"}),
            ("query", {"statement": "fetch Person select email"}),
            ("trace", {"statement": "fetch Person where email != nil"}),
            ("list_models", {}),
        ):
            text, is_error = await call(connection, tool, **arguments)
            assert is_error and "secret" not in text and "the models were changed" in text


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "change, write",
    [
        ("delete Note where n == 1", 'update Note where n == 1 set text = "important"'),
        ('update Note where n > 0 set text = text + "!"', 'update Note where n == 90 set text = "important"'),
    ],
)
async def test_a_change_is_not_applied_to_a_changed_store(tmp_path, change, write):
    inserts = [f'insert Note n: {n}, text: "a"' for n in range(1, 100)]
    path = store(tmp_path, "model Note { n: Int, text: String }", *inserts)
    async with server(path, "--allow-changes") as connection:
        await call(connection, "preview", statement=change)
        run(path, write)
        text, is_error = await call(connection, "apply", change="change-1")
        assert is_error and "the store has changed since the preview" in text
        text, _ = await call(connection, "query", statement='count Note where text == "important"')
        assert text == "1"
        text, is_error = await call(connection, "apply", change="change-2")
        assert not is_error
