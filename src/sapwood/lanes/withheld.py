"""What readers withhold from files: text that was erased, and in days text that was forgotten."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

from sapwood.core import skeleton
from sapwood.reading import Reading

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

    __slots__ = ("_denied", "_keyed", "_reading")

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._keyed = Keyed(reading.index.rules.salt)
        self._denied: tuple[frozenset[str], frozenset[str]] | None = None

    def holds(self, texts: Iterable[str], *, with_absences: bool) -> bool:
        """True where any of these texts still holds something that was erased (or, `with_absences`, forgotten)."""
        taken = self._taken_away(with_absences=with_absences)
        return bool(taken) and any(taken.intersection(self._keys(text)) for text in texts)

    def _taken_away(self, *, with_absences: bool) -> frozenset[str]:
        if self._denied is None:
            rows = self._reading.index.db.execute(
                "SELECT kind, key FROM denials WHERE workspace=?", (self._reading.index.rules.workspace,)
            ).fetchall()
            erased = frozenset(key for kind, key in rows if kind in ("erased", "tombstone"))
            self._denied = erased, erased | {key for _, key in rows}
        return self._denied[with_absences]

    def _keys(self, text: str) -> Iterator[str]:
        """The keys of a text, of each of its lines without what stands before a statement, and of every run of words
        that is long enough: `forget` names the lines that hold a text, and says that readers withhold them."""
        salt = self._reading.index.rules.salt
        for piece in dict.fromkeys([text, *text.split("\n")]):
            for bare in dict.fromkeys([piece, *_bared(piece)]):
                yield skeleton.keys(salt, "", bare).skeleton
            words = skeleton.skeleton(piece).split(" ")
            for start in range(len(words)):
                for end in range(start + 1, min(start + _MOST_WORDS, len(words)) + 1):
                    run = " ".join(words[start:end])
                    if len(run) >= _LEAST_HELD:
                        yield self._keyed.of(run)


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
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(skel.encode("utf-8", "surrogatepass"))
        outer.update(inner.digest())
        return outer.hexdigest()
