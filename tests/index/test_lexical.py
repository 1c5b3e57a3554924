"""Words: any text becomes a question that the database takes, and what only asks is not searched for."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapwood.index import lexical

SCHEMA = Path(lexical.__file__).parent / "schema" / "0001.sql"


@pytest.fixture(scope="module")
def db() -> Iterator[sqlite3.Connection]:
    made = sqlite3.connect(":memory:")
    made.executescript(SCHEMA.read_text())
    yield made


def finds(db: sqlite3.Connection, text: str, question: str) -> bool:
    db.execute("DELETE FROM marks_text")
    db.execute("INSERT INTO marks_text (text, subject) VALUES (?,?)", (lexical.indexed(text), ""))
    asked = lexical.query(question)
    return asked is not None and bool(
        db.execute("SELECT 1 FROM marks_text WHERE marks_text MATCH ?", (asked.match,)).fetchall()
    )


def words(question: str) -> tuple[str, ...]:
    asked = lexical.query(question)
    return asked.words if asked is not None else ()


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("how long to cook vegetables", ("cook", "vegetables")),
        ("How many jars?", ("jars",)),
        ("how much salt", ("salt",)),
        ("how often is choir", ("choir",)),
        ("what time is it for choir", ("choir",)),
        ("what kind of tea", ("tea",)),
        ("tell me about Ida", ("ida",)),
        ("do you remember the key", ("key",)),
        ("Wie lange kochen", ("kochen",)),
        ("wie viel Salz", ("salz",)),
        ("wieviel Salz", ("salz",)),
        ("um wie viel Uhr Chor", ("chor",)),
        ("hur länge koka", ("koka",)),
        ("hur mycket salt", ("salt",)),
        ("combien de temps cuire", ("cuire",)),
        ("à quelle heure la chorale", ("chorale",)),
        ("¿Cuánto tiempo cocinar?", ("cocinar",)),
        ("cuantas veces coro", ("coro",)),
        ("¿a qué hora coro?", ("coro",)),
        ("蔬菜要煮多久", ("蔬菜", "菜要", "要煮")),
        ("野菜は何分茹でますか", ("野菜", "菜は", "茹で")),
        ("كم من الوقت الخضار", ("وقت", "خضار")),
        ("l'huile d’olive", ("huile", "olive")),
        ("Ida's recipe isn't here", ("ida", "recipe", "isn", "here")),
        ("long answers", ("long", "answers")),
        ("how long", ("long",)),
        ("how", ("how",)),
        ("the a of", ("the", "a", "of")),
        ("snake_case and kebab-case", ("snake", "case", "kebab")),
        ("", ()),
        ("... %_% 🥕", ()),
    ],
)
def test_what_is_left_of_a_question(question: str, left: tuple[str, ...]) -> None:
    assert words(question) == left


@given(st.text(max_size=60))
def test_any_text_is_a_question_that_the_database_takes(text: str) -> None:
    made = sqlite3.connect(":memory:")
    made.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    asked = lexical.query(text)
    if asked is not None:
        made.execute("SELECT 1 FROM t WHERE t MATCH ?", (asked.match,)).fetchall()
        assert 1 <= len(asked.words) <= lexical.MAX_TERMS
    made.close()


@given(
    st.lists(
        st.sampled_from(["tea", "grönsak", "蔬菜", "ผัก", "خضار", "καφές", "cook"]), min_size=1, max_size=5
    )
)
def test_a_text_is_found_by_each_of_its_words(parts: list[str]) -> None:
    made = sqlite3.connect(":memory:")
    made.executescript(SCHEMA.read_text())
    for part in parts:
        assert finds(made, " ".join(parts), part)
    assert not finds(made, " ".join(parts), "absent")
    made.close()


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("cooking vegetables", "cook vegetable"), ("café", "cafe"), ("cafe\u0301", "CAFÉ"), ("Ångström", "angstrom"),
        ("الخضار", "خضار"), ("خضار", "الخضار"), ("١٨٠ درجة", "180"), ("مدرسة", "مدرسه"), ("蔬菜煮", "菜"),
        ("パンを焼く", "パン"), ("ผักต้ม", "ต้ม"), ("शिक्षा", "शिक्षा"), ("ΚΑΦΈΣ", "καφες"), ("ｗｉｄｅ", "wide"),
    ],
)  # fmt: skip
def test_one_word_written_in_two_ways(db: sqlite3.Connection, text: str, question: str) -> None:
    assert finds(db, text, question)


@pytest.mark.parametrize(
    ("text", "question"),
    [("tea at four", "coffee"), ("ผักต้ม", "ขาว"), ("蔬菜", "肉"), ("15 min", "150"), ("शिक्षा", "शक")],
)
def test_other_words_are_other_words(db: sqlite3.Connection, text: str, question: str) -> None:
    assert not finds(db, text, question)


def test_which_words_a_text_holds() -> None:
    assert lexical.matched(("cook", "vegetables", "oven"), "Cooking a vegetable") == ("cook", "vegetables")
    assert lexical.matched(("café",), "CAFE\u0301") == ("café",)
    assert lexical.matched(("tea",), "coffee") == ()


def test_a_long_question_keeps_its_first_words() -> None:
    assert len(words(" ".join(f"word{number}" for number in range(10_000)))) == lexical.MAX_TERMS
