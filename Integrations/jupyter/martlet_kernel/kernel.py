"""The kernel: sends cells to `martlet --kernel`, and shows its answers."""

import shlex
import os
from ipykernel.kernelbase import Kernel

from .peer import Failure, Peer


class MartletKernel(Kernel):
    implementation = "martlet"
    implementation_version = "0.1.0"
    language = "martlet"
    language_info = {
        "name": "martlet",
        "mimetype": "text/x-martlet",
        "file_extension": ".fetch",
        "pygments_lexer": "sql",
        "codemirror_mode": "sql",
    }
    help_links = []

    def __init__(self, **arguments):
        super().__init__(**arguments)
        # MARTLET is the command, MARTLET_ARGUMENTS what it opens: "budget.store --read-only".
        command = os.environ.get("MARTLET", "martlet")
        self.language_version = "?"
        # Each cell shows why the command cannot be used.
        self.fault = None
        try:
            self.peer = Peer([command, "--kernel", *shlex.split(os.environ.get("MARTLET_ARGUMENTS", ""))])
            self.language_version = self.peer.ask("version")["version"]
        except OSError as error:
            self.fault = f"cannot run {command}: {error.strerror}"
        except EOFError:
            self.fault = f"{command} has ended at once; the log of Jupyter has its error"
        self.language_info = {**self.language_info, "version": self.language_version}

    @property
    def banner(self):
        return f"Martlet {self.language_version}: .help lists the commands, .open opens a store"

    def ask(self, method, **parameters):
        if self.fault:
            raise Failure(self.fault)
        try:
            return self.peer.ask(method, **parameters)
        except EOFError as error:
            self.fault = str(error)
            raise Failure(self.fault) from None

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False, **_):
        try:
            answer = self.ask("execute", code=code)
        except Failure as error:
            answer = {"outputs": [], "errors": [f"{error}\n"], "failed": True, "quits": False}
        if not silent:
            for output in answer["outputs"]:
                self.show(output)
        status = {"execution_count": self.execution_count}
        if not answer["failed"]:
            payload = [{"source": "ask_exit", "keepkernel": False}] if answer["quits"] else []
            return {**status, "status": "ok", "payload": payload, "user_expressions": {}}
        text = "".join(answer["errors"]) or "cancelled\n"
        error = {"ename": "error", "evalue": text.splitlines()[0], "traceback": text.splitlines()}
        if not silent:
            self.send_response(self.iopub_socket, "error", error)
        return {**status, "status": "error", **error}

    def show(self, output):
        """Shows text as a stream, and results as data of several types."""
        for name in ("stdout", "stderr"):
            if name in output:
                self.send_response(self.iopub_socket, "stream", {"name": name, "text": output[name]})
                return
        self.send_response(self.iopub_socket, "display_data", {"data": output, "metadata": {}})

    def do_complete(self, code, cursor_pos):
        try:
            answer = self.ask("complete", code=code, cursor=cursor_pos)
        except Failure:
            answer = {"replaced": 0, "matches": []}
        start = cursor_pos - answer["replaced"]
        matches = answer["matches"]
        types = [{"start": start, "end": cursor_pos, "text": m["text"], "type": m["detail"]} for m in matches]
        return {
            "status": "ok",
            "matches": [match["text"] for match in matches],
            "cursor_start": start,
            "cursor_end": cursor_pos,
            "metadata": {"_jupyter_types_experimental": types},
        }

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        try:
            text = self.ask("inspect", code=code, cursor=cursor_pos).get("markdown")
        except Failure:
            text = None
        data = {"text/plain": text, "text/markdown": text} if text else {}
        return {"status": "ok", "found": bool(text), "data": data, "metadata": {}}

    def do_is_complete(self, code):
        try:
            status = self.ask("is_complete", code=code)["status"]
        except Failure:
            status = "unknown"
        return {"status": status, "indent": "  "} if status == "incomplete" else {"status": status}

    def do_shutdown(self, restart):
        if not self.fault:
            self.peer.close()
        return {"status": "ok", "restart": restart}
