"""The skeleton of a text, version `s1`: what stays the same when only its dress changes.

Two texts with one skeleton are one value to the gate: a rejected value does not come back in other case,
other punctuation, look-alike letters or hidden characters. So the rules err on the side of *different*:
whatever can change a meaning (a number, a sign, a unit, a negation, a question) stays.

1. Normal form: hidden characters dropped, NFKC and case folding, HTML comments dropped, every digit
   ASCII.
2. Look-alike letters of other alphabets, only inside a word that mixes alphabets.
3. Words and the punctuation that carries meaning (`_KEPT` says which) are kept, the rest is one space.
4. A question mark stays at the end.
5. A text that would vanish, such as `?!`, stays as its normal form.

The character classes are those of the interpreter's Unicode tables: a character that is newer than they are
is a letter.
"""

from __future__ import annotations

import functools
import hmac
import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = "s1"


class Keys(NamedTuple):
    """The three keys a value is looked up by, as hex HMAC-SHA256 under the workspace's salt."""

    exact: str
    skeleton: str
    subject_skeleton: str


@functools.lru_cache(maxsize=64)  # a text is asked for more than once on its way into memory and out of it
def skeleton(text: str) -> str:
    """Return the skeleton of `text`; "" only where nothing visible is in it.

    Idempotent, equal for the NFC and the NFD form of a text, and linear in its length.
    """
    if text.isascii():
        plain = (text if text.isprintable() else text.translate(_ASCII_CONTROLS)).lower()
        return _fold(_without_comments(plain)) or _squash(plain)
    plain = _normal_form(text)
    folded = _fold(_unmixed(_classed(_without_comments(plain))))
    if not _UNITS.isdisjoint(folded):  # a unit that only punctuation kept from its number is now beside it
        folded = _fold(_classed(folded))
    return folded or _squash(plain)


def unattributed(text: str, speaker: str) -> str:
    """The text without `Speaker: ` before it: who said it is kept beside a mark and does not make it another one."""
    head, colon, rest = text.partition(":")
    said = bool(colon) and bool(speaker) and head.strip(" *_`").casefold() == speaker.casefold() and rest.strip()
    return rest.strip(" *_`") if said else text


def unlabelled(text: str) -> str:
    """The text without labels of one to three words before it, such as `Robin: ` or `Note to all: `, where they do not
    take back what follows."""
    plain = unicodedata.normalize("NFKC", text)
    head, colon, rest = plain.partition(":")
    words = skeleton(head).split() if colon and rest.strip() and len(head) <= _LABEL_CHARACTERS else []
    if not 1 <= len(words) <= _LABEL_WORDS or not _TAKING_BACK.isdisjoint(words) or words[-1].isdigit():
        return text
    return unlabelled(rest.strip(" *_`"))


_LABEL_CHARACTERS, _LABEL_WORDS = 60, 3
_TAKING_BACK = frozenset(
    "not no never none wrong false untrue incorrect falsch unwahr nicht nie nein kein faux pas non jamais falso nunca "
    "fel inte nej aldrig".split()
)


def grams(skel: str, n: int = 4) -> frozenset[str]:
    """Return the character n-grams of a skeleton; a shorter one is its own only gram, "" has none."""
    if len(skel) <= n:
        return frozenset((skel,)) if skel else frozenset()
    return frozenset([skel[i : i + n] for i in range(len(skel) - n + 1)])


def similarity(a: frozenset[str], b: frozenset[str]) -> float:
    """Return the Jaccard similarity |a ∩ b| / |a ∪ b|, in 0..1; 0.0 where both are empty."""
    shared = len(a & b)
    union = len(a) + len(b) - shared
    return shared / union if union else 0.0


@functools.lru_cache(maxsize=16)  # one observation is looked up by its keys at every step of its admission
def keys(salt: bytes, subject: str, text: str) -> Keys:
    """Return the keys of `text` about `subject` under a workspace's `salt`.

    The parts are divided by NUL, which neither a subject nor a skeleton contains, so no key of one kind can
    be a key of another. A lone surrogate is hashed as the three bytes it would be, not refused.
    """
    skel, version = _bytes(skeleton(text)), VERSION.encode()
    return Keys(
        exact=_hmac(salt, b"exact\0" + _bytes(text)),
        skeleton=_hmac(salt, version + b"\0" + skel),
        subject_skeleton=_hmac(salt, version + b"\0" + _bytes(subject) + b"\0" + skel),
    )


def salt_check(salt: bytes) -> str:
    """What the first leaf of a log says of the salt, so that another one in its place is noticed."""
    return _hmac(salt, b"salt\0")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _hmac(salt: bytes, message: bytes) -> str:
    return hmac.digest(salt, message, "sha256").hex()


# --- 3, 4: what is kept ------------------------------------------------------------------------------------


class _Rules(NamedTuple):
    """What is kept (`token`), and the white space between a number and its sign (`gap`)."""

    token: re.Pattern[str]
    gap: re.Pattern[str]


