"""Somebody at a terminal: a real process with a controlling terminal of its own, which is read and typed to."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from types import TracebackType

from household import SOURCE

PATIENCE_SECONDS = 120.0
CODE = "from sapwood.doors.start import main; main()"


class Typist:
    """Runs `sapwood ARGUMENTS` on a new terminal. `expect` reads until a text is there, `type` answers; `shown` is all
    that the terminal showed. Standard input and output are the terminal too, unless `stdin` is another text."""

    def __init__(
        self, arguments: Sequence[str], *, env: dict[str, str] | None = None, stdin: bytes | None = None,
        columns: int = 100, code: str = CODE,
    ) -> None:  # fmt: skip
        main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        merged = {**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "dumb", **(env or {})}

        def own_terminal() -> None:
            fcntl.ioctl(side, termios.TIOCSCTTY, 0)

        self._process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], stdin=side if stdin is None else subprocess.PIPE, stdout=side,
            stderr=side, env=merged, start_new_session=True, preexec_fn=own_terminal, pass_fds=(side,),
        )  # fmt: skip
        os.close(side)
        if stdin is not None:
            assert self._process.stdin is not None
            self._process.stdin.write(stdin)
            self._process.stdin.close()
        self._main, self.shown, self._seen, self.code = main, "", 0, -1

    def __enter__(self) -> Typist:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._main)

    def expect(self, text: str) -> Typist:
        """Wait until `text` is shown, behind what was expected before."""
        until = time.monotonic() + PATIENCE_SECONDS
        while (at := self.shown.find(text, self._seen)) < 0:
            assert self._read(until), f"{text!r} did not come; the terminal shows:\n{self.shown}"
        self._seen = at + len(text)
        return self

    def type(self, line: str) -> Typist:
        """Type a line."""
        os.write(self._main, line.encode() + b"\n")
        return self

    def end(self) -> int:
        """Read to the end; the exit code."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self._read(until):
            pass
        return self._process.wait(PATIENCE_SECONDS)

    def _read(self, until: float) -> bool:
        ready, _, _ = select.select([self._main], [], [], max(0.0, until - time.monotonic()))
        part = b""
        with contextlib.suppress(OSError):  # Linux says EIO where the other side is closed
            part = os.read(self._main, 65536) if ready else b""
        self.shown += part.decode(errors="replace").replace("\r\n", "\n")
        return bool(part)
