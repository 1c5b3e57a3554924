"""Subjects: normal form, refusals, and matching by whole segments."""

from __future__ import annotations

import sqlite3
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapwood.core.limits import Limits
from sapwood.core.subject import bounds, parse, parse_prefix, under
from sapwood.errors import BadSubject

LIMITS = Limits()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("joshua.food.vegetables", "joshua.food.vegetables"),
        ("Joshua.Food", "joshua.food"),
        ("  joshua . green  tea ", "joshua.green-tea"),
        ("joshua.night\u00a0shift", "joshua.night-shift"),
        ("snake_case.a-b.2026", "snake_case.a-b.2026"),
        ("niño.año", "niño.año"),
        ("nin\u0303o", "niño"),
        ("Jürgen.Gemüse", "jürgen.gemüse"),
        ("约书亚.蔬菜", "约书亚.蔬菜"),
        ("يوسف.طعام", "يوسف.طعام"),
        ("नमस्ते", "नमस्ते"),
        ("Ⅷ.ΣΑΣ", "ⅷ.σασ"),
    ],
)
def test_normal_form(text: str, wanted: str) -> None:
    assert parse(text, LIMITS) == unicodedata.normalize("NFC", wanted)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty segment"),
        ("  ", "empty segment"),
        (".", "empty segment"),
        ("joshua.", "empty segment"),
        (".joshua", "empty segment"),
        ("joshua..food", "empty segment"),
        ("joshua. .food", "empty segment"),
        ("joshua\n.food", "control character U+000A"),
        ("joshua\tfood", "control character U+0009"),
        ("joshua\x85", "control character U+0085"),
        ("joshua/food", "character U+002F /"),
        ("joshua.*", "character U+002A *"),
        ("100%", "character U+0025 %"),
        ("joshua.👍", "character U+1F44D"),
        ("jos\u200bhua", "character U+200B"),
        ("joshua\ufe0f", "character U+FE0F"),
        ("joshua\u3164", "character U+3164"),
        ("a½", "character U+00BD"),
        ("\ud800", "character U+D800"),
    ],
)
def test_refused(text: str, why: str) -> None:
    with pytest.raises(BadSubject) as caught:
        parse(text, LIMITS)
    assert why in caught.value.why
    assert caught.value.got == text


def test_ceilings() -> None:
    few = LIMITS._replace(subject_segments=2, subject_characters=9)
    assert parse("four.four", few) == "four.four"
    with pytest.raises(BadSubject, match="3 segments, at most 2"):
        parse("a.b.c", few)
    with pytest.raises(BadSubject, match="10 characters, at most 9"):
        parse("four.fours", few)


@given(st.text(max_size=20))
def test_parsing_again_changes_nothing(text: str) -> None:
    try:
        once = parse(text, LIMITS)
    except BadSubject:
        return
    assert parse(once, LIMITS) == once == unicodedata.normalize("NFC", once)


@given(st.text(st.characters(categories=["L", "M", "Nd"]), max_size=20))
def test_normal_forms_are_one_subject(text: str) -> None:
    def parsed(form: str) -> str | None:
        try:
            return parse(unicodedata.normalize(form, text), LIMITS)
        except BadSubject:
            return None

    assert parsed("NFC") == parsed("NFD")


def test_marks_in_any_order_are_one_subject() -> None:
    assert parse("α\u0345\u0301", LIMITS) == parse("α\u0301\u0345", LIMITS) == parse("ᾴ", LIMITS)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ""),
        (" ", ""),
        ("*", ""),
        ("joshua", "joshua"),
        ("joshua.", "joshua"),
        ("joshua.*", "joshua"),
        (" Joshua.Green Tea.* ", "joshua.green-tea"),
    ],
)
def test_prefix(text: str, wanted: str) -> None:
    assert parse_prefix(text, LIMITS) == wanted


@pytest.mark.parametrize("text", [".", ".*", "joshua..", "joshua.*.*", "joshua*", "a.*.b", "joshua.**"])
def test_prefix_refused(text: str) -> None:
    with pytest.raises(BadSubject) as caught:
        parse_prefix(text, LIMITS)
    assert caught.value.got == text


@pytest.mark.parametrize(
    ("subject", "prefix", "wanted"),
    [
        ("joshua.sleep", "joshua.sleep", True),
        ("joshua.sleep.naps", "joshua.sleep", True),
        ("joshua.sleepiness", "joshua.sleep", False),
        ("joshua.sleep-log", "joshua.sleep", False),
        ("joshua.sleep_log", "joshua.sleep", False),
        ("joshua", "joshua.sleep", False),
        ("joshua.sleep", "", True),
        ("joshua.axb", "joshua.a_b", False),
        ("joshua.axb", "joshua.%", False),
        ("joshua.a_b.c", "joshua.a_b", True),
    ],
)
def test_under(subject: str, prefix: str, wanted: bool) -> None:
    assert under(subject, prefix) is wanted
    low, high = bounds(prefix)
    assert (subject == prefix or low <= subject < high) is wanted


NAMES = st.text("ab-_%é蔬", min_size=1, max_size=3)
PATHS = st.lists(NAMES, min_size=1, max_size=3).map(".".join)


@given(st.lists(PATHS, min_size=1, max_size=8), st.one_of(PATHS, st.just("")))
def test_the_range_in_a_database_holds_the_same(subjects: list[str], prefix: str) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE marks (subject TEXT)")
    db.executemany("INSERT INTO marks VALUES (?)", [(each,) for each in subjects])
    found = db.execute(
        "SELECT subject FROM marks WHERE subject = ? OR (subject >= ? AND subject < ?)", (prefix, *bounds(prefix))
    )
    assert sorted(row[0] for row in found) == sorted(each for each in subjects if under(each, prefix))
    db.close()
