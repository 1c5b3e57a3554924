"""Files as they come: each is answered from, or reported by name and line, and none keeps others from being read."""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from household import Household

GOOD = "The good one keeps saying porridge"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
PLACES = {"substrate": "long-term/strange.md", "daily": "daily/2026-11-04-strange.md"}


@pytest.fixture
def house(tmp_path: Path) -> Household:
    return a_house(tmp_path / "home")


def a_house(folder: Path) -> Household:
    made = Household(folder)
    made.write("long-term/good.md", f"- {GOOD}\n")
    made.day("2026-11-05", GOOD)
    return made


def ask(house: Household, query: str = "porridge", **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = house.memory().recall(query=query, **options)._asdict()
    return found


def assert_good_ones_answer(house: Household, found: dict[str, Any]) -> None:
    for lane, name in (("substrate", "long-term/good.md"), ("daily", "daily/2026-11-05.md")):
        assert name in [item["file"] for item in found[lane] if GOOD in item["excerpt"]]


def assert_reported(house: Household, name: str, *words: str) -> None:
    """The file is named with what is wrong in it, and nothing else is lost."""
    found = ask(house)
    assert_good_ones_answer(house, found)
    told = [note for note in found["notices"] if note.startswith(name)]
    assert told and all(word in " ".join(told) for word in words), found["notices"]
    again = ask(house)
    assert again["notices"] == found["notices"], "the second look says less"
    done = house.cli("recall", "porridge")
    assert f"note: {name}" in done.stdout
    assert not CONTROL.search(done.stdout)


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> str:
    return PLACES[request.param]


UNREADABLE: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "NUL": (b"- one porridge\n- two\0 porridge\n", (":2:", "NUL", "not the same as empty")),
    "UTF-16": ("- porridge\n".encode("utf-16"), (":1:", "UTF-16", "not the same as empty")),
    "UTF-16 without a mark": ("- porridge again and again\n".encode("utf-16-le"), (":1:", "UTF-16")),
    "UTF-32": ("- porridge\n".encode("utf-32"), (":1:", "UTF-16 or UTF-32")),
    "Latin-1": (
        "- one\n- två porridge\n".encode("latin-1"),
        (":2:", "0xe5", "not UTF-8", "not the same as empty"),
    ),
    "cut in a letter": ("- porridge å".encode()[:-1], (":1:", "not UTF-8")),
    "a surrogate": (b"- porridge \xed\xa0\x80\n", (":1:", "not UTF-8")),
    "over the limit": (b"- porridge\n" * 400_000, ("limit is 4194304", "4400000")),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_cannot_be_read_is_not_empty(house: Household, place: str, kind: str) -> None:
    data, words = UNREADABLE[kind]
    house.write(place, data)
    assert_reported(house, place, *words)
    assert place not in json.dumps(ask(house)["substrate"] + ask(house)["daily"])
    house.write(place, b"- porridge\n")
    assert not any(note.startswith(place) for note in ask(house)["notices"])


def test_an_empty_file_is_empty(house: Household, place: str) -> None:
    house.write(place, b"")
    found = ask(house)
    assert found["notices"] == []
    assert_good_ones_answer(house, found)


def test_a_limit_of_the_home_is_kept(house: Household, place: str) -> None:
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text() + "\n[limits]\nfile_bytes = 100\n")
    house.write(place, b"- porridge\n" * 10)
    assert_reported(house, place, "110", "limit is 100")


# ---- what is no file


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _socket_like(path: Path) -> None:
    path.symlink_to("/dev/null")


def _link_out(path: Path) -> None:
    outside = path.parents[2] / "outside.md"
    outside.write_text("- secret porridge\n")
    path.symlink_to(outside)


def _link_nowhere(path: Path) -> None:
    path.symlink_to("no-such-file.md")


def _link_loop(path: Path) -> None:
    path.symlink_to(path.name)


def _link_to_own(path: Path) -> None:
    path.symlink_to(path.parents[1] / ".sapwood" / "salt")


@pytest.mark.parametrize("make", [_fifo, _socket_like, _link_out, _link_nowhere, _link_loop])
def test_what_is_no_file_of_the_home_is_named(
    house: Household, place: str, make: Callable[[Path], None]
) -> None:
    path = house.folder / place
    path.parent.mkdir(parents=True, exist_ok=True)
    make(path)
    assert_reported(
        house, place, "its text is not in this answer" if make in (_link_nowhere, _link_loop) else "not read"
    )
    assert "secret porridge" not in json.dumps(ask(house))


def test_a_link_inside_the_home_is_followed(house: Household) -> None:
    house.write("elsewhere/real.md", "- linked porridge\n")
    (house.folder / "long-term/strange.md").symlink_to("../elsewhere/real.md")
    found = ask(house)
    assert "- linked porridge" in [item["excerpt"] for item in found["substrate"]] or found["notices"]


