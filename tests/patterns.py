"""What a regular expression of words stands for, spelled out, so that a cheaper question can be held against it."""

from __future__ import annotations

import itertools
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any


def spelled(pattern: str) -> list[str]:
    """The texts that a pattern matches: of what may repeat none and one, what it looks at beside is left out."""
    return _texts(_parser.parse(pattern))


def _texts(parsed: Any) -> list[str]:
    found = [""]
    for kind, given in parsed:
        found = [one + other for one, other in itertools.product(found, _part(kind, given))]
    return found


def _part(kind: Any, given: Any) -> list[str]:
    if kind is sre.LITERAL:
        return [chr(given)]
    if kind is sre.IN:
        return [char for each in given for char in _one_of(*each)]
    if kind is sre.BRANCH:
        return [text for each in given[1] for text in _texts(each)]
    if kind is sre.SUBPATTERN:
        return _texts(given[3])
    if kind is sre.MAX_REPEAT:
        return [*([""] if given[0] == 0 else []), *_texts(given[2])]
    if kind in (sre.ASSERT, sre.ASSERT_NOT, sre.AT):
        return [""]
    raise AssertionError(f"a part of a pattern that is not known here: {kind}")


def _one_of(kind: Any, given: Any) -> list[str]:
    if kind is sre.RANGE:
        return [chr(given[0]), chr(given[1])]
    assert kind is sre.LITERAL
    return [chr(given)]
