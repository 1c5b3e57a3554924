"""Files change whole or not at all, and never against bytes that were not seen."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sapwood.disk import replace, safe, steps
from sapwood.errors import DiskFailed, FileChanged

TEMP = safe.TEMP_PREFIX


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def at_step(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Callable[[], object]], None]:
    """`at_step(name, act)`: another hand acts when that step is reached, once."""

    def at(name: str, act: Callable[[], object]) -> None:
        def hook(reached: str) -> None:
            if reached == name:
                monkeypatch.setattr(steps, "hook", None)
                act()

        monkeypatch.setattr(steps, "hook", hook)

    return at


# --- digest_of


def test_the_digest_of_what_is_there_of_nothing_and_of_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "day.md").write_bytes(b"- one\n")
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "dangling").symlink_to("nowhere")
    assert replace.digest_of(str(tmp_path / "day.md"), digest) == digest(b"- one\n")
    assert replace.digest_of(str(tmp_path / "none.md"), digest) is None
    assert replace.digest_of(str(tmp_path / "day.md" / "below"), digest) is None
    assert replace.digest_of(str(tmp_path / "dangling"), digest) is None
    assert replace.digest_of(str(tmp_path / "fifo"), digest) == ""  # and it does not wait for a writer
    assert replace.digest_of(str(tmp_path), digest) == ""


# --- replace


def test_a_new_file_and_a_file_that_is_still_what_was_seen(tmp_path: Path) -> None:
    path = tmp_path / "day.md"
    replace.replace(str(path), b"- one\n", None, digest)
    assert path.read_bytes() == b"- one\n"
    path.chmod(0o640)
    replace.replace(str(path), b"- one\n- two\n", digest(b"- one\n"), digest)
    assert path.read_bytes() == b"- one\n- two\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path) == ["day.md"]


@pytest.mark.parametrize("before", [None, digest(b"something else")])
def test_a_file_that_is_not_what_was_seen_is_left_alone(tmp_path: Path, before: str | None) -> None:
    path = tmp_path / "day.md"
    path.write_bytes(b"- theirs\n")
    with pytest.raises(FileChanged):
        replace.replace(str(path), b"- ours\n", before, digest)
    assert path.read_bytes() == b"- theirs\n"
    assert names(tmp_path) == ["day.md"]


def test_a_file_that_went_away_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(FileChanged):
        replace.replace(str(tmp_path / "day.md"), b"- ours\n", digest(b"- theirs\n"), digest)
    assert names(tmp_path) == []


def test_a_file_that_appears_at_the_last_instant_is_not_overwritten(tmp_path: Path, at_step: Callable[..., None]) -> None:
    path = tmp_path / "day.md"
    at_step("file-temp", lambda: path.write_bytes(b"- theirs\n"))
    with pytest.raises(FileChanged):
        replace.replace(str(path), b"- ours\n", None, digest)
    assert path.read_bytes() == b"- theirs\n"
    assert names(tmp_path) == ["day.md"]


def test_a_save_between_reading_and_renaming_wins(tmp_path: Path, at_step: Callable[..., None]) -> None:
    path = tmp_path / "day.md"
    path.write_bytes(b"- one\n")
    at_step("file-temp", lambda: path.write_bytes(b"- one\n- typed\n"))
    with pytest.raises(FileChanged):
        replace.replace(str(path), b"- one\n- ours\n", digest(b"- one\n"), digest)
    assert path.read_bytes() == b"- one\n- typed\n"
    assert names(tmp_path) == ["day.md"]


def test_a_line_added_in_the_instant_of_the_rename_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A writer that has the file open writes after our last look: its line is in the bytes that we renamed over."""
    path = tmp_path / "day.md"
    path.write_bytes(b"- one\n")
    real = os.replace

    def slow(source: str, target: str) -> None:
        monkeypatch.setattr(os, "replace", real)
        with path.open("ab") as late:
            late.write(b"- late\n")
        real(source, target)

    monkeypatch.setattr(os, "replace", slow)
    with pytest.raises(FileChanged):
        replace.replace(str(path), b"- one\n- ours\n", digest(b"- one\n"), digest)
    assert path.read_bytes() == b"- one\n- late\n"
    assert names(tmp_path) == ["day.md"]


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/real.md").write_bytes(b"- one\n")
    (tmp_path / "day.md").symlink_to("sub/real.md")
    replace.replace(str(tmp_path / "day.md"), b"- one\n- two\n", digest(b"- one\n"), digest)
    assert (tmp_path / "day.md").is_symlink()
    assert (tmp_path / "sub/real.md").read_bytes() == b"- one\n- two\n"