# Every repetition below is bounded, possessive or followed by something it cannot have taken: linear.
_KEPT = r"""
    (?: (?: [+<>=~^#MONEY] | (?<!LETTER)(?<!-)- )
        [-+<>=~^#MONEY]{0,2} \.? (?=[0-9])  # -3  <5  >=5  -$5  #5  -.5; the dash in `gpt-4` is no sign
      | (?<!\.) \. (?=[0-9]) )?             # .5 but not the end of an ellipsis
    WORD+
    (?: (?: [./@_]                          # a.b/c  x@y  snake_case  1.5
          | (?<=[0-9]) [-,:;*] (?=[0-9])    # 1,000  10:30  2026-01-05
          | [+#]++ )                        # a+b
        WORD+ )*
    (?: (?<=[0-9]) [%°MONEY]                # 5%  180°  5€
      | [+#]++ )?                           # c#  c++  18+
    | [UNIT]                                # € or ° that is talked about; alone, `$` and `%` are markup too
"""

# 180 °C, 5 %, 5 €, € 5, x < 5, x < $5. White space does part a number from `-`, `+` and `#`, which before it
# are a dash, a bullet or a heading; and in `5 €10` the sign belongs to the second number.
_GAP = r"""
    (?<=[0-9]) \s++ (?=[%°] | [MONEY](?![-+<>=~^#MONEY]{0,2}\.?[0-9]))
    | (?<=[<>=~]) \s++ (?=[-+]?[MONEY]?\.?[0-9])
    | (?<=[MONEY]) \s++ (?=\.?[0-9])
"""

_UNITS = frozenset("°¢£¤¥" + "".join(map(chr, range(0x20A0, 0x20D0))))  # ° and the currency signs
_LATIN_UNIT, _WIDE_UNIT = "°¢£¤¥", "°¢£¤¥\u20a0-\u20cf"
# A letter, mark or digit: what is not ASCII punctuation or a unit sign; `_classed` leaves nothing else.
_WORD, _LETTER = r"[^\x00-/:-@\[-`{-\x7fUNIT]", r"[^\x00-@\[-`{-\x7fUNIT]"


@functools.cache
def _rules(ascii_only: bool) -> _Rules:
    """Compile the rules; those for ASCII apart, since wide character sets take milliseconds to compile."""
    unit = _LATIN_UNIT if ascii_only else _WIDE_UNIT
    token, gap = (re.compile(_fill(pattern, unit), re.VERBOSE) for pattern in (_KEPT, _GAP))
    return _Rules(token, gap)


def _fill(pattern: str, unit: str) -> str:
    pattern = pattern.replace("WORD", _WORD).replace("LETTER", _LETTER)
    return pattern.replace("UNIT", unit).replace("MONEY", "$" + unit[1:])


def _fold(text: str) -> str:
    """Keep what carries meaning of a text in normal form, parted by single spaces."""
    token, gap = _rules(text.isascii())
    words = " ".join(token.findall(gap.sub("", text) if _has_sign(text) else text))
    return words + "?" if words and _ends_in_question(text, token) else words


def _has_sign(text: str) -> bool:
    """Whether white space can stand between a number and a sign; cheap, since most texts have no sign."""
    if not text.isascii():
        return True
    return "%" in text or "$" in text or "<" in text or ">" in text or "=" in text or "~" in text


def _ends_in_question(text: str, token: re.Pattern[str]) -> bool:
    """Whether a `?` follows the last thing that is kept: `paid?`, `paid ?`, `(paid?)`, `paid?!`."""
    last = text.rfind("?")
    return last >= 0 and token.search(text, last) is None


def _squash(text: str) -> str:
    return " ".join(text.split())


# As CommonMark and HTML read them: `<!-->` is a whole comment, one that is not closed hides all that follows.
_COMMENT = r"(?s)<!--(?:-?>|.*?(?:--!?>|\Z))"


def _without_comments(text: str) -> str:
    if "<!--" not in text:
        return text
    text = re.sub(_COMMENT, "", text)
    return text if text.isascii() else unicodedata.normalize("NFKC", text)  # a mark may have met its letter


# --- 1: normal form ----------------------------------------------------------------------------------------

_ASCII_CONTROLS = dict.fromkeys([*range(9), *range(14, 32), 127])

# Not shown and not in the categories Cc and Cf: joiners, fillers and variation selectors
# (Default_Ignorable_Code_Point of the Unicode Character Database).
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
# A raised, lowered, circled or broken number after a digit: NFKC would make 101 of 10¹ and 11/2 of 1½.
_RAISED = (
    r"(?<=\d)(?=[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u208e\u2150-\u215f\u2189"
    r"\u2460-\u249b\u24ea-\u24ff\u2776-\u2793])"
)
# On one letter, in a text of more than _LONG characters: no script has more, only an attack.
_MOST_MARKS, _LONG = 200, 1_000


class _Translation(dict[int, str]):
    """A table for `str.translate` that is computed as it is used and holds a bounded number of characters."""

    __slots__ = ("_judge",)

    def __init__(self, judge: Callable[[str], str], fixed: dict[str, str]) -> None:
        super().__init__({ord(one): other for one, other in fixed.items()})
        self._judge = judge

    def __missing__(self, code: int) -> str:
        shown = self._judge(chr(code))
        if len(self) < 8_192:
            self[code] = shown
        return shown


