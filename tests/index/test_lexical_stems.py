"""What only asks is dropped from a question; a text without any beginning of it need not be searched."""

from __future__ import annotations

from patterns import spelled
from sapwood.index import lexical


def test_every_plain_way_to_ask_is_looked_for() -> None:
    plain = [text for text in spelled(lexical._ASKING) if text.isascii()]
    assert len(plain) >= 80
    for text in plain:
        assert "choir" in lexical._without_asking(f"{text} choir").split()
        assert text not in lexical._without_asking(f"{text} choir"), text


def test_a_text_that_does_not_ask_stays_as_it_is() -> None:
    assert lexical._without_asking("choir rehearsal on monday") == "choir rehearsal on monday"
