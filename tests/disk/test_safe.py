"""A person's file is opened only where it is a file, and only where it may be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sapwood.core.problem import Problem
from sapwood.disk import safe

LIMIT = 100


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.md").write_bytes(b"not yours\n")
    (tmp_path / "home/daily").mkdir(parents=True)
    (tmp_path / "home/daily/day.md").write_bytes(b"- one\n")
    return tmp_path / "home"


def read(home: Path, name: str) -> bytes | str:
    """The bytes, or the kind of the problem."""
    found = safe.read(str(home / name), str(home), LIMIT, name)
    if isinstance(found, Problem):
        assert (found.path, found.line) == (name, None)
        return found.kind
    return found


def test_a_file_and_what_is_none(home: Path) -> None:
    os.mkfifo(home / "fifo.md")
    (home / "empty.md").write_bytes(b"")
    (home / "locked.md").write_bytes(b"x")
    assert read(home, "daily/day.md") == b"- one\n"
    assert read(home, "empty.md") == b""
    assert read(home, "fifo.md") == "not-a-file"  # without waiting for a writer
    assert read(home, "daily") == "not-a-file"
    assert read(home, "none.md") == "missing"
    assert read(home, "daily/day.md/below") == "unreadable"


def test_a_file_without_permission(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)  # tests may run as root, whom no mode stops
    assert read(home, "daily/day.md") == "no-permission"


def test_links_are_followed_inside_only(home: Path) -> None:
    (home / "inside.md").symlink_to("daily/day.md")
    (home / "around.md").symlink_to(home.parent / "home/daily/day.md")
    (home / "out.md").symlink_to("../outside/secret.md")
    (home / "folder").symlink_to("../outside")
    (home / "dangling.md").symlink_to("nowhere.md")
    (home / "dangling-out.md").symlink_to("../outside/nowhere.md")
    (home / "circle.md").symlink_to("circle.md")
    assert read(home, "inside.md") == b"- one\n"
    assert read(home, "around.md") == b"- one\n"
    assert read(home, "out.md") == "link-outside"
    assert read(home, "folder/secret.md") == "link-outside"
    assert read(home, "../outside/secret.md") == "link-outside"
    assert read(home, "dangling.md") == "missing"
    assert read(home, "dangling-out.md") == "link-outside"
    assert read(home, "circle.md") in ("unreadable", "missing")


def test_a_name_that_only_begins_like_the_root_is_outside(home: Path) -> None:
    (home.parent / "home-2").mkdir()
    (home.parent / "home-2/x.md").write_bytes(b"x")
    assert read(home, "../home-2/x.md") == "link-outside"


def test_a_home_that_is_a_link_itself(home: Path) -> None:
    link = home.parent / "link"
    link.symlink_to("home")
    assert read(link, "daily/day.md") == b"- one\n"
    (home / "out.md").symlink_to("../outside/secret.md")
    assert read(link, "out.md") == "link-outside"


def test_sizes_at_the_limit_and_beyond(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "full.md").write_bytes(b"x" * LIMIT)
    (home / "large.md").write_bytes(b"x" * (LIMIT + 1))
    assert read(home, "full.md") == b"x" * LIMIT
    assert read(home, "large.md") == "too-large"
    (home / "grows.md").write_bytes(b"x")
    stat = os.fstat

    def grow(descriptor: int) -> os.stat_result:
        found = stat(descriptor)
        (home / "grows.md").write_bytes(b"x" * (LIMIT + 5))
        return found

    monkeypatch.setattr(os, "fstat", grow)
    assert read(home, "grows.md") == "too-large"


@pytest.mark.parametrize("level", ["file", "folder"])
def test_a_link_swapped_in_between_looking_and_opening_is_not_read(
    home: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    opened = os.open

    def swap(path: str, flags: int) -> int:
        monkeypatch.setattr(os, "open", opened)
        if level == "file":
            (home / "daily/day.md").unlink()
            (home / "daily/day.md").symlink_to("../../outside/secret.md")
        else:
            (home / "daily").rename(home / "was")
            (home.parent / "outside/secret.md").rename(home.parent / "outside/day.md")
            (home / "daily").symlink_to("../outside")
        return opened(path, flags)

    monkeypatch.setattr(os, "open", swap)
    found = read(home, "daily/day.md")
    assert isinstance(found, str)


def test_a_link_that_is_there_only_while_the_file_is_opened_is_not_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is swapped for the moment of the open and put back: the path looks right before and after."""
    opened = os.open
    (home.parent / "outside/secret.md").rename(home.parent / "outside/day.md")

    def swap(path: str, flags: int) -> int:
        (home / "daily").rename(home / "was")
        (home / "daily").symlink_to("../outside")
        try:
            return opened(path, flags)
        finally:
            (home / "daily").unlink()
            (home / "was").rename(home / "daily")

    monkeypatch.setattr(os, "open", swap)
    assert read(home, "daily/day.md") == "unreadable"


def test_a_link_that_is_there_only_while_the_path_is_resolved_again_is_not_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The place that was judged is the place that is opened: a second look-up by name could lead elsewhere."""
    resolve, day = os.path.realpath, home / "daily/day.md"
    looks: list[str] = []

    def swap(path: str) -> str:
        found = resolve(path)
        if path == str(day):
            looks.append(found)
            day.unlink()
            day.symlink_to("../../outside/secret.md")
        return found

    monkeypatch.setattr(os.path, "realpath", swap)
    assert isinstance(read(home, "daily/day.md"), str)
    assert looks


def test_a_save_by_rename_in_the_moment_of_the_open_is_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def save(path: str, flags: int) -> int:
        found = opened(path, flags)
        monkeypatch.setattr(os, "open", opened)
        (home / "new").write_bytes(b"- one\n- two\n")
        (home / "new").replace(home / "daily/day.md")
        return found

    monkeypatch.setattr(os, "open", save)
    assert read(home, "daily/day.md") == b"- one\n- two\n"


def test_scan_lists_files_links_and_fifos_but_no_temp_files(home: Path) -> None:
    os.mkfifo(home / "b.md")
    (home / "c.md").symlink_to("nowhere")
    (home / f"{safe.TEMP_PREFIX}1").write_bytes(b"")
    (home / "a.md").write_bytes(b"")
    found = safe.scan(str(home))
    assert found is not None
    assert [entry.name for entry in found] == ["a.md", "b.md", "c.md"]
    assert safe.scan(str(home / "none")) is None


def test_files_of_our_own(home: Path) -> None:
    (home / "own").write_bytes(b"0123456789")
    assert safe.read_own(str(home / "own")) == b"0123456789"
    assert safe.read_own(str(home / "none")) is None
    assert safe.read_own(str(home / "own/below")) is None
    with pytest.raises(OSError):
        safe.read_own(str(home / "daily"))  # there and unreadable is not the same as absent
    assert safe.read_slice(str(home / "own"), 8, 5) == b"89"
    assert safe.read_slice(str(home / "none"), 0, 5) == b""
    (home / "daily/sub").mkdir()
    assert safe.folders(str(home / "daily")) == ["sub"]
    assert safe.folders(str(home / "none")) == []
