"""`martlet --language-server` with the client of pytest-lsp, and with Neovim."""

import json
import shutil
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from conftest import MARTLET

ADDRESS = "file:///scripts/a.fetch"


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[MARTLET, "--language-server", "--demo"]))
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=types.ClientCapabilities(), root_uri="file:///scripts")
    )
    yield
    await lsp_client.shutdown_session()


async def open_document(client, text, version=1):
    item = types.TextDocumentItem(uri=ADDRESS, language_id="martlet", version=version, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    return types.TextDocumentIdentifier(uri=ADDRESS)


@pytest.mark.asyncio
async def test_errors_and_fixes(client):
    document = await open_document(client, "// 😀\nfetch Budget where nme == 1")
    found = client.diagnostics[ADDRESS]
    assert found[0].message == "Budget has no attribute `nme`\nhelp: did you mean `name`?"
    assert (found[0].range.start.line, found[0].range.start.character) == (1, 19)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, found[0].range, types.CodeActionContext(diagnostics=found))
    )
    assert actions[0].edit.changes[ADDRESS][0].new_text == "name"
    client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not client.diagnostics[ADDRESS]


@pytest.mark.asyncio
async def test_words_and_statements(client):
    document = await open_document(client, "fetch Budget where lim  >3")
    position = types.Position(0, 22)
    items = await client.text_document_completion_async(types.CompletionParams(document, position))
    assert [item.label for item in items.items] == ["limit"]
    hover = await client.text_document_hover_async(types.HoverParams(document, types.Position(0, 8)))
    assert "model Budget" in hover.contents.value
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=ADDRESS, version=2),
            [types.TextDocumentContentChangePartial(types.Range(position, position), "it")],
        )
    )
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not client.diagnostics[ADDRESS]
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, types.FormattingOptions(tab_size=2, insert_spaces=True))
    )
    assert edits[0].new_text == "fetch Budget where limit > 3\n"
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    text = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(lenses[0].command.command, lenses[0].command.arguments)
    )
    assert "scan" in text


@pytest.mark.asyncio
async def test_names(client):
    document = await open_document(client, "model Trip { name: String }\nlet far = fetch Trip\nfetch far\ncount Trip")
    place = types.Position(3, 7)
    found = await client.text_document_definition_async(types.DefinitionParams(document, place))
    assert found.range.start == types.Position(0, 6)
    renamed = await client.text_document_rename_async(types.RenameParams(document, place, "Journey"))
    assert len(renamed.changes[ADDRESS]) == 3
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert not folds


@pytest.mark.skipif(not shutil.which("nvim"), reason="Neovim is not installed")
def test_neovim(tmp_path):
    """Neovim's own client shows the error, and formats the script."""
    script = tmp_path / "a.fetch"
    script.write_text("fetch   Budget where limit > 3\nfetch Budget where nme == 1\n")
    result = tmp_path / "result.json"
    lua = tmp_path / "start.lua"
    lua.write_text(
        f"""
        vim.cmd("edit {script}")
        local id = vim.lsp.start_client({{ name = "martlet", cmd = {{ "{MARTLET}", "--language-server", "--demo" }} }})
        vim.lsp.buf_attach_client(0, id)
        vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
        local found = vim.diagnostic.get(0)
        vim.api.nvim_buf_set_lines(0, 1, 2, false, {{ "fetch Budget where name == 'x'" }})
        vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end, 20)
        vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(), 5000)
        if vim.lsp.buf.format then vim.lsp.buf.format({{ timeout_ms = 5000 }}) else vim.lsp.buf.formatting_sync(nil, 5000) end
        local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
        local file = io.open("{result}", "w")
        file:write(vim.fn.json_encode({{ message = found[1] and found[1].message or "", line = found[1] and found[1].lnum or -1, lines = lines }}))
        file:close()
        vim.cmd("qall!")
        """
    )
    subprocess.run(
        ["nvim", "--headless", "--clean", "-c", f"luafile {lua}", "-c", "cquit"], timeout=90, check=True, cwd=tmp_path
    )
    answer = json.loads(result.read_text())
    assert answer["message"].startswith("Budget has no attribute `nme`") and answer["line"] == 1
    assert answer["lines"] == ["fetch Budget where limit > 3", 'fetch Budget where name == "x"']
