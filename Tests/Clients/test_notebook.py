"""The Jupyter kernel with jupyter_kernel_test, and notebooks with nbclient."""

import os
import signal
import sys
import threading
import time
import unittest

import jupyter_kernel_test
import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from conftest import ROOT

os.environ["MARTLET_ARGUMENTS"] = "--demo --no-init"


@pytest.fixture(scope="session", autouse=True)
def kernel_spec(tmp_path_factory):
    """The kernel in a folder that only these tests use."""
    import json
    from jupyter_client.kernelspec import KernelSpecManager

    folder = tmp_path_factory.mktemp("jupyter")
    os.environ["JUPYTER_DATA_DIR"] = str(folder)
    os.environ["JUPYTER_PATH"] = str(folder)
    os.environ["PYTHONPATH"] = str(ROOT / "Integrations/jupyter")
    sys.path.insert(0, str(ROOT / "Integrations/jupyter"))
    from martlet_kernel.__main__ import SPEC

    source = folder / "source"
    source.mkdir()
    (source / "kernel.json").write_text(json.dumps(SPEC))
    KernelSpecManager().install_kernel_spec(str(source), "martlet", prefix=str(folder))
    os.environ["JUPYTER_PATH"] = str(folder / "share/jupyter")


class KernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "martlet"
    language_name = "martlet"
    file_extension = ".fetch"
    code_hello_world = ".print hello, world"
    code_stderr = None
    completion_samples = [
        {"text": "fetch Bud", "matches": {"Budget"}},
        {"text": "fetch Budget where lim", "matches": {"limit"}},
    ]
    complete_code_samples = ["count User", "fetch Budget where limit > 3", ".models"]
    incomplete_code_samples = ["fetch Budget where (limit", "= \"open"]
    invalid_code_samples = ["fetch Budget where )"]
    code_generate_error = "fetch Budget where nme == 1"
    code_inspect_sample = "fetch Budget"
    code_display_data = [
        {"code": "fetch Budget limit 1", "mime": "text/html"},
        {"code": "fetch Expense group by budget.name chart bar", "mime": "image/svg+xml"},
        {"code": "= 1 + 1", "mime": "text/html"},
    ]


def test_a_lesson_runs():
    """The first lesson, and statements of the tour, cell by cell."""
    cells = [
        ".lesson 1", "fetch Budget where spent > limit sort name", "count Expense where amount > 100",
        "let rich = fetch Budget where limit > 1000", "fetch rich select name, limit chart bar",
        "model Trip { name: String, days: Int = 1 }\ninsert Trip name: \"Oslo\"", "fetch Trip",
        "explain fetch Budget where limit > 3", "preview delete Budget where spent > limit",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, kernel_name="martlet", timeout=60).execute()
    kinds = [list(cell.outputs[0].get("data", {})) if cell.outputs else [] for cell in notebook.cells]
    assert "text/html" in kinds[1] and "image/svg+xml" in kinds[4], kinds
    assert "Task 1 of 4" in notebook.cells[0].outputs[0].text
    assert "Oslo" in notebook.cells[6].outputs[0].data["text/plain"]


def test_an_error_ends_a_notebook():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("fetch Budget where nme == 1")])
    with pytest.raises(CellExecutionError, match="did you mean `name`"):
        NotebookClient(notebook, kernel_name="martlet", timeout=60).execute()


def test_an_interrupt_is_quick():
    """A statement that would run for minutes stops, and the next one runs."""
    manager, client = start_new_kernel(kernel_name="martlet")
    try:
        identity = client.execute("generate 3000000 User seed 7")
        time.sleep(1.0)
        start = time.monotonic()
        manager.interrupt_kernel()
        while True:
            message = client.get_shell_msg(timeout=60)
            if message["parent_header"].get("msg_id") == identity:
                break
        elapsed = time.monotonic() - start
        assert message["content"]["status"] == "error", message["content"]
        print(f"interrupted after {elapsed * 1000:.0f} ms")
        assert elapsed < float(os.environ.get("MARTLET_INTERRUPT_SECONDS", "0.5"))
        answer = client.execute_interactive("= 40 + 2", timeout=60, output_hook=lambda _: None)
        assert answer["content"]["status"] == "ok"
    finally:
        client.stop_channels()
        manager.shutdown_kernel()


def test_an_interrupt_cuts_no_answer():
    """An interrupt in the middle of an answer, which arrives in two parts."""
    from martlet_kernel.peer import Peer

    program = """
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        answer = json.dumps({"id": request["id"], "result": {"text": "x" * 100000}}) + "\\n"
        sys.stdout.write(answer[:50000])
        sys.stdout.flush()
        time.sleep(0.5)
        sys.stdout.write(answer[50000:])
        sys.stdout.flush()
"""
    peer = Peer([sys.executable, "-c", program])
    for _ in range(2):
        threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        assert len(peer.ask("execute")["text"]) == 100000
    peer.close()
    with pytest.raises(EOFError):
        peer.ask("execute")


def test_a_missing_command_is_reported():
    command = os.environ.get("MARTLET", "martlet")
    os.environ["MARTLET"] = "/nowhere/martlet"
    try:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("= 1")])
        with pytest.raises(CellExecutionError, match="cannot run /nowhere/martlet"):
            NotebookClient(notebook, kernel_name="martlet", timeout=60).execute()
    finally:
        os.environ["MARTLET"] = command
