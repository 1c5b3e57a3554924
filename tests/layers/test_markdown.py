"""Which block stands on which lines, for Markdown as people keep it in a log."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sapwood.core.limits import Limits
from sapwood.disk.lines import decode
from sapwood.layers.markdown import ITEMS, Block, Document, parse

DATA = Path(__file__).parent.parent / "data"


def read(text: str) -> Document:
    return parse(text.split("\n"))


def blocks(text: str) -> list[tuple[str, tuple[int, int], str]]:
    return [(block.kind, block.lines, block.text) for block in read(text).blocks]


def load(name: str) -> Document:
    lines, _ = decode(name, (DATA / name).read_bytes(), Limits())
    return parse(lines.texts)


def at(document: Document, line: int) -> Block:
    (block,) = [block for block in document.blocks if block.lines[0] <= line <= block.lines[1]]
    return block


# ---- sections


def test_sections_end_where_the_next_heading_of_any_level_stands() -> None:
    sections = read("before\n\n# Day\n\n## Log\n- a\n### Deep\n## Log\n").sections
    assert [(s.level, s.path, s.lines, s.heading_line) for s in sections] == [
        (0, (), (1, 2), None),
        (1, ("Day",), (3, 4), 3),
        (2, ("Day", "Log"), (5, 6), 5),
        (3, ("Day", "Log", "Deep"), (7, 7), 7),
        (2, ("Day", "Log"), (8, 9), 8),
    ]


def test_a_skipped_level_keeps_the_path() -> None:
    assert [s.path for s in read("# A\n#### B\n## C\n").sections] == [(), ("A",), ("A", "B"), ("A", "C")]


@pytest.mark.parametrize(
    ("line", "title"),
    [("# Rye #", "Rye"), ("## Rye ##   ", "Rye"), ("# C#", "C#"), ("#\tRye", "Rye"), ("#", ""), ("# #", "")],
)
def test_titles_are_without_their_signs(line: str, title: str) -> None:
    assert blocks(line) == [("heading", (1, 1), title)]


@pytest.mark.parametrize("line", ["#rye", "####### seven", "\\# rye", "a # b"])
def test_what_is_no_heading(line: str) -> None:
    assert blocks(line) == [("plain", (1, 1), line)]


def test_underlined_headings() -> None:
    assert blocks("Rye\n===\n\nSecond\ntry\n---\n") == [
        ("heading", (1, 2), "Rye"),
        ("heading", (4, 6), "Second try"),
    ]


def test_a_line_under_a_sentence_is_a_rule() -> None:
    assert [kind for kind, _, _ in blocks("Went to bed late.\n---\nnext")] == ["plain", "rule", "plain"]
    assert [kind for kind, _, _ in blocks("22:10 went to bed\n---")] == ["plain", "rule"]


# ---- plain text


def test_sentences_on_their_own_lines_are_blocks() -> None:
    document = load("demo/daily/2026-11-03.md")
    assert [block.lines for block in document.blocks if block.kind == "plain"] == [
        (3, 3),
        (4, 4),
        (5, 5),
        (7, 7),
        (12, 12),
        (13, 13),
    ]


def test_a_wrapped_sentence_is_one_block() -> None:
    assert blocks("I think in rooms rather\nthan in lists, and I\nlike it.\nNew sentence\n") == [
        ("plain", (1, 3), "I think in rooms rather than in lists, and I like it."),
        ("plain", (4, 4), "New sentence"),
    ]


def test_a_log_without_bullets_is_a_block_a_line() -> None:
    assert [lines for _, lines, _ in blocks("09:10 woke up\n09:30 coffee\n10:00 bench")] == [
        (1, 1),
        (2, 2),
        (3, 3),
    ]


def test_a_time_in_the_middle_of_a_sentence_does_not_cut_it() -> None:
    assert blocks("Choir moved to\n19:30 for this month") == [("plain", (1, 2), "Choir moved to 19:30 for this month")]


def test_labels_and_hard_breaks_begin_and_end_blocks() -> None:
    assert [text for _, _, text in blocks("Mood: fine\n**Sleep:** six hours\nand a nap")] == [
        "Mood: fine",
        "**Sleep:** six hours and a nap",
    ]
    assert [text for _, _, text in blocks("rye  \nwheat\\\noats")] == ["rye", "wheat\\", "oats"]


def test_a_definition_is_plain_text() -> None:
    assert at(load("demo/long-term/workflow.md"), 9).text == "Mornings : workshop, radio off"


# ---- lists


def test_nested_bullets_with_tabs() -> None:
    document = load("demo/daily/2026-11-07.md")
    items = [(b.lines, b.depth, b.text) for b in document.blocks if b.kind == "bullet"][:4]
    assert [(lines, depth) for lines, depth, _ in items] == [
        ((5, 5), 0),
        ((6, 6), 1),
        ((7, 7), 2),
        ((8, 8), 1),
    ]
    boden = document.blocks.index(at(document, 6))
    assert at(document, 7).parent == boden
    assert at(document, 8).parent == at(document, 6).parent


@pytest.mark.parametrize(
    ("text", "depths"),
    [
        ("- a\n  - b\n    - c\n- d", [0, 1, 2, 0]),
        ("- a\n - b", [0, 0]),
        ("1. a\n  - b", [0, 1]),
        ("10. a\n   - b\n11) c", [0, 1, 0]),
        ("- a\n        - far in", [0, 1]),
        ("-\ta\n\t-\tb", [0, 1]),
        ("* a\n+ b\n• c", [0, 0, 0]),
        ("- a\n\n  - b\n\n- c", [0, 1, 0]),
    ],
)
def test_depth(text: str, depths: list[int]) -> None:
    assert [block.depth for block in read(text).blocks] == depths


def test_four_spaces_after_a_blank_line_are_a_nested_bullet() -> None:
    """The demo asks for a choice: this is the one that CommonMark makes."""
    document = load("demo/daily/2026-11-08.md")
    block = at(document, 24)
    assert (block.kind, block.depth) == ("bullet", 1)
    assert block.parent == document.blocks.index(at(document, 22))


def test_text_at_the_content_column_belongs_to_the_item() -> None:
    assert blocks("- rye\n  with seeds\nand salt\n\n  second paragraph\n\nno more") == [
        ("bullet", (1, 5), "rye with seeds and salt second paragraph"),
        ("plain", (7, 7), "no more"),
    ]


def test_text_of_an_item_after_its_nested_items_points_at_it() -> None:
    document = read("- rye\n  - seeds\n\n  baked at noon")
    assert [(b.kind, b.lines, b.parent) for b in document.blocks] == [
        ("bullet", (1, 1), None),
        ("bullet", (2, 2), 0),
        ("plain", (4, 4), 0),
    ]


def test_a_log_line_at_the_margin_ends_the_list() -> None:
    assert [kind for kind, _, _ in blocks("- rye\n09:10 bench")] == ["bullet", "plain"]
    assert [kind for kind, _, _ in blocks("- lunch at\n  12:30 with Ida")] == ["bullet"]


def test_a_number_does_not_cut_a_sentence() -> None:
    assert blocks("we meet on the\n14. of November") == [("plain", (1, 2), "we meet on the 14. of November")]
    assert [kind for kind, _, _ in blocks("we need:\n1. flour\n2) salt")] == ["plain", "ordered", "ordered"]


def test_boxes() -> None:
    document = load("bugs/B02/input/daily/2026-11-01.md")
    assert [(b.kind, b.box, b.text) for b in document.blocks[1:]] == [
        ("task", " ", "open"),
        ("task", "x", "done"),
        ("task", "X", "done, capital"),
        ("task", "/", "half done"),
        ("task", ">", "moved to Monday"),
        ("task", "?", "maybe"),
        ("bullet", "", "[00:12:30] she said the jar is empty"),
        ("bullet", "", "the label colour is #ff8800, not #food"),
        ("bullet", "", "[decision] labels are Swedish"),
    ]


# ---- fences and code


def test_a_sample_holds_no_headings_and_no_facts() -> None:
    document = load("bugs/B12/input/gotchas.md")
    assert [s.title for s in document.sections] == ["", "Example", "Next"]
    assert document.sections[2].heading_line == 16
    assert [b.text for b in document.blocks if b.kind in ITEMS] == ["a fact"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("```\na\n````\nb", (1, 3)),
        ("````\n```\n````\nb", (1, 3)),
        ("~~~ sh\n```\n~~~\nb", (1, 3)),
        ("```\na\n``` x\nb", (1, 4)),
        ("```\n    ```\n  ```", (1, 3)),
        ("```\n# never closed\n- a", (1, 3)),
    ],
)
def test_where_fences_end(text: str, lines: tuple[int, int]) -> None:
    block = read(text).blocks[0]
    assert (block.kind, block.lines) == ("fence", lines)


def test_backticks_with_more_after_them_are_text() -> None:
    assert [kind for kind, _, _ in blocks("```rye``` is code\n- a")] == ["plain", "bullet"]


def test_a_fence_in_an_item_ends_with_the_item() -> None:
    assert blocks("- run\n  ```sh\n  - x\n  ```\n- next") == [
        ("bullet", (1, 1), "run"),
        ("fence", (2, 4), "sh"),
        ("bullet", (5, 5), "next"),
    ]
    assert [(k, a) for k, a, _ in blocks("- ```\n  - x\n- next")] == [
        ("bullet", (1, 1)),
        ("fence", (1, 2)),
        ("bullet", (3, 3)),
    ]


def test_indented_code() -> None:
    assert blocks("text\n\n    - code\n\n    more\n\nend")[1] == ("indented", (3, 5), "")
    assert blocks("- a\n\n      - code in the item")[1] == ("indented", (3, 3), "")
    assert blocks("text\n    goes on") == [("plain", (1, 2), "text goes on")]


# ---- comments and machine blocks


def test_comments_are_no_text_and_what_is_beside_them_is() -> None:
    assert blocks("- rye <!-- not sure --> bread\n<!-- one\n- two\n-->\n- `<!--` opens one") == [
        ("bullet", (1, 1), "rye bread"),
        ("comment", (2, 4), ""),
        ("bullet", (5, 5), "`<!--` opens one"),
    ]


def test_text_before_and_after_a_comment_of_several_lines() -> None:
    assert blocks("- rye <!-- a\nb\nc --> wheat\n") == [
        ("bullet", (1, 1), "rye"),
        ("comment", (2, 2), ""),
        ("plain", (3, 3), "wheat"),
    ]


def test_a_comment_that_never_ends_hides_the_rest() -> None:
    assert blocks("a\n\n<!-- draft\n- b\n\n# c")[1:] == [("comment", (3, 6), "")]


def test_a_comment_opener_within_a_sentence_hides_nothing() -> None:
    assert [kind for kind, _, _ in blocks("write <!-- to open\n\n- rye\n\n<!-- x -->")] == [
        "plain",
        "bullet",
        "comment",
    ]


@pytest.mark.parametrize(
    ("opens", "closes"),
    [
        ("<!-- openclaw:dreaming:start -->", "<!-- openclaw:dreaming:end -->"),
        ("<!-- openclaw:dreaming:light 2026-11-03 -->", "<!-- /openclaw:dreaming:light -->"),
        ("<!-- openclaw:dreaming:light:start -->", "<!-- openclaw:dreaming:end -->"),
    ],
)
def test_machine_blocks(opens: str, closes: str) -> None:
    assert [(k, a) for k, a, _ in blocks(f"- a\n{opens}\n## Dream\n- b\n{closes}\n- c")] == [
        ("bullet", (1, 1)),
        ("machine", (2, 5)),
        ("bullet", (6, 6)),
    ]


def test_a_machine_comment_without_an_end_is_one_line() -> None:
    assert [(k, a) for k, a, _ in blocks("<!-- toc:auto -->\n- a")] == [
        ("comment", (1, 1)),
        ("bullet", (2, 2)),
    ]


# ---- the rest


def test_frontmatter_stands_at_line_one_or_nowhere() -> None:
    document = load("demo/long-term/workflow.md")
    assert document.frontmatter == (1, 4)
    assert document.sections[0].lines == (5, 5)
    assert read("\n---\na: b\n---").frontmatter is None
    assert read("---\nnever closed").frontmatter is None


def test_tables_quotes_rules_references_html_and_conflicts() -> None:
    text = (
        "| a | b |\n|---|---|\n| 1 | 2 |\nremark\n\n> said\n> > deeper\nlazy\n\n* * *\n"
        "[rye]: https://example.org 'x'\n"
        "<details>\n- x\n\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> laptop\n- c"
    )
    assert [(k, a) for k, a, _ in blocks(text)] == [
        ("table", (1, 3)),
        ("plain", (4, 4)),
        ("quote", (6, 8)),
        ("rule", (10, 10)),
        ("reference", (11, 11)),
        ("html", (12, 13)),
        ("conflict", (15, 19)),
        ("bullet", (20, 20)),
    ]


@pytest.mark.parametrize("text", ["a | b", "<3 this soup", "[08:10]: woke", "[^1]: a note", "-no space", "1.5 cups"])
def test_prose_that_only_looks_like_more(text: str) -> None:
    assert blocks(text) == [("plain", (1, 1), text)]


def test_line_numbers_hold_on_every_line_end() -> None:
    data = "\ufeff# Dag\r\n\r- a\u2028still a\n\t- b\r\n- c".encode()
    lines, _ = decode("x.md", data, Limits())
    assert [(b.kind, b.lines) for b in parse(lines.texts).blocks] == [
        ("heading", (1, 1)),
        ("bullet", (3, 3)),
        ("bullet", (4, 4)),
        ("bullet", (5, 5)),
    ]


def test_an_empty_file_has_no_blocks() -> None:
    document = parse(())
    assert document.blocks == ()
    assert [s.lines for s in document.sections] == [(1, 0)]


# ---- against an oracle, and against hostile text

WORD = st.sampled_from(["rye", "wheat", "å", "`code`", "*bold*", "日本", "x1"])
PHRASE = st.lists(WORD, min_size=1, max_size=4).map(" ".join)
HEADING = st.tuples(st.integers(1, 6), PHRASE).map(lambda pair: ["#" * pair[0] + " " + pair[1]])
SETEXT = st.tuples(PHRASE, st.sampled_from(["===", "---", "="])).map(lambda pair: ["", pair[0], pair[1]])
FENCE = st.tuples(
    st.sampled_from(["```", "~~~", "`````", "```sh"]),
    st.lists(st.sampled_from(["- a", "# h", "", "```", "~~~", "    x", "===="]), max_size=4),
    st.sampled_from(["```", "~~~", "`````", "~~~~  "]),
).map(lambda parts: ["", parts[0], *parts[1], parts[2]])
PARAGRAPH = st.lists(PHRASE, min_size=1, max_size=3)


@st.composite
def lists(draw: st.DrawFn) -> list[str]:
    lines: list[str] = [""]
    depth = 0
    bullet = draw(st.sampled_from(["- ", "* ", "1. "]))
    width = len(bullet)
    for n in range(draw(st.integers(1, 6))):
        depth = draw(st.integers(0, min(depth + 1, 3))) if n else 0
        lines.append(" " * (width * depth) + bullet + draw(PHRASE))
        if draw(st.booleans()):
            lines.append(" " * (width * (depth + 1)) + draw(PHRASE))
        if draw(st.integers(0, 3)) == 0:
            lines.append("")
    return lines


PIECE = st.one_of(HEADING, SETEXT, FENCE, PARAGRAPH, lists(), st.just([""]))


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECE, max_size=7))
def test_headings_fences_and_items_stand_where_commonmark_says(pieces: list[list[str]]) -> None:
    texts = [line for piece in pieces for line in piece]
    tokens = MarkdownIt("commonmark").parse("".join([line + "\n" for line in texts]))
    headings, fences, items = [], [], []
    depth = -1
    for n, token in enumerate(tokens):
        if token.type == "heading_open":
            assert token.map
            headings.append((int(token.tag[1]), " ".join(tokens[n + 1].content.split()), token.map[0] + 1))
        elif token.type == "fence":
            assert token.map
            fences.append((token.map[0] + 1, token.map[1]))
        elif token.type == "list_item_open":
            assert token.map
            items.append((token.map[0] + 1, depth, token.map[1]))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
    document = parse(texts)
    ours = document.blocks
    mine = [(s.level, " ".join(s.title.split()), s.heading_line) for s in document.sections[1:]]
    assert mine == headings
    assert [b.lines for b in ours if b.kind == "fence"] == fences
    assert [(b.lines[0], b.depth) for b in ours if b.kind in ITEMS] == [(a, d) for a, d, _ in items]
    whole = {}  # an item of theirs reaches to the last line of what it holds
    for n, block in enumerate(ours):
        last, up = block.lines[1], n if block.kind in ITEMS else block.parent
        while up is not None:
            whole[up] = max(whole.get(up, 0), last)
            up = ours[up].parent
    for (first, _, last), own in zip(items, [n for n, b in enumerate(ours) if b.kind in ITEMS], strict=True):
        while last > first and not texts[last - 1].strip():
            last -= 1
        assert whole[own] == last


# fmt: off
INK = [
    "- ", "> ", "# ", "```", "~~~", "<!--", "-->", "a", " ", "\t", "1. ", "---", "===", "[ ]",
    "08:10 ", ".", "<div>", "<pre>", "`", "<<<<<<< a", "=======", ">>>>>>> b", "Mood: ", "\u2028",
    "<!-- a:b -->", "<!-- /a:b -->", "| ",
]
# fmt: on
LINE = st.lists(st.sampled_from(INK), max_size=5).map("".join)


@settings(max_examples=500, deadline=None)
@given(st.lists(LINE, max_size=14))
def test_every_line_with_ink_lies_in_a_block(texts: list[str]) -> None:
    document = parse(texts)
    covered: set[int] = set(range(1, document.frontmatter[1] + 1)) if document.frontmatter else set()
    previous = 1
    for block in document.blocks:
        first, last = block.lines
        assert previous <= first <= last <= len(texts)
        previous = first
        covered.update(range(first, last + 1))
        assert document.sections[block.section].lines[0] <= first
    assert {n for n, text in enumerate(texts, 1) if text.strip()} <= covered
    spans = [section.lines for section in document.sections]
    start = document.frontmatter[1] + 1 if document.frontmatter else 1
    assert spans[0][0] == start and spans[-1][1] == len(texts)
    assert all(spans[n][1] + 1 == spans[n + 1][0] for n in range(len(spans) - 1))


MILLION = 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        "`" * MILLION,
        " ".join("`" * n for n in range(1, 1_400)) + "<!--",
        "` `` <!-- " * (MILLION // 10),
        "\n".join(" " * (2 * n) + "- a" for n in range(1_000)) + "\nb" * 100_000,
        "- " * (MILLION // 2) + "a",
        ">" * MILLION,
        "```\n" + "a\n" * (MILLION // 2),
        "<!-- \n" * (MILLION // 6),
        "a <!-- b\n" * (MILLION // 9),
        "<!-- a:b -->\n" * (MILLION // 13),
        "<!-- a" + ":b" * (MILLION // 2) + " -->",
        "<pre>\n" * (MILLION // 6),
        "[a]: " + "." * MILLION + " x y",
        "|" * MILLION,
        "<<<<<<< a\n" * (MILLION // 10),
        "~" * MILLION,
        "\t" * MILLION + "a",
    ],
    ids=range(17),
)
def test_a_megabyte_of_hostile_text_is_read(text: str) -> None:
    """A quadratic step would take hours here, so that no clock is needed."""
    assert read(text).blocks
