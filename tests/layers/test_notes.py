"""Notes as people and agents write them: cut into what is served, each with its lines, topic and date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from household import Household, only
from sapwood.layers import frontmatter, markdown, notes
from sapwood.layers.notes import Piece


def pieces(text: str, name: str = "gotchas.md") -> list[Piece]:
    texts = text.split("\n")
    document = markdown.parse(texts)
    return notes.pieces(name, texts, document, frontmatter.read(name, texts, document.frontmatter))


def shown(text: str, name: str = "gotchas.md") -> list[tuple[tuple[int, int], str, str]]:
    return [(piece.lines, piece.heading[-1], piece.day) for piece in pieces(text, name)]


ENTRY = """\
# Gotchas

## Glue fails when it is dry — 2026-11-05
**From:** Noor
**Context:** bellows
**Learning:** Below 40 % it opens.
**Applied to:** —
**Evidence:** daily/2026-11-05.md#L4-L5 sha256:abcd

## Scale
- Rounds to 5 g.
  - Reset once.
- Needs a new battery.
"""


def test_an_entry_is_one_and_other_sections_go_item_by_item() -> None:
    assert shown(ENTRY) == [
        ((3, 8), "Glue fails when it is dry", "2026-11-05"),
        ((11, 12), "Scale", ""),
        ((13, 13), "Scale", ""),
    ]


@pytest.mark.parametrize(
    ("heading", "labels", "topic", "day"),
    [
        ("## Jars — 2026-11-05", "**From:** Mia", "Jars", "2026-11-05"),
        ("## 2026-11-05: jars in rows", "Agreed.", "jars in rows", "2026-11-05"),
        ("### Jars (2026-11-05)", "Agreed.", "Jars", "2026-11-05"),
        ("## 2026-11-05", "Agreed.", "Gotchas", "2026-11-05"),
        ("## Jars", "**Tagged:** @mia, 2026-11-05", "Jars", "2026-11-05"),
        ("## Jars", "**Learned from:** Mia", "Jars", ""),
        ("## Jars", "- From: Mia, 2026-11-05", "Jars", "2026-11-05"),
        ("## Krüge", "**Von:** Mia, 2026-11-05\n**Gelernt:** In Reihen.", "Krüge", "2026-11-05"),
        ("## Burkar", "- Från: Mia\n- Lärdom: I rader.", "Burkar", ""),
        ("## Jars — 2026-02-30", "**From:** Mia", "Jars — 2026-02-30", ""),
        ("## Why 2026-11-05 was long", "Agreed.", "Why 2026-11-05 was long", "2026-11-05"),
    ],
)
def test_labels_and_dates_drift(heading: str, labels: str, topic: str, day: str) -> None:
    text = f"# Gotchas\n\n{heading}\n{labels}\n\nMore of it.\n"
    assert [(piece[1], piece[2]) for piece in shown(text)] == [(topic, day)]
    assert shown(text)[0][0] == (3, len(text.split("\n")) - 1)


def test_what_stands_under_the_headings_of_an_entry_belongs_to_it() -> None:
    text = "# D\n\n## Jars — 2026-11-05\nIn rows.\n\n### Detail\n- Small ones first.\n\n## Lids\n- Red.\n"
    assert shown(text) == [((3, 7), "Jars", "2026-11-05"), ((10, 10), "Lids", "")]


def test_an_entry_too_long_to_be_shown_goes_item_by_item_with_its_date() -> None:
    items = "".join(f"- item {number} of a long day\n" for number in range(100))
    found = shown(f"# C\n\n## 2026-11-05\n{items}")
    assert len(found) == 100 and found[0] == ((4, 4), "C", "2026-11-05") and found[-1][0] == (103, 103)


def test_a_heading_with_nothing_under_it_is_served_itself() -> None:
    assert shown("# D\n\n## Grams everywhere\n\n## Jars\n- In rows.\n") == [
        ((3, 3), "Grams everywhere", ""),
        ((6, 6), "Jars", ""),
    ]


def test_a_chronology_is_dated_line_by_line() -> None:
    assert shown("# Chronology\n\n- 2026-11-02: import\n- 2026-11-08: jars\n- undated\n", "chronology.md") == [
        ((3, 3), "Chronology", "2026-11-02"),
        ((4, 4), "Chronology", "2026-11-08"),
        ((5, 5), "Chronology", ""),
    ]


FACT = """\
---
name: oven-offset
description: The oven runs hot
metadata:
  type: reference
  modified: 2026-11-06T18:05:11.000Z
