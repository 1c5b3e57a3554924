"""Nobody writes through this file: it checks evidence when it is written and resolves it when it is read (formats.md §6)."""

from __future__ import annotations

import hmac
import os
from collections.abc import Sequence
from typing import NamedTuple

from sapwood.core import skeleton
from sapwood.core.evidence import Evidence
from sapwood.core.limits import Limits
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk import safe
from sapwood.disk.places import Places
from sapwood.errors import PathRefused, Refused

RESOLVED, MOVED, CHANGED, MISSING, UNRESOLVED = "resolved", "moved", "changed", "missing", "unresolved"
_SIMILAR = 0.4  # 4-gram Jaccard from which a line in the cited place counts as the cited one, edited


class Resolved(NamedTuple):
    """`status`: `resolved` (stands where it was cited), `moved` (found by its digest elsewhere), `changed` (an edited
    line stands there), `missing` (the person took the line away), `unresolved` (cannot be looked at now). `path` and
    `lines` say where it stands now."""

    status: str
    path: str
    lines: tuple[int, int] | None
    note: str = ""


class Shelf:
    """The files that evidence names, each read once for one answer."""

    __slots__ = ("_limits", "_places", "_read", "_salt")

    def __init__(self, places: Places, limits: Limits, salt: bytes) -> None:
        self._places, self._limits, self._salt = places, limits, salt
        self._read: dict[str, tuple[str, ...] | Problem] = {}

    def texts(self, path: str) -> tuple[str, ...] | Problem:
        """The lines of a file by its absolute path, or the problem that stands in the way."""
        if path not in self._read:
            self._read[path] = self._load(path)
        return self._read[path]

    def put(self, path: str, texts: tuple[str, ...]) -> None:
        """Take the lines of a file as given: they were read already, and evidence is to name just those."""
        self._read[path] = texts

    def _load(self, path: str) -> tuple[str, ...] | Problem:
        data = self._places.read(path, self._limits.file_bytes)
        if isinstance(data, Problem):
            return data
        found, problems = splitting.decode(self._places.shown(path), data, self._limits)
        unreadable = [problem for problem in problems if problem.kind in splitting.UNREADABLE]
        return unreadable[0] if unreadable else found.texts

    def cite(self, path: str, span: tuple[int, int], quote: str = "", redacted: str = "") -> Evidence:
        """Evidence for lines of a file that may be read and does hold them. Raises `PathRefused` or `Refused`.

        `redacted` replaces the quote and has the digest keyed: the lines hold what looks like a credential.
        """
        located = self._places.located(path)
        shown = self._places.shown(located)
        texts = self.texts(located)
        if isinstance(texts, Problem):
            raise PathRefused(shown, texts.message)
        first, last = span
        if not 1 <= first <= last <= len(texts):
            raise Refused("evidence", f"{shown} has {len(texts)} lines, {first}-{last} are cited; cite lines that exist")
        cited = texts[first - 1 : last]
        if not any(text.strip() for text in cited):
            raise Refused("evidence", f"{shown}#L{first}-L{last} is empty; cite the lines that were seen")
        raw = "\n".join(cited)
        if quote and quote not in raw:
            raise Refused("evidence", f"{shown}#L{first}-L{last} does not hold the quote {quote[:80]!r}")
        shortened = (redacted or quote or raw).strip()[: self._limits.quote_characters]
        if redacted:
            return Evidence("file", shown, span, hmac=self._keyed(cited), quote=shortened)
        return Evidence("file", shown, span, sha256=splitting.digest(cited), quote=shortened)

    def _keyed(self, cited: Sequence[str]) -> str:
        return hmac.digest(self._salt, "\n".join(cited).encode(), "sha256").hex()

    def _holds(self, record: Evidence, cited: Sequence[str]) -> bool:
        if record.hmac:
            return hmac.compare_digest(self._keyed(cited), record.hmac)
        return splitting.digest(cited) == record.sha256

    def resolve(self, record: Evidence) -> Resolved:
        """Where a record's lines stand now."""
        if record.kind != "file" or record.lines is None:
            return Resolved(RESOLVED, record.path, record.lines)
        cited = self._places.located(record.path)
        candidates = [cited, *self._archived(cited)]
        for path in candidates:
            texts = self.texts(path)
            if not isinstance(texts, Problem):
                span = self._find(record, texts, record.lines)
                if span is not None:
                    status = RESOLVED if path == cited and span == record.lines else MOVED
                    return Resolved(status, self._places.shown(path), span)
        return self._gone(record, candidates)

    def _archived(self, cited: str) -> list[str]:
        if os.path.dirname(cited) != self._places.daily:
            return []
        return [os.path.join(self._places.archive, os.path.basename(cited))]

    def _find(self, record: Evidence, texts: Sequence[str], span: tuple[int, int]) -> tuple[int, int] | None:
        first, last = span
        if last <= len(texts) and self._holds(record, texts[first - 1 : last]):
            return span
        length = last - first + 1
        for start in range(len(texts) - length + 1):
            if self._holds(record, texts[start : start + length]):
                return start + 1, start + length
        return None

    def _gone(self, record: Evidence, candidates: list[str]) -> Resolved:
        readable = []
        for path in candidates:
            texts = self.texts(path)
            if not isinstance(texts, Problem):
                readable.append((path, texts))
            elif texts.kind != "missing":
                return Resolved(UNRESOLVED, record.path, record.lines, texts.message)
        for path, texts in readable:
            at = self._edited(record, texts)
            if at is not None:
                return Resolved(CHANGED, self._places.shown(path), (at, at), "the line was edited since")
        if readable:
            return Resolved(MISSING, record.path, record.lines, "the line is no longer in the file")
        if safe.stat_of(os.path.dirname(candidates[0])) is None:
            return Resolved(UNRESOLVED, record.path, record.lines, "its folder cannot be found")
        return Resolved(MISSING, record.path, record.lines, "the file is gone")

    def _edited(self, record: Evidence, texts: Sequence[str]) -> int | None:
        """The line that was most likely made out of the cited one: at its place, or else the most alike."""
        assert record.lines is not None
        wanted = skeleton.grams(skeleton.skeleton(record.quote))
        best, at = _SIMILAR, None
        for number, text in enumerate(texts, 1):
            if not text.strip() or abs(number - record.lines[0]) > 40:
                continue
            alike = skeleton.similarity(wanted, skeleton.grams(skeleton.skeleton(text)))
            if alike >= best:
                best, at = alike, number
        return at
