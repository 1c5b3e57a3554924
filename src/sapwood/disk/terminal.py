"""The terminal of whoever runs this, opened by itself: what is piped in or redirected is no answer of a person."""

from __future__ import annotations

import contextlib
import getpass
import os
import warnings
from collections.abc import Iterator
from typing import TextIO

from sapwood.errors import NoTerminal

_DEVICE = "/dev/tty"


class Terminal:
    """Where a person is asked and answers. The end of the input (Ctrl-D) is an empty answer."""

    __slots__ = ("_lines", "_screen")

    def __init__(self, lines: TextIO, screen: TextIO) -> None:
        self._lines, self._screen = lines, screen

    def say(self, text: str) -> None:
        """Show lines."""
        self._screen.write(text + "\n")
        self._screen.flush()

    def ask(self, question: str) -> str:
        """One line that is typed after the question, without white space around it."""
        self._screen.write(f"{question} ")
        self._screen.flush()
        return self._lines.readline().strip()

    def agrees(self, question: str) -> bool:
        """Whether a person types yes; no is what anything else means."""
        return self.ask(f"{question} [y/N]").lower() in ("y", "yes")

    def secret(self, question: str) -> bytes:
        """One line that is typed unseen."""
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)  # it would be seen as it is typed
            try:
                return getpass.getpass(f"{question} ").encode("utf-8", "surrogateescape")
            except EOFError:
                return b""
            except getpass.GetPassWarning as failure:
                raise NoTerminal(question.rstrip(":")) from failure


@contextlib.contextmanager
def opened(what: str) -> Iterator[Terminal]:
    """The terminal, to ask for `what` on. Raises `NoTerminal`."""
    flags = os.O_RDWR | os.O_CLOEXEC | getattr(os, "O_NOCTTY", 0)
    try:
        descriptor = os.open(_DEVICE, flags)
    except OSError as failure:
        raise NoTerminal(what) from failure
    with (
        open(descriptor, encoding="utf-8", errors="surrogateescape") as lines,
        open(os.dup(descriptor), "w", encoding="utf-8", errors="backslashreplace") as screen,
    ):
        yield Terminal(lines, screen)
