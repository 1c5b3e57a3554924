"""Text as it is shown to somebody who is about to sign it: every character that is not seen is named.

No Markdown is rendered, nothing is folded and nothing is left out. Only a line feed is what it is.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Categories that show nothing: control, format, half a pair, private, line and paragraph ends; spaces but one.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_IGNORABLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0⟦⟧")
_SELECTORS = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))


def shown(text: str) -> str:
    """The text with ⟦U+XXXX⟧ in place of whatever is not seen, and of ⟦ and ⟧ themselves."""
    return text if text.isascii() and text.replace("\n", "").isprintable() else "".join(map(_shown, text))


def is_hidden(text: str) -> bool:
    """True where a text holds a character that is not seen (white space is)."""
    return any(_shown(char) != char and not char.isspace() for char in text)


@lru_cache(maxsize=4096)
def _shown(char: str) -> str:
    if char in ("\n", " "):
        return char
    unseen = unicodedata.category(char) in _UNSEEN or char in _IGNORABLE
    if unseen or any(first <= char <= last for first, last in _SELECTORS):
        return f"⟦U+{ord(char):04X}⟧"
    return char
