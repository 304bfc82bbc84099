"""A process that answers JSON-RPC requests, one a line."""

import json
import queue
import subprocess
import threading
import time


class Failure(Exception):
    """The error that a request is answered with."""


class Peer:
    """The process. Threads write and read, so that an interrupt of the main thread cuts no message."""

    def __init__(self, command):
        # Ctrl-C is for the kernel, which cancels the request.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self.count = 0
        self.answers = {}
        self.has_ended = False
        self.messages = queue.SimpleQueue()
        threading.Thread(target=self.write, daemon=True).start()
        threading.Thread(target=self.read, daemon=True).start()

    def write(self):
        last = 0
        while (message := self.messages.get()) is not None:
            number = message.get("id", last + 1)
            # A request that was interrupted is put into the queue again.
            if number <= last:
                continue
            if "id" in message:
                last = number
            try:
                self.process.stdin.write((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())
                self.process.stdin.flush()
            except OSError:
                break
        try:
            self.process.stdin.close()
        except OSError:
            pass

    def read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            self.answers[answer.get("id")] = answer
        self.has_ended = True

    def ask(self, method, **parameters):
        """The result of a request. Ctrl-C cancels it, and its answer is still awaited."""
        self.count += 1
        self.answers.clear()
        request = {"id": self.count, "method": method, "params": parameters}
        messages = [request]
        while True:
            try:
                for message in messages:
                    self.messages.put(message)
                return self.receive(request["id"])
            except KeyboardInterrupt:
                messages = [request, {"method": "$/cancelRequest", "params": {"id": request["id"]}}]

    def receive(self, number):
        delay = 0.0005
        while True:
            has_ended = self.has_ended
            if number in self.answers:
                break
            if has_ended:
                raise EOFError("martlet has ended")
            time.sleep(delay)
            delay = min(delay * 1.2, 0.02)
        answer = self.answers[number]
        if "error" in answer:
            raise Failure(answer["error"]["message"])
        return answer["result"]

    def close(self):
        self.messages.put(None)
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
