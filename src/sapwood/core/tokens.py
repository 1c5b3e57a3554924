"""How many tokens a text may take: an estimate without a tokenizer, meant to lie above what models count.

The one hard bound is the number of UTF-8 bytes, since tokenizers of today fall back to bytes. It is three to five
times too much for plain words, so each kind of character has a rate of its own. No rate is above the bytes, so neither
is the sum.

    letters a-z    one token for three, rounded up a word; capitals in a row one for two; one more where a capital
                   follows in the middle of a word
    digits         one each: some tokenizers take three at once, some each alone
    other ASCII    one each, and one for each end of a line
    blanks         nothing for a single one, but one before a digit or a letter of three bytes; a longer run one, and
                   one more for every four
    other letters  one for Cyrillic, one and a half for Greek, Hebrew, Arabic and kana, two for Latin with accents,
                   Han, hangul, Devanagari and Thai
    all else       its bytes, emoji among it

docs/format.md says what it was held against. The estimate of a text is at most the sum of those of its lines and one
for each end of a line.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple


class _Patterns(NamedTuple):
    word: re.Pattern[str]
    capitals: re.Pattern[str]
    inner: re.Pattern[str]
    single: re.Pattern[str]
    blanks: re.Pattern[str]
    wide: re.Pattern[str]


@functools.cache
def _patterns() -> _Patterns:
    """Compiled at the first estimate: an answer that is not packed needs none."""
    return _Patterns(
        word=re.compile("[A-Z]?[a-z]+"),
        capitals=re.compile("[A-Z]+(?![a-z])"),
        inner=re.compile("(?<=[a-z]{2})[A-Z]"),
        single=re.compile(r"[\x00-\x08\x0a-\x1f!-@\[-`{-\x7f]"),
        blanks=re.compile(r"[ \t]{2,}|[ \t](?=[0-9\u0800-\U0010ffff])"),
        wide=re.compile(r"[^\x00-\x7f]"),
    )


def estimate(text: str) -> int:
    """How many tokens a text may take; never more than its UTF-8 bytes."""
    look = _patterns()
    total = sum((len(word) + 2) // 3 for word in look.word.findall(text))
    total += sum((len(run) + 1) // 2 for run in look.capitals.findall(text))
    total += len(look.inner.findall(text)) + len(look.single.findall(text))
    total += sum(1 + len(run) // 4 for run in look.blanks.findall(text))
    if not text.isascii():
        total += (sum(map(_halves, look.wide.findall(text))) + 1) // 2
    return total


_HALVES = (  # (first, last, half tokens of a character)
    (0x0370, 0x03FF, 3),  # Greek
    (0x0400, 0x052F, 2),  # Cyrillic
    (0x05D0, 0x05EA, 3),  # Hebrew, without points
    (0x0620, 0x064A, 3),  # Arabic, without points
    (0x0671, 0x06D3, 3),  # Arabic letters of other languages
    (0x0900, 0x097F, 4),  # Devanagari
    (0x0E00, 0x0E7F, 4),  # Thai
    (0x1E00, 0x1EFF, 4),  # Latin with two accents
    (0x2010, 0x2027, 4),  # dashes, quotation marks, the ellipsis
    (0x20A0, 0x20CF, 4),  # currency signs
    (0x3000, 0x30FF, 3),  # signs of CJK, kana
    (0x4E00, 0x9FFF, 4),  # Han
    (0xAC00, 0xD7A3, 4),  # hangul
    (0xFF00, 0xFFEF, 4),  # wide and narrow forms
)


@functools.lru_cache(maxsize=4096)
def _halves(char: str) -> int:
    code = ord(char)
    for low, high, halves in _HALVES:
        if low <= code <= high:
            return halves
    return 4 if code < 0x800 else 6 if code < 0x10000 else 8