def test_a_link_to_our_own_files_serves_nothing(house: Household, place: str) -> None:
    path = house.folder / place
    path.parent.mkdir(exist_ok=True)
    _link_to_own(path)
    found = ask(house)
    assert_good_ones_answer(house, found)
    assert any(note.startswith(place) for note in found["notices"])


@pytest.mark.parametrize("folder", ["long-term", "daily"])
@pytest.mark.parametrize("target", ["outside", "loop", "gone"])
def test_a_folder_that_leads_elsewhere_is_said(house: Household, folder: str, target: str) -> None:
    path = house.folder / folder
    outside = house.folder.parent / "outside"
    path.rename(outside)
    if target == "outside":
        path.symlink_to(outside)
    elif target == "loop":
        path.symlink_to(path.name)
    found = ask(house)
    lane, other = ("substrate", "daily") if folder == "long-term" else ("daily", "substrate")
    assert GOOD in json.dumps(found[other])
    assert found[lane] == []
    if (folder, target) != ("daily", "gone"):  # a home has no days before the first line
        assert any(note.startswith(folder) for note in found["notices"]), found["notices"]


def test_a_folder_that_leads_out_inside_a_folder_is_not_walked(house: Household) -> None:
    outside = house.folder.parent / "outside"
    outside.mkdir()
    (outside / "a.md").write_text("- secret porridge\n")
    (house.folder / "long-term/sub.md").symlink_to(outside)
    (house.folder / "daily/2026-11-03.md").symlink_to(outside)
    found = ask(house)
    assert_good_ones_answer(house, found)
    assert "secret" not in json.dumps(found)


