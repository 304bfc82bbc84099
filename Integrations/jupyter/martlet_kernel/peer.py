"""A process that answers JSON-RPC requests, one a line."""

import json
import queue
import subprocess
import threading


class Failure(Exception):
    """The error that a request is answered with."""


class Peer:
    def __init__(self, command):
        # Ctrl-C is for the kernel, which cancels the request.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self.count = 0
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        """Reads all answers. An interrupt, which only the main thread receives, cannot lose a part of one."""
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, message):
        line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
        try:
            self.process.stdin.write(line.encode())
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise EOFError("martlet has ended") from None

    def ask(self, method, **parameters):
        """The result of a request. Ctrl-C cancels it, and its answer is still awaited."""
        self.count += 1
        number = self.count
        isSent = False
        while True:
            try:
                if not isSent:
                    isSent = True
                    self.send({"id": number, "method": method, "params": parameters})
                return self.receive(number)
            except KeyboardInterrupt:
                self.cancel(number)

    def cancel(self, number):
        while True:
            try:
                return self.send({"method": "$/cancelRequest", "params": {"id": number}})
            except KeyboardInterrupt:
                continue

    def receive(self, number):
        while True:
            line = self.lines.get()
            if line is None:
                # For the next request.
                self.lines.put(None)
                raise EOFError("martlet has ended")
            answer = json.loads(line)
            if answer.get("id") != number:
                continue
            if "error" in answer:
                raise Failure(answer["error"]["message"])
            return answer["result"]

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