def _normal_form(text: str) -> str:
    """Return `text` with hidden characters dropped, in NFKC and case-folded, stable under both.

    The order NFD, fold, NFKC, fold, NFKC is that of compatibility caseless matching (Unicode Standard, D146).
    """
    text = re.sub(_RAISED, " ", _few_marks(text.translate(_SEEN)))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", text).casefold())
    return unicodedata.normalize("NFKC", folded.casefold())


def _few_marks(text: str) -> str:
    """Cut runs of marks short in a long text: the sort inside `normalize` is quadratic in their length."""
    if len(text) <= _LONG:
        return text
    kept, run = [], 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        if run <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


def _seen(char: str) -> str:
    if unicodedata.category(char) in ("Cc", "Cf") or char in _UNSEEN:
        return ""
    return "" if "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef" else char


def _classed(text: str) -> str:
    """Return a text in normal form as `_KEPT` reads it: ASCII punctuation, letters, symbols, digits 0-9."""
    return text.translate(_CLASSES).replace("\0\0", "").replace("\0", " ")


def _class(char: str) -> str:
    """Return a digit as ASCII, punctuation as a space, a symbol (an emoji, ≥, →) as a word between NULs."""
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category[0] == "S":
        return char if char in _UNITS else f"\0{char}\0"
    return " " if category[0] in "PZ" else char


_SEEN = _Translation(
    _seen,
    dict.fromkeys("\t\n\v\f\r\x85\u2800", " ") | {chr(code): chr(code) for code in range(32, 127)},
)
_CLASSES = _Translation(
    _class,
    {chr(code): chr(code) for code in range(128)}
    | dict.fromkeys("‐‑‒–—―−˗", "-")
    | {"⁄": "/", "∕": "/", "∶": ":", "∼": "~", "٫": ".", "٬": ",", "،": ",", "٪": "%", "؟": "?"},
)


# --- 2: look-alikes ----------------------------------------------------------------------------------------

_LATIN, _GREEK, _CYRILLIC, _ARMENIAN = range(1, 5)
# Letters that look like a Latin one in lower or upper case, one Latin letter a pair; the first pair
# of a Latin letter is the way back. Greek μ is not among them: it would make 5 mm of 5 μm. Compare UTS 39.
_PAIRS = {
    _CYRILLIC: "аaвbсcԁdеeнhһhіiјjкkӏlмmоoрpԛqѕsтtуyѵvԝwхx",
    _GREEK: "αaβbεeηhιiκkνvοoρpτtυuχxγyζz",
    _ARMENIAN: "ցgհhյjլlոnօoզqսu",
}
_TO_LATIN = {ord(p[i]): p[i + 1] for p in _PAIRS.values() for i in range(0, len(p), 2)}
_FROM_LATIN = {script: {p[i + 1]: p[i] for i in reversed(range(0, len(p), 2))} for script, p in _PAIRS.items()}


def _unmixed(text: str) -> str:
    """Return `text` with each word that mixes alphabets in one of them, where look-alikes allow it."""
    if _alphabets(text) < 2:
        return text
    return re.sub(_fill("WORD+", _WIDE_UNIT), _unmix, text)


def _unmix(match: re.Match[str]) -> str:
    word = match[0]
    letters = unicodedata.normalize("NFKD", word)
    if _alphabets(letters) < 2:
        return word
    for alphabet in (_LATIN, _CYRILLIC, _GREEK, _ARMENIAN):
        written = _written_in(alphabet, letters)
        if written:
            return unicodedata.normalize("NFKC", written)
    return unicodedata.normalize("NFKC", letters.translate(_TO_LATIN))


def _alphabets(text: str) -> int:
    """Return how many of the four alphabets `text` uses."""
    return len({_alphabet(char) for char in set(text)} - {0})


def _alphabet(char: str) -> int:
    """Return the alphabet of a letter in normal form, 0 for any other character."""
    if char < "\u0370":
        return _LATIN if "a" <= char <= "z" or "\u00df" <= char < "\u0250" else 0
    if char < "\u0590":
        return _GREEK if char < "\u0400" else _CYRILLIC if char < "\u0530" else _ARMENIAN
    if "\u1e00" <= char < "\u2000":
        return _LATIN if char < "\u1f00" else _GREEK
    return 0


def _written_in(alphabet: int, letters: str) -> str:
    """Return `letters` in `alphabet`, or "" where one has no look-alike there."""
    written = []
    for char in letters:
        found = char if _alphabet(char) in (0, alphabet) else _look_alike(char, alphabet)
        if not found:
            return ""
        written.append(found)
    return "".join(written)


def _look_alike(char: str, alphabet: int) -> str:
    latin = _TO_LATIN.get(ord(char), char)
    if alphabet != _LATIN:
        return _FROM_LATIN[alphabet].get(latin, "")
    return latin if _alphabet(latin) == _LATIN else ""
