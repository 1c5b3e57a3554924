"""Real processes for tests that stop, race or starve the product: one interpreter that forks a child for each task.

A task is a list of operations on one home. What the child did is read back from a trace file, line by line and in the
order in which it happened: `STEP name` at each named step, `ACK n` after operation n was acknowledged, `ERR text` where
it raised. Started as a program, this file is the interpreter that forks.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

SOURCE = Path(__file__).resolve().parents[1] / "src"


class Trace(NamedTuple):
    """What a child did. `killed` is True where it died by SIGKILL."""

    killed: bool
    events: list[str]

    @property
    def steps(self) -> list[str]:
        return [event[5:] for event in self.events if event.startswith("STEP ")]

    @property
    def acked(self) -> list[int]:
        return [int(event[4:]) for event in self.events if event.startswith("ACK ")]

    @property
    def errors(self) -> list[str]:
        return [event[4:] for event in self.events if event.startswith("ERR ")]


class Driver:
    """The interpreter that forks. Use as a context manager; children inherit the environment of this moment."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._count = folder, 0
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *exc: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def start(self, home: Path, operations: list[list[Any]], **how: Any) -> int:
        """Start a task and go on; its number. See `_child` for `how`."""
        self._count += 1
        trace = self._folder / f"trace-{self._count}"
        task = {"number": self._count, "home": str(home), "operations": operations, "trace": str(trace), **how}
        self._say(task)
        return self._count

    def ended(self, number: int) -> Trace:
        """Wait for a task to end."""
        self._say({"wait": number})
        assert self._process.stdout is not None
        answer = json.loads(self._process.stdout.readline())
        text = (self._folder / f"trace-{number}").read_text(encoding="utf-8", errors="replace")
        events = [line for line in text.split("\n")[:-1]]
        return Trace(os.WIFSIGNALED(answer) and os.WTERMSIG(answer) == signal.SIGKILL, events)

    def so_far(self, number: int) -> list[str]:
        """What a task that may still run has done."""
        text = (self._folder / f"trace-{number}").read_text(encoding="utf-8", errors="replace")
        return text.split("\n")[:-1]

    def run(self, home: Path, operations: list[list[Any]], **how: Any) -> Trace:
        """Start a task and wait for its end."""
        return self.ended(self.start(home, operations, **how))

    def _say(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()


def load_words_once() -> None:
    """Let every `Memory` of this process share one table of topic words: loading it is most of what an operation costs."""
    from sapwood.core.topics import Topics
    from sapwood.memory import Memory

    shared = Topics({})
    shared.classify("warm words", [])
    Memory._classify = lambda self, text, headings: shared.classify(text, list(headings))  # type: ignore[method-assign]


def _serve() -> None:
    from sapwood.verbs import consolidate, forget, jot, observe, recall, restore  # noqa: F401 - once for all children

    load_words_once()
    children: dict[int, int] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if "wait" in message:
            _, status = os.waitpid(children.pop(message["wait"]), 0)
            print(json.dumps(status), flush=True)
            continue
        open(message["trace"], "wb").close()
        child = os.fork()
        if child == 0:
            try:
                _child(message)
            finally:
                os._exit(0)
        children[message["number"]] = child
        if "kill_after" in message:
            time.sleep(message["kill_after"])
            os.kill(child, signal.SIGKILL)


def _child(task: dict[str, Any]) -> None:
    """`kill_at`: die at the n-th named step that is reached. `loop`: run the operations until killed or until the file
    of that name exists. `go`: wait for that file first. `file_bytes`: no file may grow beyond (RLIMIT_FSIZE).
    `now`: the instant of the first operation, one minute more for each further one."""
    from sapwood.disk import steps
    from sapwood.errors import SapwoodError
    from sapwood.memory import Memory

    trace = os.open(task["trace"], os.O_WRONLY | os.O_APPEND)
    reached = [0]

    def say(text: str) -> None:
        os.write(trace, (text.replace("\n", "⏎") + "\n").encode("utf-8", "replace"))

    def hook(name: str) -> None:
        reached[0] += 1
        say(f"STEP {name}")
        if reached[0] == task.get("kill_at"):
            os.kill(os.getpid(), signal.SIGKILL)

    steps.hook = hook if task.get("steps", True) else None
    if "file_bytes" in task:
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (task["file_bytes"], task["file_bytes"]))
    while "go" in task and not os.path.exists(task["go"]):
        time.sleep(0.001)
    clock = [float(task.get("now", 1_794_000_000.0))]
    memory = Memory(task["home"], channel="cli", now=lambda: clock[0])
    while True:
        for number, (verb, *arguments) in enumerate(task["operations"]):
            keywords = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
            try:
                answer = getattr(memory, verb)(*arguments, **keywords)
            except SapwoodError as failure:
                say(f"ERR {number} {type(failure).__name__}: {failure}")
            except BaseException:
                import traceback

                say(f"ERR {number} Traceback: {traceback.format_exc()}")
            else:
                if task.get("answers"):
                    say(f"SAID {number} {json.dumps(answer, default=str)}")
                say(f"ACK {number}")
            clock[0] += 60
        if "loop" not in task or os.path.exists(task["loop"]):
            return


if __name__ == "__main__":
    _serve()
