"""Nobody writes through this file: it checks evidence that is written and resolves what is read (docs/format.md)."""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sapwood.core import skeleton
from sapwood.core.evidence import Evidence
from sapwood.core.limits import Limits
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk import safe
from sapwood.disk.places import Places
from sapwood.errors import PathRefused, Refused
from sapwood.layers import days

RESOLVED, MOVED, CHANGED, MISSING, UNRESOLVED = "resolved", "moved", "changed", "missing", "unresolved"
_MOST_BESIDE = 64  # files of one folder that are looked through for a line whose file is gone
_SIMILAR = 0.4  # 4-gram Jaccard from which a line in the cited place counts as the cited one, edited
_UNQUOTED = "its quote was erased, so nobody can tell whether the lines were edited or taken away"


class Resolved(NamedTuple):
    """`status`: `resolved` (stands where it was cited), `moved` (found by its digest elsewhere), `changed` (an edited
    line stands there), `missing` (the person took the line away), `unresolved` (cannot be looked at now). `path` and
    `lines` say where it stands now."""

    status: str
    path: str
    lines: tuple[int, int] | None
    note: str = ""


class Shelf:
    """The files that evidence names, each read once for one answer. `cited` tells whether a source is evidence already:
    a line that was said by itself is not another line, edited. `erased` tells whether a text holds what was erased:
    such lines can be cited and are not quoted."""

    __slots__ = (
        "_beside", "_by_digest", "_cited", "_folders", "_limits", "_names", "_places", "_read", "_salt", "erased",
    )  # fmt: skip

    def __init__(
        self, places: Places, limits: Limits, salt: bytes, cited: Callable[[str], bool] = lambda source: False,
        erased: Callable[[str], bool] = lambda text: False,
    ) -> None:  # fmt: skip
        self._cited, self.erased = cited, erased
        self._places, self._limits, self._salt = places, limits, salt
        self._folders = safe.Folders()
        self._names: dict[str, tuple[str, str]] = {}
        self._read: dict[str, tuple[str, ...] | Problem] = {}
        self._by_digest: dict[str, dict[str, int]] = {}
        self._beside: dict[str, list[str]] = {}

    def texts(self, path: str) -> tuple[str, ...] | Problem:
        """The lines of a file by its absolute path, or the problem that stands in the way."""
        if path not in self._read:
            self._read[path] = self._load(path)
        return self._read[path]

    def put(self, path: str, texts: tuple[str, ...]) -> None:
        """Take the lines of a file as given: they were read already, and evidence is to name just those."""
        self._read[path] = texts
        self._by_digest.pop(path, None)

    def _load(self, path: str) -> tuple[str, ...] | Problem:
        try:
            data = self._places.read(path, self._limits.file_bytes, self._folders)
        except ValueError:  # NUL or half a character: a name that no file has
            return Problem(ascii(path), None, "missing", "is no name of a file")
        if isinstance(data, Problem):
            return data
        found, problems = splitting.decode(self._places.shown(path), data, self._limits)
        unreadable = [problem for problem in problems if problem.kind in splitting.UNREADABLE]
        return unreadable[0] if unreadable else found.texts

    def cite(self, path: str, span: tuple[int, int], quote: str = "", redacted: str = "") -> Evidence:
        """Evidence for lines of a file that may be read and does hold them. Raises `PathRefused` or `Refused`.

        `redacted` replaces the quote and has the digest keyed: the lines hold what looks like a credential.
        """
        if path not in self._names:
            self._names[path] = self._named(path)
        located, shown = self._names[path]
        texts = self.texts(located)
        if isinstance(texts, Problem):
            rested = [path for path in self._archived(located) if safe.stat_of(path) is not None]
            hint = f"; it was consolidated: cite {self._places.shown(rested[0])}" if rested else ""
            raise PathRefused(shown, texts.message + hint)
        first, last = span
        if not 1 <= first <= last <= len(texts):
            raise Refused(
                "evidence", f"{shown} has {len(texts)} lines, {first}-{last} are cited; cite lines that exist"
            )
        cited = texts[first - 1 : last]
        if not any(text.strip() for text in cited):
            raise Refused("evidence", f"{shown}#L{first}-L{last} is empty; cite the lines that were seen")
        raw = "\n".join(cited)
        if quote and quote not in raw:
            raise Refused("evidence", f"{shown}#L{first}-L{last} does not hold the quote {quote[:80]!r}")
        shortened = (redacted or quote or raw).strip()[: self._limits.quote_characters]
        if redacted:
            return Evidence("file", shown, span, hmac=self._keyed(cited), quote=shortened)
        if self.erased(raw):
            return Evidence("file", shown, span, hmac=self._keyed(cited))
        return Evidence("file", shown, span, sha256=splitting.digest(cited), quote=shortened)

    def without_quote(self, record: Evidence) -> Evidence:
        """A record of the same lines that says nothing of them. Where they are at hand its digest is keyed, since what
        a plain one stands for can be guessed."""
        cited = self._cited_lines(record)
        if cited is None:
            return record._replace(quote="")
        return record._replace(sha256="", hmac=self._keyed(cited), quote="")

    def _cited_lines(self, record: Evidence) -> Sequence[str] | None:
        if not record.sha256 or record.lines is None:
            return None
        quoted = record.quote.split("\n")
        if splitting.digest(quoted) == record.sha256:
            return quoted
        now = self.resolve(record)
        texts = self.texts(self._places.located(now.path))
        if now.status not in (RESOLVED, MOVED) or now.lines is None or isinstance(texts, Problem):
            return None
        return texts[now.lines[0] - 1 : now.lines[1]]

    def _named(self, path: str) -> tuple[str, str]:
        """The absolute path of a file, and the path by which evidence names it."""
        if "\0" in path or any("\ud800" <= char <= "\udfff" for char in path):
            raise PathRefused(ascii(path), "is no name of a file")
        located = self._places.located(path)
        return located, self._places.shown(located)

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
            if (found := self._standing(record, path, cited)) is not None:
                return found
        if all(isinstance(texts := self.texts(path), Problem) and texts.kind == "missing" for path in candidates):
            for path in self._named_otherwise(cited):
                if (found := self._standing(record, path, cited)) is not None:
                    return found
        return self._gone(record, candidates)

    def _standing(self, record: Evidence, path: str, cited: str) -> Resolved | None:
        texts = self.texts(path)
        if isinstance(texts, Problem) or record.lines is None:
            return None
        span = self._find(record, path, texts, record.lines)
        if span is None:
            return None
        status = RESOLVED if path == cited and span == record.lines else MOVED
        return Resolved(status, self._places.shown(path), span)

    def _archived(self, cited: str) -> list[str]:
        if os.path.dirname(cited) != self._places.daily:
            return []
        return [os.path.join(self._places.archive, os.path.basename(cited))]

    def _named_otherwise(self, cited: str) -> list[str]:
        """Files that a file that is gone may have become: those of the same day, or of the same folder."""
        if cited not in self._beside:
            folder, name = os.path.split(cited)
            day, _ = days.day_of_name(name)
            if day is not None:
                near = [entry for each in (folder, self._places.archive) for entry in safe.scan(each) or ()]
                names = [entry.path for entry in near if days.day_of_name(entry.name)[0] == day]
            else:
                names = [entry.path for entry in safe.scan(folder) or () if entry.name.lower().endswith(".md")]
            self._beside[cited] = [path for path in names if path != cited][:_MOST_BESIDE]
        return self._beside[cited]

    def _find(self, record: Evidence, path: str, texts: Sequence[str], span: tuple[int, int]) -> tuple[int, int] | None:
        first, last = span
        if last <= len(texts) and self._holds(record, texts[first - 1 : last]):
            return span
        length = last - first + 1
        if length == 1 and not record.hmac:
            at = self._digests(path, texts).get(record.sha256)
            return None if at is None else (at, at)
        for start in range(len(texts) - length + 1):
            if self._holds(record, texts[start : start + length]):
                return start + 1, start + length
        return None

    def _digests(self, path: str, texts: Sequence[str]) -> dict[str, int]:
        """The first line of every text of a file, by its digest: made once, since many marks cite one file."""
        if path not in self._by_digest:
            found: dict[str, int] = {}
            for number, text in enumerate(texts, 1):
                found.setdefault(splitting.digest([text]), number)
            self._by_digest[path] = found
        return self._by_digest[path]

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
        if readable and not record.quote:
            return Resolved(UNRESOLVED, record.path, record.lines, _UNQUOTED)
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
            if alike >= best and not self._is_another(record, text):
                best, at = alike, number
        return at

    def _is_another(self, record: Evidence, text: str) -> bool:
        plain = record._replace(sha256=splitting.digest([text]), hmac="")
        return self._cited(plain.source) or self._cited(record._replace(sha256="", hmac=self._keyed([text])).source)
