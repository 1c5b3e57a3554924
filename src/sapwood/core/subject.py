"""Subjects: what a mark is about, as a dot-path such as `joshua.food.vegetables`.

The set is open and matched by whole segments. A subject in normal form is NFC, case-folded and made of
letters, marks, digits, `_` and `-` between single dots, so that comparing subjects by code point is comparing
them by bytes of UTF-8.
"""

from __future__ import annotations

import re
import unicodedata

from sapwood.core.limits import Limits
from sapwood.errors import BadSubject

_PLAIN = re.compile(r"[a-z0-9_-]++(?:\.[a-z0-9_-]++)*+")
_TAIL = re.compile(r"\.\*?\Z")
# Marks and letters that are not shown (Default_Ignorable_Code_Point): two subjects must not differ by them
# alone.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")


def parse(text: str, limits: Limits) -> str:
    """Return the subject that `text` names, in normal form; parsing it again changes nothing.

    White space around a segment is dropped, inside it becomes `-`. Raises `BadSubject` for an empty segment,
    a control character, any other character that is no letter, mark, digit, `_` or `-`, and for more segments
    or characters than `limits` allows.
    """
    return _parsed(text, text, limits)


def parse_prefix(text: str, limits: Limits) -> str:
    """Return the prefix that `text` names, in normal form; "" means every subject.

    A subject, also with `.*` or `.` behind it, names itself and all that lies under it; `*` or nothing names
    everything. Raises `BadSubject` as `parse` does.
    """
    bare = text.strip(" ")
    if bare in ("", "*"):
        return ""
    return _parsed(text, _TAIL.sub("", bare), limits)


def under(subject: str, prefix: str) -> bool:
    """Whether `subject` is `prefix` or lies under it by whole segments; both in normal form.

    `joshua.sleep` covers `joshua.sleep.naps` and not `joshua.sleepiness`; "" covers everything. No character
    is a wildcard.
    """
    return not prefix or subject == prefix or subject.startswith(prefix + ".")


def bounds(prefix: str) -> tuple[str, str]:
    """Return (low, high) for a range query: under `prefix` lie `prefix` itself and low <= subject < high.

    `/` follows `.` in ASCII, so the range holds what begins with the prefix and a dot, and nothing else. It
    needs comparison by code point (SQLite's BINARY, PostgreSQL's "C" collation). For "" the range holds every
    subject.
    """
    return (prefix + ".", prefix + "/") if prefix else ("", "\U0010ffff")


def _parsed(got: str, text: str, limits: Limits) -> str:
    if not _PLAIN.fullmatch(text):
        text = _normal(got, text)
    segments = text.count(".") + 1
    if segments > limits.subject_segments:
        raise BadSubject(got, f"{segments} segments, at most {limits.subject_segments} are allowed")
    if len(text) > limits.subject_characters:
        raise BadSubject(got, f"{len(text)} characters, at most {limits.subject_characters} are allowed")
    return text


def _normal(got: str, text: str) -> str:
    for char in text:
        if unicodedata.category(char) == "Cc":
            raise BadSubject(got, f"control character {_named(char)}")
    # NFD before folding: the order of canonical caseless matching (Unicode Standard, D145).
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())
    return ".".join([_segment(got, part) for part in folded.split(".")])


def _segment(got: str, text: str) -> str:
    segment = "-".join(text.split())
    if not segment:
        raise BadSubject(got, "an empty segment")
    for char in segment:
        if not _is_allowed(char):
            raise BadSubject(got, f"character {_named(char)} is no letter, digit, '_' or '-'")
    return segment


def _is_allowed(char: str) -> bool:
    if char in "_-":
        return True
    category = unicodedata.category(char)
    return (category[0] in "LM" or category in ("Nd", "Nl")) and not _is_unseen(char)


def _is_unseen(char: str) -> bool:
    return char in _UNSEEN or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _named(char: str) -> str:
    shown = f" {char}" if char.isprintable() else ""
    return f"U+{ord(char):04X}{shown}"