def test_a_folder_in_the_place_of_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "day.md").mkdir()
    with pytest.raises(DiskFailed, match="no regular file"):
        replace.replace(str(tmp_path / "day.md"), b"- ours\n", digest(b""), digest)
    assert names(tmp_path) == ["day.md"]


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    path, archived = tmp_path / "day.md", tmp_path / "archive/day.md"
    replace.replace(str(path), b"- one\n", None, digest)
    replace.move(str(path), str(archived), digest(b"- one\n"), digest)
    assert archived.read_bytes() == b"- one\n"
    assert not path.exists()
    path.write_bytes(b"- two\n")
    with pytest.raises(FileChanged):
        replace.move(str(path), str(archived), digest(b"- two\n"), digest)
    assert (path.read_bytes(), archived.read_bytes()) == (b"- two\n", b"- one\n")


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    path = tmp_path / "day.md"
    path.write_bytes(b"- one\n")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(DiskFailed, match="No space left on device"):
        replace.replace(str(path), b"- one\n- two\n", digest(b"- one\n"), digest)
    with pytest.raises(DiskFailed, match="No space left on device"):
        replace.write_atomic(str(path), b"- two\n")
    assert path.read_bytes() == b"- one\n"
    assert names(tmp_path) == ["day.md"]


# --- move


def test_a_move_keeps_the_file_itself(tmp_path: Path) -> None:
    path, archived = tmp_path / "day.md", tmp_path / "archive/day.md"
    path.write_bytes(b"- one\n")
    inode = path.stat().st_ino
    replace.move(str(path), str(archived), digest(b"- one\n"), digest)
    assert (archived.read_bytes(), archived.stat().st_ino) == (b"- one\n", inode)
    assert names(tmp_path) == ["archive"]


def test_a_move_never_overwrites(tmp_path: Path) -> None:
    path, archived = tmp_path / "day.md", tmp_path / "archived.md"
    path.write_bytes(b"- one\n")
    archived.write_bytes(b"- theirs\n")
    with pytest.raises(FileChanged):
        replace.move(str(path), str(archived), digest(b"- one\n"), digest)
    assert (path.read_bytes(), archived.read_bytes()) == (b"- one\n", b"- theirs\n")


def test_a_changed_file_is_not_moved(tmp_path: Path) -> None:
    path = tmp_path / "day.md"
    path.write_bytes(b"- one\n- typed\n")
    with pytest.raises(FileChanged):
        replace.move(str(path), str(tmp_path / "archived.md"), digest(b"- one\n"), digest)
    assert names(tmp_path) == ["day.md"]


@pytest.mark.parametrize("step", ["file-linked", "file-moved"])
def test_a_line_added_while_a_file_moves_brings_it_back(tmp_path: Path, at_step: Callable[..., None], step: str) -> None:
    path, archived = tmp_path / "day.md", tmp_path / "archived.md"
    path.write_bytes(b"- one\n")
    with path.open("ab", buffering=0) as editor:
        at_step(step, lambda: editor.write(b"- late\n"))
        with pytest.raises(FileChanged):
            replace.move(str(path), str(archived), digest(b"- one\n"), digest)
        editor.write(b"- later\n")
    assert path.read_bytes() == b"- one\n- late\n- later\n"
    assert names(tmp_path) == ["day.md"]


def test_a_save_under_the_old_name_while_the_file_moves_loses_nothing(tmp_path: Path, at_step: Callable[..., None]) -> None:
    path, archived = tmp_path / "day.md", tmp_path / "archived.md"
    path.write_bytes(b"- one\n")
    at_step("file-moved", lambda: path.write_bytes(b"- one\n- saved anew\n"))
    replace.move(str(path), str(archived), digest(b"- one\n"), digest)
    assert (path.read_bytes(), archived.read_bytes()) == (b"- one\n- saved anew\n", b"- one\n")


def test_a_move_stopped_between_its_two_names_is_completed(tmp_path: Path) -> None:
    path, archived = tmp_path / "day.md", tmp_path / "archived.md"
    path.write_bytes(b"- one\n")
    os.link(path, archived)
    replace.finish_move(str(path), str(archived))
    assert names(tmp_path) == ["archived.md"]
    path.write_bytes(b"- one\n")  # the same bytes in another file: not ours to drop
    replace.finish_move(str(path), str(archived))
    assert names(tmp_path) == ["archived.md", "day.md"]


# --- remove and sweep


