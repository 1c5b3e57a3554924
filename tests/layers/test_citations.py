"""Evidence: what may be cited, and where it stands when it is looked for again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from household import Household
from sapwood.core.evidence import Evidence
from sapwood.core.limits import Limits
from sapwood.disk import lines as splitting
from sapwood.errors import PathRefused, Refused
from sapwood.layers.citations import Shelf

SALT = b"salt"
DAY = "daily/2026-11-05.md"


@pytest.fixture
def house(tmp_path: Path) -> Household:
    made = Household(tmp_path / "home")
    made.write(
        DAY, "# 2026-11-05\n\n- first line of the day\n- second line of the day\n  goes on here\n- third\n"
    )
    return made


def shelf(house: Household, told: frozenset[str] = frozenset()) -> Shelf:
    return Shelf(house.memory().home.places, Limits(), SALT, told.__contains__)


def resolved(
    house: Household, record: Evidence, told: frozenset[str] = frozenset()
) -> tuple[str, str, tuple[int, int] | None]:
    found = shelf(house, told).resolve(record)
    return found.status, found.path, found.lines


# ---- citing


def test_a_citation_holds_digest_and_quote(house: Household) -> None:
    record = shelf(house).cite(DAY, (3, 3))
    assert record == Evidence(
        "file",
        DAY,
        (3, 3),
        sha256=splitting.digest(["- first line of the day"]),
        quote="- first line of the day",
    )
    assert shelf(house).cite(str(house.folder / DAY), (4, 5), "goes on").quote == "goes on"


@pytest.mark.parametrize("span", [(0, 1), (2, 1), (7, 7), (3, 99), (-1, 3), (2, 2)])
def test_lines_that_are_not_there_or_empty_are_refused(house: Household, span: tuple[int, int]) -> None:
    with pytest.raises(Refused, match="cite"):
        shelf(house).cite(DAY, span)


def test_a_quote_that_is_not_in_the_lines_is_refused(house: Household) -> None:
    with pytest.raises(Refused, match="does not hold the quote"):
        shelf(house).cite(DAY, (3, 3), "second")


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../outside.md", ".sapwood/salt", "a\0b.md", "\ud800.md", "no-such.md", "daily"]
)
def test_a_path_that_may_not_be_read_is_refused(house: Household, path: str) -> None:
    (house.folder.parent / "outside.md").write_text("x\n")
    with pytest.raises(PathRefused):
        shelf(house).cite(path, (1, 1))


def test_a_long_quote_is_cut(house: Household) -> None:
    house.write("long-term/a.md", "x" * 2_000 + "\n")
    assert len(shelf(house).cite("long-term/a.md", (1, 1)).quote) == Limits().quote_characters


def test_a_line_with_a_credential_has_a_keyed_digest(house: Household) -> None:
    record = shelf(house).cite(DAY, (3, 3), redacted="- first ⟦redacted⟧")
    assert (record.sha256, record.quote, len(record.hmac)) == ("", "- first ⟦redacted⟧", 64)
    assert resolved(house, record) == ("resolved", DAY, (3, 3))
    other = Shelf(house.memory().home.places, Limits(), b"other salt")
    assert other.resolve(record).status != "resolved"
    house.write(DAY, "new\n- first line of the day\n")
    assert resolved(house, record) == ("moved", DAY, (2, 2))


# ---- resolving


def test_a_line_range_is_never_enough(house: Household) -> None:
    record = shelf(house).cite(DAY, (4, 5))
    house.write(DAY, "# 2026-11-05\n\n- other\n- other\n- other\n")
    assert resolved(house, record)[0] == "missing"
    house.write(DAY, "- second line of the day\n  goes on here\n")
    assert resolved(house, record) == ("moved", DAY, (1, 2))


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_bom_change_no_digest(house: Household, ends: str) -> None:
    record = shelf(house).cite(DAY, (4, 5))
    text = (house.folder / DAY).read_text().replace("\n", ends)
    house.write(DAY, b"\xef\xbb\xbf" + text.encode())
    assert resolved(house, record) == ("resolved", DAY, (4, 5))


def test_it_is_found_in_the_archive_and_under_another_name_of_the_day(house: Household) -> None:
    record = shelf(house).cite(DAY, (3, 3))
    archive = house.folder / "daily/archive"
    archive.mkdir()
    shutil.move(house.folder / DAY, archive / "2026-11-05.md")
    assert resolved(house, record) == ("moved", "daily/archive/2026-11-05.md", (3, 3))
    shutil.move(archive / "2026-11-05.md", archive / "2026-11-05-evening.md")
    assert resolved(house, record) == ("moved", "daily/archive/2026-11-05-evening.md", (3, 3))
    shutil.move(archive / "2026-11-05-evening.md", house.folder / "daily/2026-11-06.md")
    assert resolved(house, record)[0] == "missing"  # another day is not the file that was cited


def test_a_handwritten_file_is_found_under_another_name_in_its_folder(house: Household) -> None:
    house.write("long-term/a.md", "- a rule of mine\n")
    record = shelf(house).cite("long-term/a.md", (1, 1))
    (house.folder / "long-term/a.md").rename(house.folder / "long-term/b.md")
    assert resolved(house, record) == ("moved", "long-term/b.md", (1, 1))
    house.write("long-term/a.md", "- something else entirely\n")
    assert resolved(house, record)[0] == "missing"  # the file is there, the line was taken out of it


def test_an_edited_line_is_changed_with_its_quote_kept(house: Household) -> None:
    record = shelf(house).cite(DAY, (3, 3))
    house.write(DAY, "# 2026-11-05\n\n- first line of the long day\n- third\n")
    assert resolved(house, record) == ("changed", DAY, (3, 3))


def test_a_line_that_was_cited_by_itself_is_not_another_one_edited(house: Household) -> None:
    first, second = (shelf(house).cite(DAY, (number, number)) for number in (3, 4))
    house.write(DAY, "# 2026-11-05\n\n- second line of the day\n")
    assert resolved(house, first)[0] == "changed"
    assert resolved(house, first, frozenset([second.source]))[0] == "missing"


@pytest.mark.parametrize("data", [b"\0", b"\xff\xfe- \0", b"- \xff\n"])
def test_a_file_that_cannot_be_read_is_unresolved_and_not_missing(house: Household, data: bytes) -> None:
    record = shelf(house).cite(DAY, (3, 3))
    house.write(DAY, data)
    assert resolved(house, record)[0] == "unresolved"


def test_a_fifo_or_a_link_out_is_unresolved(house: Household) -> None:
    record = shelf(house).cite(DAY, (3, 3))
    path = house.folder / DAY
    path.rename(house.folder.parent / "outside.md")
    path.symlink_to(house.folder.parent / "outside.md")
    assert resolved(house, record)[0] == "unresolved"
    path.unlink()
    os.mkfifo(path)
    assert resolved(house, record)[0] == "unresolved"


def test_a_file_that_is_gone_is_missing_and_a_folder_that_is_gone_is_not(house: Household) -> None:
    record = shelf(house).cite(DAY, (3, 3))
    (house.folder / DAY).unlink()
    assert resolved(house, record)[0] == "missing"
    (house.folder / "daily").rmdir()
    assert resolved(house, record)[0] == "unresolved"


@pytest.mark.parametrize("kind", ["signal", "transcript", "compost", "url"])
def test_other_kinds_are_taken_as_they_are(house: Household, kind: str) -> None:
    assert resolved(house, Evidence(kind, id="x"))[0] == "resolved"


LINES = st.lists(
    st.sampled_from(["- a b c d", "- e f g h", "- i j k l", "", "text"]), min_size=1, max_size=12
)


@given(before=LINES, after=LINES, at=st.integers(0, 11), length=st.integers(1, 3))
def test_found_lines_are_always_the_cited_ones(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[str], at: int, length: int
) -> None:
    """Whatever became of the file: where it says `resolved` or `moved`, the very lines stand there; and where they
    stand anywhere, it says so."""
    house = Household(tmp_path_factory.mktemp("cite") / "home")
    house.write(DAY, "\n".join(before) + "\n")
    first = at % len(before) + 1
    last = min(len(before), first + length - 1)
    cited = before[first - 1 : last]
    try:
        record = shelf(house).cite(DAY, (first, last))
    except Refused:
        assert not any(line.strip() for line in cited)
        return
    house.write(DAY, "\n".join(after) + "\n")
    status, _, lines = resolved(house, record)
    stands = any(after[start : start + len(cited)] == cited for start in range(len(after)))
    assert (status in ("resolved", "moved")) == stands
    if stands:
        assert lines is not None and after[lines[0] - 1 : lines[1]] == cited
        assert (status == "resolved") == (lines == (first, last))
