"""A room of `course class` in a process of its own, to be starved, flooded and killed."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request

SCRIPT = """
import argparse, pathlib, resource, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where it came ignored
options = argparse.Namespace(**{options})
if {files}:
    resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))
from classroom import command
from course_utils.exercises import COURSE
sys.exit(command.main(options, pathlib.Path({folder!r}), COURSE))
"""


class Process:
    """`course class` with these options; ``files`` is the most that it may open."""

    def __init__(self, folder, port, files=0, **options):
        options = {"room": "blue-42", "port": port, "host": "127.0.0.1", "keep": None,
                   "source": None, "check": False, "no_browser": True, "fewest": 5, **options}
        script = SCRIPT.format(options=options, folder=str(folder), files=files)
        self.log = (folder / f"log-{time.monotonic_ns()}").open("w+")
        self.child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE,
                                      stderr=self.log, text=True, env=os.environ)
        self.said = []
        for line in self.child.stdout:
            self.said.append(line)
            if line.startswith("Ctrl+C"):
                break
        self.port = port
        self.teacher = next((line.split()[-1] for line in self.said
                             if line.startswith("Your page")), "")

    def request(self, method, path, body=None, source="127.0.0.1", timeout=10):
        """(status, text) of a request from one of this machine's addresses."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout,
                                          source_address=(source, 0))
        try:
            link.request(method, path, body and json.dumps(body))
            answer = link.getresponse()
            return answer.status, answer.read().decode()
        finally:
            link.close()

    def join(self, who, source="127.0.0.1"):
        """The ticket of a number, None if there is none now."""
        status, text = self.request("POST", "/join", {"room": "blue-42", "who": who}, source)
        return json.loads(text)["ticket"] if status == 200 else None

    def vote(self, who, ticket, choice="B", seq=1, source="127.0.0.1"):
        """The status of a vote."""
        return self.request("POST", "/v", {
            "room": "blue-42", "who": who, "from": "page", "ticket": ticket,
            "events": [{"seq": seq, "kind": "vote", "id": "01-line", "choice": choice}]}, source)[0]

    def teach(self, what, value=None):
        """Press a button."""
        base, _, key = self.teacher.partition("?")
        body = json.dumps({"do": what, "id": value}).encode()
        urllib.request.urlopen(f"{base}do?{key}", body, timeout=10).close()

    def seen(self):
        """What the teacher's page shows now."""
        base, _, key = self.teacher.partition("?")
        with urllib.request.urlopen(f"{base}live?{key}", timeout=10) as stream:
            return json.loads(stream.readline().decode().removeprefix("data: "))

    def errors(self):
        """What it wrote to the terminal's other stream."""
        self.log.flush()
        self.log.seek(0)
        return self.log.read()

    def end(self, how=signal.SIGINT):
        """Send a signal; give the code with which it ended, and what it said last."""
        if self.child.poll() is None:
            self.child.send_signal(how)
        if not self.child.stdout.closed:
            self.said.append(self.child.stdout.read())
            self.child.stdout.close()
        return self.child.wait(30), self.said[-1]
