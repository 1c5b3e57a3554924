"""What readers withhold from files: text that was erased, and in days text that was forgotten."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Iterator

from sapwood.core import skeleton
from sapwood.reading import Reading

_LEAST_HELD = 12  # characters of skeleton from which a text inside a longer one counts as held by it (as in `forget`)
_MOST_WORDS = 60  # of a text that is looked for inside a longer one
_BEFORE = (
    re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s+"),
    re.compile(r"\s*\[[^\]]?\]\s+"),
    re.compile(r"\s*\[?\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\b\.?)?\]?\s*[–—-]?\s*"),
    re.compile(r"\s*[^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{0,30})?:\s+"),
)


class Withheld:
    """The keys of everything that was taken away, read once for an answer."""

    __slots__ = ("_denied", "_reading")

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
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
                        yield key_of(salt, run)


def _bared(text: str) -> Iterator[str]:
    """A line without its marker, then without its box, its time, its actor."""
    for pattern in _BEFORE:
        match = pattern.match(text)
        if match is not None:
            text = text[match.end() :]
            yield text


def key_of(salt: bytes, skel: str) -> str:
    """`skeleton.keys(salt, "", skel).skeleton` of what is a skeleton already (tests hold the two together)."""
    return hmac.digest(salt, f"{skeleton.VERSION}\0{skel}".encode("utf-8", "surrogatepass"), "sha256").hex()
