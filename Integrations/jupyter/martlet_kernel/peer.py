"""A process that answers JSON-RPC requests, one a line."""

import json
import subprocess


class Peer:
    def __init__(self, command):
        # Ctrl-C is for the kernel, which cancels the request.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self.count = 0

    def send(self, message):
        line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
        try:
            self.process.stdin.write(line.encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            raise EOFError("martlet has ended") from None

    def ask(self, method, **parameters):
        """The result of a request. Ctrl-C cancels it, and its answer is still awaited."""
        self.count += 1
        number = self.count
        self.send({"id": number, "method": method, "params": parameters})
        while True:
            try:
                return self.receive(number)
            except KeyboardInterrupt:
                self.send({"method": "$/cancelRequest", "params": {"id": number}})

    def receive(self, number):
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError("martlet has ended")
            answer = json.loads(line)
            if answer.get("id") != number:
                continue
            if "error" in answer:
                cancelled = answer["error"]["message"]
                return {"outputs": [], "errors": [cancelled + "\n"], "failed": True, "quits": False}
            return answer["result"]

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
