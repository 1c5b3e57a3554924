"""A problem in a person's file: a value with a place, never an exception that stops the rest."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """What could not be read as written, and where.

    `kind` is a short stable word (``nul``, ``utf-16``, ``not-utf-8``, ``conflict-marker``, ``too-large``,
    ``not-a-file``, ``link-outside``, ``no-such-date``, ``frontmatter``, ``secret`` …); `line` is 1-based, or
    None where the whole file is meant; `message` says what was got, what was wanted and what to do next.
    """

    path: str
    line: int | None
    kind: str
    message: str

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.message}"
