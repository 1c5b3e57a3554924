"""What readers withhold from files: text that was erased, and in days text that was forgotten."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sapwood.change import Change
from sapwood.core import skeleton
from sapwood.reading import Reading

if TYPE_CHECKING:
    from sapwood.gate.ledger import Ledger

_LEAST_HELD = 12  # characters of skeleton from which a text inside a longer one counts as held by it (as in `forget`)
_BLOCK = 64  # bytes of one SHA-256 block
_MOST_WORDS = 60  # of a text that is looked for inside a longer one
_BEFORE = (
    re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+"),
    re.compile(r"\s*\[[^\]]?\]\s+"),
    re.compile(r"\s*\[?\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\b\.?)?\]?\s*[–—-]?\s*"),
    re.compile(r"\s*[^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{0,30})?:\s+"),
)


class Withheld:
    """The keys of everything that was taken away, read once for an answer."""

    __slots__ = ("_denied", "_keyed", "_ledger", "_reading")

    def __init__(self, reading: Reading | Change, ledger: Callable[[], Ledger | None] = lambda: None) -> None:
        self._reading, self._ledger = reading, ledger
        self._keyed = Keyed(reading.index.rules.salt)
        self._denied: tuple[frozenset[str], frozenset[str]] | None = None

    def holds(self, texts: Iterable[str], *, with_absences: bool, subject: str = "") -> bool:
        """True where any of these texts still holds something that was erased or that a signed decision refused (or,
        `with_absences`, that was forgotten). `subject` is what they are about, as far as that is known."""
        texts = tuple(texts)
        taken, ledger = self._taken_away(with_absences=with_absences), self._ledger()
        refused = ledger.refused_keys if ledger is not None else frozenset()
        if not taken and not refused:
            return False
        keys = set(self._keys(texts))
        if ledger is None or not refused or not taken.isdisjoint(keys):
            return not taken.isdisjoint(keys)
        keys.update(self._of_statements(texts, subject))
        return ledger.tombstone(keys & refused) is not None

    def _taken_away(self, *, with_absences: bool) -> frozenset[str]:
        if self._denied is None:
            rows = self._reading.index.db.execute(
                "SELECT kind, key FROM denials WHERE workspace=?", (self._reading.index.rules.workspace,)
            ).fetchall()
            erased = frozenset(key for kind, key in rows if kind == "erased")
            self._denied = erased, erased | {key for _, key in rows}
        return self._denied[with_absences]

    def _of_statements(self, texts: Iterable[str], subject: str) -> Iterator[str]:
        """The keys of refusals that mean just these bytes, or a statement about this subject only."""
        for text in texts:
            for piece in (text, *text.split("\n")):
                for said in (piece, *_bared(piece)):
                    keys = skeleton.keys(self._reading.index.rules.salt, subject, said.strip())
                    yield from (keys.exact, keys.subject_skeleton)

    def _keys(self, texts: Iterable[str]) -> Iterator[str]:
        """The keys of some texts, of each of their lines without what stands before a statement, and of every run of
        words that is long enough: `forget` names the lines that hold a text, and says that readers withhold them."""
        whole: set[str] = set()
        runs: set[str] = set()
        for text in texts:
            for piece in (text, *text.split("\n")):
                skel = skeleton.skeleton(piece)
                whole.update([skel, *(skeleton.skeleton(bare) for bare in _bared(piece))])
                runs.add(skel)
        for skel in whole:
            yield self._keyed.of(skel)
        for skel in runs:
            yield from self._keyed.of_runs(skel.split(" "))


def _bared(text: str) -> Iterator[str]:
    """A line without its marker, then without its box, its time, its actor."""
    for pattern in _BEFORE:
        match = pattern.match(text)
        if match is not None:
            text = text[match.end() :]
            yield text


class Keyed:
    """HMAC-SHA256 of many short texts with one key: its two inner states (RFC 2104) are made once and copied."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, salt: bytes) -> None:
        key = (salt if len(salt) <= _BLOCK else hashlib.sha256(salt).digest()).ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + f"{skeleton.VERSION}\0".encode())
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))

    def of(self, skel: str) -> str:
        """`skeleton.keys(salt, "", skel).skeleton` of what is a skeleton already (tests hold the two together)."""
        inner = self._inner.copy()
        inner.update(skel.encode("utf-8", "surrogatepass"))
        return self._closed(inner)

    def of_runs(self, words: Sequence[str]) -> Iterator[str]:
        """`of` every run of some words that is long enough, word by word from each of them on."""
        parts = [f" {word}".encode("utf-8", "surrogatepass") for word in words]
        for start, word in enumerate(words):
            inner, length = self._inner.copy(), len(word)
            inner.update(parts[start][1:])
            if length >= _LEAST_HELD:
                yield self._closed(inner)
            for end in range(start + 1, min(start + _MOST_WORDS, len(words))):
                inner.update(parts[end])
                length += len(words[end]) + 1
                if length >= _LEAST_HELD:
                    yield self._closed(inner)

    def _closed(self, inner: hashlib._Hash) -> str:
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.hexdigest()