@contextlib.contextmanager
def as_nobody(house: Household) -> Iterator[None]:
    """Root reads every file, so what a person meets is met as a user without rights."""
    if os.geteuid() != 0:
        yield
        return
    ask(house)  # whatever is imported on the way is imported while it can be
    for root, folders, files in os.walk(house.folder.parent):
        for name in (".", *folders, *files):
            os.chown(os.path.join(root, name), 65534, 65534, follow_symlinks=False)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_without_rights_is_named(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        for kind in ("STATE", "CACHE"):
            monkeypatch.setenv(f"XDG_{kind}_HOME", os.path.join(folder, kind.lower()))
        house = a_house(Path(folder) / "home")
        house.write(place, b"- porridge\n").chmod(0)
        with as_nobody(house):
            found = ask(house)
            assert any(note.startswith(place) and "Permission denied" in note for note in found["notices"])
            assert_good_ones_answer(house, found)
        (house.folder / place).chmod(0o644)


def test_a_daily_file_of_a_date_that_is_none_is_named(house: Household) -> None:
    house.write("daily/2026-02-30.md", "- porridge\n")
    assert_reported(house, "daily/2026-02-30.md", "no such date")


# ---- merge conflicts, line ends


def test_a_merge_conflict_is_named_by_its_lines_and_left_out(house: Household, place: str) -> None:
    text = "- before porridge\n<<<<<<< ours\n- our porridge\n=======\n- their porridge\n>>>>>>> theirs\n"
    text += "- after porridge\n"
    house.write(place, text)
    assert_reported(house, place, ":2:", "lines 2 to 6")
    found = ask(house, k=50)
    shown = [item["excerpt"] for item in [*found["substrate"], *found["daily"]]]
    assert "- before porridge" in shown and "- after porridge" in shown
    assert not any("our porridge" in each or "their porridge" in each for each in shown)


ENDS = {
    "CRLF": b"- one\r\n- two porridge\r\n- three\r\n",
    "CR": b"- one\r- two porridge\r- three\r",
    "mixed": b"- one\r- two porridge\r\n- three\n",
    "BOM": b"\xef\xbb\xbf- one\n- two porridge\n",
    "no last end": b"- one\n- two porridge",
    "U+2028 and others inside": "- o\u2028n\x0be\x85\n- two porridge\n".encode(),
    "tabs": b"-\tone\n-\ttwo porridge\n",
}


@pytest.mark.parametrize("kind", ENDS)
def test_lines_are_numbered_as_an_editor_does(house: Household, place: str, kind: str) -> None:
    house.write(place, ENDS[kind])
    found = ask(house)
    assert_good_ones_answer(house, found)
    items = [item for item in [*found["substrate"], *found["daily"]] if item["file"] == place]
    assert [item.get("lines") or item.get("line_range") for item in items] == [[2, 2]]
    assert items[0]["excerpt"].lstrip("-\t ") == "two porridge"
    assert found["notices"] == []


# ---- much


def test_a_file_of_350_kilobytes(house: Household, place: str) -> None:
    lines = "".join(f"- line {number} about porridge and nothing in particular\n" for number in range(7_000))
    assert len(lines) > 350_000
    house.write(place, lines + "- the needle is here\n")
    found = ask(house, "needle")
    assert found["notices"] == []
    items = [*found["substrate"], *found["daily"]]
    assert [item["excerpt"] for item in items] == ["- the needle is here"]
    assert (items[0].get("lines") or items[0].get("line_range")) == [7_001, 7_001]


@pytest.mark.parametrize("unit", ["word ", "x", "煮", "<!-- ", "- "], ids=repr)
def test_one_line_of_a_megabyte(house: Household, unit: str) -> None:
    place = PLACES["daily" if unit == "x" else "substrate"]
    line = (unit * 1_000_000)[: 1_000_000 // len(unit.encode()) * len(unit)]
    house.write(place, f"- needle {line}\n- porridge after it\n".encode()[:3_000_000])
    found = ask(house)
    assert_good_ones_answer(house, found)
    assert all(len(item["excerpt"]) < 3_000 for item in [*found["substrate"], *found["daily"]])
    needle = ask(house, "needle")
    assert all(len(item["excerpt"]) < 3_000 for item in [*needle["substrate"], *needle["daily"]])
    if unit == "word ":
        assert [item["file"] for item in [*needle["substrate"], *needle["daily"]]] == [place]


@pytest.mark.parametrize("folder", ["long-term", "daily"])
def test_two_thousand_files(house: Household, folder: str) -> None:
    for number in range(2_000):
        name = (
            f"n{number}.md"
            if folder == "long-term"
            else f"{2000 + number // 300}-{number // 28 % 12 + 1:02d}-{number % 28 + 1:02d}-{number}.md"
        )
        (house.folder / folder / name).write_text(f"- file number {number}\n")
    (house.folder / folder / ("z.md" if folder == "long-term" else "2026-11-01.md")).write_text(
        "- the needle\n"
    )
    found = ask(house, "needle")
    assert [item["excerpt"] for item in [*found["substrate"], *found["daily"]]] == ["- the needle"]
    assert found["notices"] == []
    assert_good_ones_answer(house, ask(house))


# ---- names

NAMES = ["with\nnote: all is well\n.md", "\x1b[31mred\x1b[0m.md", "a\u202eb.md", "tab\t.md", "x.md\r", "-rf.md", "Å.md",
         "A\u030a.md", "a" * 250 + ".md", "%s%n.md", "a b.md",
         "'; DROP TABLE files; --.md", ".hidden.md", "UPPER.MD"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize("good", [True, False], ids=["readable", "unreadable"])
def test_names_that_mean_harm(house: Household, name: str, good: bool) -> None:
    path = house.folder / "long-term" / name
    path.write_bytes(b"- strange porridge\n" if good else b"\0")
    day = house.folder / "daily" / f"2026-11-04-{name}"
    if len(day.name) < 250:
        day.write_bytes(path.read_bytes())
    found = ask(house)
    assert_good_ones_answer(house, found)
    if name.lower().endswith(".md"):
        told = json.dumps(found["substrate"] if good else found["notices"])
        assert json.dumps(f"long-term/{name}")[1:-1] in told
    done = house.cli("recall", "porridge")
    assert not CONTROL.search(done.stdout)
    assert "\u202e" not in done.stdout
    assert not any(line.startswith("note: all is well") for line in done.stdout.splitlines())


@pytest.mark.skipif(os.name == "nt", reason="not run: names are text there")
def test_a_name_that_is_no_text(house: Household) -> None:
    os.close(os.open(os.fsencode(house.folder / "long-term") + b"/caf\xe9.md", os.O_CREAT | os.O_WRONLY))
    with open(os.fsencode(house.folder / "long-term") + b"/caf\xe9.md", "wb") as file:
        file.write(b"- strange porridge\n")
    found = ask(house)
    assert_good_ones_answer(house, found)
    house.cli("recall", "porridge")
    house.cli("recall", "porridge", "--json")


def test_no_control_character_of_a_text_reaches_a_terminal(house: Household) -> None:
    evil = "porridge \x1b]0;title\x07\x1b[2J\x9b31m \u202e \u200b \x08\x08"
    house.write("long-term/evil.md", f"- {evil}\n")
    house.day("2026-11-04", evil)
    house.memory().observe("joshua.food", evil, ["daily/2026-11-04.md#L3"])
    for arguments in (
        ["recall", "porridge"],
        ["get", "evil.md"],
        ["marks"],
        ["substrate", "evil"],
        ["status"],
    ):
        done = house.cli(*arguments)
        assert not CONTROL.search(done.stdout), arguments
        assert "\u202e" not in done.stdout and "\u200b" not in done.stdout
    assert "⟦U+001B⟧" in house.cli("recall", "porridge").stdout
