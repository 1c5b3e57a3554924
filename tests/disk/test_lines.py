"""Bytes to lines and back: exact on everything, loud on what is not text."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapwood.core.limits import Limits
from sapwood.disk.lines import UNREADABLE, Lines, conflicts, decode, digest, encode, newline

LIMITS = Limits()
PIECES = st.sampled_from(
    [
        "a",
        "- rye",
        "\n",
        "\r\n",
        "\r",
        "\u2028",
        "\x85",
        "\x0b",
        "\x0c",
        "å",
        "🪗",
        "\t",
        "<<<<<<< x",
        "=======",
    ]
)


def read(data: bytes) -> Lines:
    lines, problems = decode("daily/2026-11-09.md", data, LIMITS)
    assert problems == ()
    return lines


@given(st.lists(PIECES).map("".join), st.booleans())
def test_the_bytes_come_back_exactly(text: str, bom: bool) -> None:
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    lines, _ = decode("x.md", data, LIMITS)
    assert encode(lines) == data
    assert len(lines.texts) == len(lines.ends)
    assert not any(re.search("[\r\n]", line) for line in lines.texts)
    assert all(lines.ends[:-1])


@given(st.binary(max_size=200))
def test_any_bytes_either_come_back_or_are_reported(data: bytes) -> None:
    lines, problems = decode("x.md", data, LIMITS)
    if any(problem.kind in UNREADABLE for problem in problems):
        assert lines == Lines((), (), False)
    else:
        assert encode(lines) == data


def test_only_lf_crlf_and_cr_end_a_line() -> None:
    lines = read("one\u2028still one\ntwo\x85\x0b\x0cstill two\r\nthree\rfour".encode())
    assert lines.texts == ("one\u2028still one", "two\x85\x0b\x0cstill two", "three", "four")
    assert lines.ends == ("\n", "\r\n", "\r", "")


def test_a_bom_is_no_part_of_the_first_line() -> None:
    lines = read(b"\xef\xbb\xbf# 9.11.2026\n")
    assert lines == Lines(("# 9.11.2026",), ("\n",), True)


@pytest.mark.parametrize(
    ("data", "texts"), [(b"", ()), (b"\n", ("",)), (b"\n\n", ("", "")), (b"a", ("a",)), (b"\r\n", ("",))]
)
def test_small_files(data: bytes, texts: tuple[str, ...]) -> None:
    assert read(data).texts == texts


@pytest.mark.parametrize(
    ("data", "end"),
    [
        (b"", "\n"),
        (b"a", "\n"),
        (b"a\r\nb", "\r\n"),
        (b"a\r\nb\n", "\n"),
        (b"a\rb", "\r"),
        (b"\n\r\n", "\r\n"),
    ],
)
def test_what_is_appended_ends_like_the_last_line(data: bytes, end: str) -> None:
    assert newline(read(data)) == end


@pytest.mark.parametrize(
    ("data", "kind", "line"),
    [
        (b"# Day\r\n\r- caf\xe9\n", "not-utf-8", 3),
        (b"\xef\xbb\xbf# Day\n- caf\xe9\n", "not-utf-8", 2),
        (b"# Day\n- a\0b\n", "nul", 2),
        ("# Day\n- kaffe".encode("utf-16"), "utf-16", 1),
        ("# Day\n- kaffe".encode("utf-16-le"), "utf-16", 1),
        ("# Day\n- kaffe".encode("utf-16-be"), "utf-16", 1),
        ("# Day\n".encode("utf-32"), "utf-16", 1),
    ],
)
def test_what_is_not_text_is_reported_and_not_taken_for_empty(data: bytes, kind: str, line: int) -> None:
    lines, (problem,) = decode("daily/x.md", data, LIMITS)
    assert lines.texts == ()
    assert (problem.path, problem.line, problem.kind) == ("daily/x.md", line, kind)
    assert "not the same as empty" in problem.message


def test_the_byte_that_is_not_utf8_is_named() -> None:
    _, (problem,) = decode("x.md", b"\xef\xbb\xbfcaf\xe9", LIMITS)
    assert "0xe9 at byte 6" in problem.message


def test_a_file_over_the_limit_is_reported() -> None:
    at_the_limit = b"a" * 10
    lines, problems = decode("x.md", at_the_limit, Limits(file_bytes=10))
    assert lines.texts and not problems
    lines, (problem,) = decode("x.md", at_the_limit + b"a", Limits(file_bytes=10))
    assert lines.texts == ()
    assert (problem.kind, problem.line) == ("too-large", None)
    assert "11 bytes" in problem.message


CONFLICT = b"""\
- bread
<<<<<<< HEAD
- 14 jars
=======
- 13 jars
>>>>>>> laptop
- milk
"""


def test_a_conflict_is_reported_and_the_rest_loads() -> None:
    lines, (problem,) = decode("daily/x.md", CONFLICT, LIMITS)
    assert len(lines.texts) == 7
    assert (problem.kind, problem.line) == ("conflict-marker", 2)
    assert conflicts(lines.texts) == ((2, 4, 6),)


@pytest.mark.parametrize(
    "text",
    [
        "Title\n=======\n\ntext\n",
        "<<<<<<< HEAD\n- a\n>>>>>>> b\n",
        ">>>>>>> a\n=======\n<<<<<<< b\n",
        " <<<<<<< a\n=======\n>>>>>>> b\n",
        "<<<<<<<<<< a\n=======\n>>>>>>> b\n",
        "<<<<<<< a\n======== more\n>>>>>>> b\n",
    ],
)
def test_half_a_conflict_is_none(text: str) -> None:
    assert conflicts(text.split("\n")) == ()


def test_digest_is_of_the_texts_joined_by_lf() -> None:
    assert digest(("a", "å")) == hashlib.sha256("a\nå".encode()).hexdigest()
    assert digest(read(b"\xef\xbb\xbfa\r\nb").texts) == digest(("a", "b"))
