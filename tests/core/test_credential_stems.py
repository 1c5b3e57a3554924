"""Every word that announces a credential holds a stem, so that a text without any stem need not be searched."""

from __future__ import annotations

import pytest

from patterns import spelled
from sapwood.core import credentials

SOURCES = (
    credentials._STRONG_INSIDE,
    credentials._STRONG,
    credentials._STRONG_UNSPACED,
    credentials._WEAK,
    credentials._WEAK_UNSPACED,
    credentials._PIN,
)


@pytest.mark.parametrize("source", SOURCES)
def test_every_word_for_a_credential_is_looked_for(source: str) -> None:
    words = spelled(source)
    assert len(words) >= 4
    for word in words:
        for written in (word, word.upper(), word.title()):
            assert credentials._may_name(written), written


@pytest.mark.parametrize("text", ["pİn 4711", "paſſword: hunter2!", "API-toKen = abcd1234efgh", "парoль: hunter2!"])
def test_letters_that_only_fold_to_plain_ones_are_searched_too(text: str) -> None:
    assert credentials._may_name(text)


def test_ordinary_text_is_not() -> None:
    assert not credentials._may_name("Mira waters the tomatoes – twice a week, “never” at noon; 3 € à l’été")