tags: [kitchen, heat]
---

Fifteen degrees above two hundred.

**Why:** measured with a wire.
"""


def test_one_fact_is_one_piece_found_by_its_header() -> None:
    piece = only(pieces(FACT, "reference_oven.md"))
    assert (piece.lines, piece.day) == ((10, 12), "2026-11-06")
    assert piece.heading == ("oven-offset — The oven runs hot",)
    assert "wire" in piece.text and "kitchen heat" in piece.text


def test_a_header_that_is_no_yaml_keeps_the_body() -> None:
    text = FACT.replace("The oven runs hot", "The oven: runs: hot")
    assert shown(text, "reference_oven.md") == [((10, 12), "reference_oven", "")]
    texts = text.split("\n")
    assert frontmatter.read("x.md", texts, markdown.parse(texts).frontmatter).problem is not None


def test_a_longer_note_with_a_header_keeps_its_description_as_a_piece() -> None:
    text = FACT + "\n## Later\n- Mended in May.\n"
    assert shown(text) == [
        ((3, 3), "oven-offset", "2026-11-06"),
        ((10, 10), "oven-offset", "2026-11-06"),
        ((12, 12), "oven-offset", "2026-11-06"),
        ((15, 15), "Later", "2026-11-06"),
    ]


def test_the_name_of_a_file_dates_what_nothing_else_dates() -> None:
    assert shown("A talk about jars.\n", "2026-11-05-talk.md") == [((1, 1), "2026-11-05-talk", "2026-11-05")]


def test_a_comment_or_a_conflict_is_in_no_piece() -> None:
    text = "# D\n\n## Jars — 2026-11-05\nIn rows.\n\n<!-- porridge -->\n\n<<<<<<< a\nours\n=======\ntheirs\n>>>>>>> b\n\nLast.\n"
    assert [piece.lines for piece in pieces(text)] == [(4, 4), (14, 14)]
    assert not any(word in piece.text for piece in pieces(text) for word in ("porridge", "ours", "theirs"))


@given(st.lists(st.sampled_from([
    "# T", "## S", "## E — 2026-11-05", "### 2026-11-06", "**From:** x", "- a", "  - b", "1. c", "", "text.", "~~~",
    "<!-- c -->", "---", "| a | b |", "> q", "description: d", "- From: y",
]), max_size=30))  # fmt: skip
def test_pieces_are_in_order_and_hold_every_line_that_is_served_once(lines: list[str]) -> None:
    document = markdown.parse(lines)
    found = notes.pieces("n.md", lines, document, frontmatter.read("n.md", lines, document.frontmatter))
    taken = [number for piece in found for number in range(piece.lines[0], piece.lines[1] + 1)]
    assert taken == sorted(set(taken))
    blocks = [block for block in document.blocks if block.kind in notes.SHOWN_KINDS]
    served = {number for block in blocks for number in range(block.lines[0], block.lines[1] + 1)}
    assert served <= set(taken)


# ---- through the product


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return Household(tmp_path / "home")


def ask(house: Household, query: str = "", **options: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.memory().recall(query=query, layers=("notes",), **options).notes
    return found


def test_a_home_serves_its_top_and_its_references(house: Household) -> None:
    house.write("gotchas.md", ENTRY)
    house.write("references/jars.md", "- Jars are opened from the left, dry ones first.\n")
    house.write("README.md", "- dry\n")
    house.write("CLAUDE.md", "- dry\n")
    house.write("other/deep.md", "- dry\n")
    house.write("long-term/own.md", "- dry\n")
    house.day("2026-11-05", "dry")
    before = house.snapshot()
    found = ask(house, "dry")
    found.sort(key=lambda item: item["file"])
    assert [(item["file"], item["topic"], item["date"], item["lines"], item["trust"]) for item in found] == [
        ("gotchas.md", "Glue fails when it is dry", "2026-11-05", [3, 8], "unreviewed"),
        ("references/jars.md", "jars", None, [1, 1], "unreviewed"),
    ]
    assert found[0]["excerpt"] == "\n".join(ENTRY.split("\n")[2:8])
    assert found[0]["reason"] == "words: dry"
    assert house.snapshot() == before


def test_notes_are_found_by_subject_and_left_by_horizon(house: Household) -> None:
    house.write(
        "gotchas.md", "## Carrots — 2026-11-04\nCarrots are vegetables that need 20 min.\n\n## Beans\n- Beans too.\n"
    )
    assert only(ask(house, about="joshua.food.vegetables", k=1))["lines"] == [1, 2]
    house.at("2026-11-05T20:00:00Z")
    assert only(ask(house, "carrots", horizon="7d"))["date"] == "2026-11-04"
    assert ask(house, "carrots", horizon="2026-11-05") == []
    assert ask(house, "beans", horizon="7d") == [], "nothing says of when it is"
    assert len(ask(house, "beans")) == 1


def test_an_index_line_is_served_where_no_note_says_it(house: Household) -> None:
    index = (
        "# Memory\n\n- [Oven](oven.md) — the oven runs hot\n- [Jars](jars.md) — jars stand in rows, says the porridge book\n"
        "- [Gone](gone.md) — nothing is left of the porridge\n- Porridge needs no file.\n"
        "- [Two](oven.md), [three](jars.md) — hot rows\n"
    )
    house.write("MEMORY.md", index)
    house.write("oven.md", "The oven runs hot above 200.\n")
    house.write("jars.md", "Jars stand in rows; two or three.\n")
    assert [item["file"] for item in ask(house, "oven hot")] == ["oven.md"]
    served = {tuple(item["lines"]) for item in ask(house, "jars porridge rows") if item["file"] == "MEMORY.md"}
    assert served == {(4, 4), (5, 5), (6, 6)}
    house.write("oven.md", "It is old.\n")
    assert (3, 3) in {tuple(item["lines"]) for item in ask(house, "oven hot")}, "the note does not say it any more"


def test_a_note_is_fresh_and_a_settings_change_takes_it_out(house: Household) -> None:
    house.write("gotchas.md", "- The kettle whistles.\n")
    assert len(ask(house, "kettle")) == 1
    house.write("gotchas.md", "- The kettle is gone.\n")
    assert only(ask(house, "kettle"))["excerpt"] == "- The kettle is gone."
    config = house.folder / "sapwood.toml"
    text = config.read_text()
    config.write_text(text + '\n[notes]\npaths = ["elsewhere/**", "README.md"]\nexclude = ["elsewhere/old"]\n')
    house.write("elsewhere/in/kettle.md", "- A kettle elsewhere.\n")
    house.write("elsewhere/old/kettle.md", "- An old kettle.\n")
    house.write("README.md", "- A kettle in the README.\n")
    assert sorted(item["file"] for item in ask(house, "kettle")) == ["README.md", "elsewhere/in/kettle.md"]
    config.write_text(text + "\n[notes]\npaths = []\n")
    assert ask(house, "kettle") == []
    config.write_text(text + '\n[notes]\npaths = ["nowhere"]\n')
    assert any("nowhere" in note for note in house.memory().recall(query="kettle").notices)


def test_a_note_that_becomes_substrate_is_no_note_any_more(house: Household) -> None:
    house.write("taste.md", "- I like the small kettle.\n")
    assert len(ask(house, "kettle")) == 1
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text().replace('paths = ["long-term"]', 'paths = ["long-term", "taste.md"]'))
    assert ask(house, "kettle") == []
    assert only(house.memory().recall(query="kettle").substrate)["trust"] == "handwritten"


def test_what_was_erased_is_withheld_and_what_looks_like_a_credential_masked(house: Household) -> None:
    house.write("gotchas.md", "- The spare key lies under the pot.\n- The lamp is green.\n")
    kept = house.memory().mark("joshua.house.key", "The spare key lies under the pot")
    assert len(ask(house, "spare key")) == 1
    done = house.memory().forget(kept.id, erase=True)
    assert done.still_in == ["gotchas.md:1"]
    assert ask(house, "spare key") == []
    assert any("gotchas.md:1" in note for note in house.memory().recall(query="spare key").notices)
    assert len(ask(house, "lamp green")) == 1
    house.write(
        "keys.md", "## AKIAIOSFODNN7EXAMPLE lamp — 2026-11-05\n- token: ghp_abcdefghijklmnopqrstuvwxyz0123456789\n"
    )
    item = only([each for each in ask(house, "lamp") if each["file"] == "keys.md"])
    assert "ghp_abcdef" not in str(item) and "AKIAIOSFODNN7EXAMPLE" not in str(item)


def test_notes_can_be_cited_and_shown(house: Household) -> None:
    house.write("gotchas.md", ENTRY)
    seen = house.memory().observe("joshua.shop.glue", "Glue opens below 40 %", "gotchas.md#L6")
    assert seen.status == "created"
    assert house.memory().get("gotchas")["file"] == "gotchas.md"