def test_a_file_goes_only_while_it_is_what_was_seen(tmp_path: Path) -> None:
    path = tmp_path / "day.md"
    path.write_bytes(b"- one\n")
    with pytest.raises(FileChanged):
        replace.remove(str(path), digest(b"- other\n"), digest)
    assert path.read_bytes() == b"- one\n"
    replace.remove(str(path), digest(b"- one\n"), digest)
    assert names(tmp_path) == []
    with pytest.raises(FileChanged):
        replace.remove(str(path), digest(b"- one\n"), digest)


def test_a_file_set_aside_gets_its_name_back(tmp_path: Path) -> None:
    class Stopped(BaseException):
        pass

    def stop(name: str) -> None:
        raise Stopped

    path = tmp_path / "2026-11-04-with-a-name.md"
    path.write_bytes(b"- one\n")
    steps.hook = stop
    try:
        with pytest.raises(Stopped):
            replace.remove(str(path), digest(b"- one\n"), digest)
    finally:
        steps.hook = None
    assert not path.exists()
    (tmp_path / f"{TEMP}1-2-abc").write_bytes(b"half a file")
    assert len(replace.sweep(str(tmp_path))) == 2
    assert names(tmp_path) == ["2026-11-04-with-a-name.md"]
    assert path.read_bytes() == b"- one\n"


def test_a_file_set_aside_waits_while_its_name_is_taken_and_is_never_overwritten(tmp_path: Path) -> None:
    aside = tmp_path / f"{TEMP}aside-0-day.md"
    aside.write_bytes(b"- caught at the last instant\n")
    path = tmp_path / "day.md"
    path.write_bytes(b"- new\n")
    replace.sweep(str(tmp_path))
    assert (path.read_bytes(), aside.read_bytes()) == (b"- new\n", b"- caught at the last instant\n")
    replace.remove(str(path), digest(b"- new\n"), digest)
    assert aside.read_bytes() == b"- caught at the last instant\n"
    replace.sweep(str(tmp_path))
    assert names(tmp_path) == ["day.md"]
    assert path.read_bytes() == b"- caught at the last instant\n"


# --- files of our own


def test_append_cuts_back_what_the_disk_did_not_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "000001.jsonl"
    replace.append(str(path), b"one\n")
    assert path.stat().st_mode & 0o777 == 0o600
    real, written = os.write, []

    def part(descriptor: int, data: bytes) -> int:
        if written:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(real(descriptor, data[:2]))
        return written[0]

    monkeypatch.setattr(os, "write", part)
    with pytest.raises(DiskFailed):
        replace.append(str(path), b"two\n")
    monkeypatch.setattr(os, "write", real)
    assert path.read_bytes() == b"one\n"
    replace.append(str(path), b"three\n")
    assert path.read_bytes() == b"one\nthree\n"


def test_extend_and_cut(tmp_path: Path) -> None:
    path = tmp_path / "nodes"
    replace.extend(str(path), b"abcdef", 0)
    replace.extend(str(path), b"XY", 2)
    assert path.read_bytes() == b"abXY"
    replace.cut(str(path), 1)
    assert path.read_bytes() == b"a"
    for call in (lambda: replace.extend(str(tmp_path / "no/where"), b"", 0), lambda: replace.cut(str(tmp_path / "none"), 0)):
        with pytest.raises(DiskFailed):
            call()


def test_new_folders_are_synced_with_their_parents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    monkeypatch.setattr(replace, "sync_folder", synced.append)
    replace.make_folder(str(tmp_path / "a/b/c"), 0o700)
    assert synced == [str(tmp_path / "a/b"), str(tmp_path / "a"), str(tmp_path)]
    replace.make_folder(str(tmp_path / "a/b/c"), 0o755)
    assert len(synced) == 3
    assert (tmp_path / "a/b/c").stat().st_mode & 0o777 == 0o700
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(DiskFailed):
        replace.make_folder(str(tmp_path / "file/below"))


def test_a_new_name_is_on_disk_before_the_old_one_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a power cut can take both: the order of two folders is not the file system's promise."""
    order: list[str] = []
    unlink = os.unlink
    monkeypatch.setattr(os, "unlink", lambda path: (order.append(f"unlink {Path(path).name}"), unlink(path)))
    monkeypatch.setattr(replace, "sync_folder", lambda folder: order.append(f"sync {Path(folder).name}"))
    path = tmp_path / "day.md"
    path.write_bytes(b"- one\n")
    (tmp_path / "archive").mkdir()
    replace.move(str(path), str(tmp_path / "archive/day.md"), digest(b"- one\n"), digest)
    assert order == ["sync archive", "unlink day.md", f"sync {tmp_path.name}"]
