"""The log's own promises, one by one: what is torn, lost, altered, copied or rolled over, and what is said of it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from household import Household, only
from sapwood import change
from sapwood.change import Author, Change
from sapwood.core import leaf as leaves
from sapwood.core.merkle import Frontier, leaf_hash
from sapwood.disk import lock, steps
from sapwood.doors import exits
from sapwood.errors import BadArgument, LogAltered, LogBehind, Refused
from sapwood.log import book, read, segments, values, witness
from sapwood.log.tree import Tree

CITE = "daily/2026-11-05.md#L3"


class Stopped(BaseException):
    """The process ended here."""


@pytest.fixture
def house(own_home: Path) -> Household:
    found = Household(own_home / "home")
    found.day("2026-11-05", "09:00 prefers green tea to coffee", "slept badly because of the noise")
    return found


@pytest.fixture
def stop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """`stop(step, act)`: run `act`, which ends as if killed when `step` is reached for the n-th time."""

    def run(step: str, act: Callable[[], object], nth: int = 1) -> None:
        seen: list[str] = []

        def hook(name: str) -> None:
            seen.extend([name] if name == step else [])
            if len(seen) == nth:
                raise Stopped

        monkeypatch.setattr(steps, "hook", hook)
        with pytest.raises(Stopped):
            act()
        monkeypatch.setattr(steps, "hook", None)

    yield run
    steps.hook = None


def observe(house: Household, *names: str) -> list[str]:
    """One mark for each name; their ids."""
    return [house.memory().observe(f"joshua.{name}", f"all about {name}", CITE).id for name in names]


def opened(house: Household, *, accept_loss: bool = False) -> list[str]:
    """Open the home for writing and close it again; what was said."""
    author = Author("joshua", "cli", "home")
    with change.opened(house.memory().home, author, house.now, accept_loss=accept_loss) as held:
        return list(held.notices)


def log_file(house: Household, number: int = 1, kind: str = "log") -> Path:
    return only(list((house.folder / ".sapwood" / kind).iterdir())) / f"{number:06d}.jsonl"


def log_lines(house: Household) -> list[bytes]:
    folder = log_file(house).parent
    return [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_bytes().splitlines()]


def kinds(house: Household) -> list[str]:
    return [leaves.decode(line).type for line in log_lines(house)]


def logs_of(house: Household) -> book.Log:
    return only(book.opened(house.memory().home.places))


def good(house: Household) -> None:
    verdict = house.memory().verify()
    assert (verdict.code, verdict.findings) == (0, [])


def spoken(house: Household, query: str = "all about") -> tuple[list[str], list[str]]:
    """(what recall says with trust `unreviewed`, notices)."""
    answer = house.memory().recall(query=query, layers=("marks",), k=50)
    return sorted(mark["observation"] for mark in answer.marks if mark["trust"] == "unreviewed"), answer.notices


# ------------------------------------------------------------------------------------------------------ torn last line


@pytest.mark.parametrize("torn", [b"{", b'{"v":1,"i":2,"lc":3,"type":"observed"', b"\xff\x00"])
@pytest.mark.parametrize("reader_first", [True, False])
def test_a_torn_last_line_is_set_aside_and_reported_once(house: Household, torn: bytes, reader_first: bool) -> None:
    observe(house, "tea")
    path = log_file(house)
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    if reader_first:
        for _ in range(2):
            marks, notices = spoken(house)
            assert marks == ["all about tea"]
            assert ["an unfinished last line was left out" in notice for notice in notices] == [True]
    before = house.memory().verify()
    assert before.code == 0
    assert f"an unfinished last line of {len(torn)} bytes" in only(before.findings)
    said = only(opened(house))
    assert "an unfinished last line of the log was set aside in .sapwood/aside/" in said
    assert "never acknowledged" in said
    assert only(list((house.folder / ".sapwood/aside").iterdir())).read_bytes() == torn
    assert path.read_bytes() == whole
    assert opened(house) == []
    observe(house, "coffee")
    good(house)
    assert spoken(house) == (["all about coffee", "all about tea"], [])


# ------------------------------------------------------------------------------------------------------------- witness


def test_a_witness_that_lags_is_brought_up(house: Household, own_home: Path) -> None:
    observe(house, "tea")
    path = only(list((own_home / "state/sapwood").glob("*/witness-*.json")))
    lagging = path.read_bytes()
    observe(house, "coffee")
    path.write_bytes(lagging)
    assert (logs_of(house).state.status, logs_of(house).state.size) == ("ok", 3)
    verdict = house.memory().verify()
    assert (verdict.code, ["1 more leaf(s)" in finding for finding in verdict.findings]) == (0, [True])
    assert spoken(house)[0] == ["all about coffee", "all about tea"]
    assert json.loads(path.read_bytes())["size"] == 3  # the reader adopted it
    assert spoken(house) == (["all about coffee", "all about tea"], [])
    assert opened(house) == []
    good(house)


def test_a_log_that_is_shorter_than_its_witness(house: Household) -> None:
    observe(house, "tea", "coffee")
    path = log_file(house)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    log = logs_of(house)
    assert (log.state.status, log.state.size, log.state.detail) == ("behind", 2, "2 leaves here, its witness saw 3")
    with pytest.raises(LogBehind) as caught:
        observe(house, "cocoa")
    assert exits.code_of(caught.value) == 3
    assert "2 leaves, its witness saw 3" in str(caught.value)
    assert "sapwood log recover" in str(caught.value)
    assert house.memory().verify().code == 3
    answer = house.memory().recall(query="all about", layers=("marks",))  # reads go on
    assert [mark["trust"] for mark in answer.marks] == ["unverifiable"]
    assert any("its witness saw 3" in notice for notice in answer.notices)
    assert len(log_lines(house)) == 2


def test_a_line_that_was_changed(house: Household) -> None:
    observe(house, "tea", "coffee")
    path = log_file(house)
    changed = path.read_bytes().replace(b'"initial":0.6', b'"initial":0.9', 1)
    assert changed != path.read_bytes()
    path.write_bytes(changed)
    assert logs_of(house).state.status == "altered"
    with pytest.raises(LogAltered) as caught:
        observe(house, "cocoa")
    assert exits.code_of(caught.value) == 1
    assert "the first 3 leaves do not hash to the witnessed root" in str(caught.value)
    assert house.memory().verify().code == 1
    assert path.read_bytes() == changed


def test_lines_in_another_order_and_a_log_of_another_history(house: Household) -> None:
    observe(house, "tea", "coffee")
    path = log_file(house)
    one, two, three = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(one + three + two)
    assert logs_of(house).state.status == "altered"
    path.write_bytes(one + two + three + three)  # longer, and an extension: a repeated leaf is found by its number
    assert logs_of(house).state.status == "ok"
    assert house.memory().verify().code == 1


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\0" * 40, b"[]", b"null", b"{}", b'"x"', b"[" * 100_000, b"not json"],
)
def test_a_witness_that_does_not_read_is_none(house: Household, own_home: Path, garbage: bytes) -> None:
    observe(house, "tea")
    path = only(list((own_home / "state/sapwood").glob("*/witness-*.json")))
    path.write_bytes(garbage)
    assert logs_of(house).state.status == "unwitnessed"
    observe(house, "coffee")
    good(house)
    assert kinds(house) == ["created", "observed", "observed"]


@pytest.mark.parametrize(
    ("key", "value"),
    [("hashes", ["zz"]), ("hashes", []), ("hashes", [7]), ("root", "00"), ("root", None), ("size", "many"), ("size", -1),
     ("segments", [[1, 1, [], [0, 0, 0, 0, 0]]]), ("segments", [[1]]), ("segments", 3), ("values", [1]), ("settled", {})],
)  # fmt: skip
def test_a_witness_with_a_field_that_cannot_be_is_none(house: Household, own_home: Path, key: str, value: object) -> None:
    observe(house, "tea")
    path = only(list((own_home / "state/sapwood").glob("*/witness-*.json")))
    assert witness.load(str(path)) is not None
    path.write_text(json.dumps({**json.loads(path.read_bytes()), key: value}))
    assert witness.load(str(path)) is None
    observe(house, "coffee")
    good(house)


def test_a_reader_that_was_overtaken_puts_no_older_witness_back(house: Household, own_home: Path) -> None:
    observe(house, "tea")
    path = only(list((own_home / "state/sapwood").glob("*/witness-*.json")))
    lagging = path.read_bytes()
    observe(house, "coffee")
    path.write_bytes(lagging)
    slow = logs_of(house)  # a reader looks, and is then kept waiting
    observe(house, "cocoa")
    newest = path.read_bytes()
    book.adopt(house.memory().home.places, slow)
    assert path.read_bytes() == newest
    path.write_bytes(lagging)
    with lock.held(house.memory().home.places.index_lock, 0):  # a writer is at it: it writes its own
        book.adopt(house.memory().home.places, logs_of(house))
    assert path.read_bytes() == lagging
    book.adopt(house.memory().home.places, logs_of(house))
    assert json.loads(path.read_bytes())["size"] == 4


def test_leaves_appended_after_the_look_are_not_in_it(house: Household) -> None:
    observe(house, "tea")
    seen = logs_of(house)
    observe(house, "coffee")
    assert [at for at, _ in seen.leaves()] == [0, 1]
    assert [at for at, _ in seen.leaves(1)] == [1]
    assert [at for at, _ in logs_of(house).leaves(1)] == [1, 2]


def test_the_last_counter(tmp_path: Path) -> None:
    def line(lc: int, size: int = 0) -> bytes:
        return leaves.encode(leaves.Leaf(0, lc, "gap", "t", "a", "cli", "home", (), {"x": "y" * size})) + b"\n"

    assert read.last_counter(str(tmp_path)) == 0
    (tmp_path / "000001.jsonl").write_bytes(b"".join(line(lc) for lc in range(1, 500)))
    assert read.last_counter(str(tmp_path)) == 499
    (tmp_path / "000002.jsonl").write_bytes(line(500, 9_000) + b"no leaf\n" + b"torn")
    assert read.last_counter(str(tmp_path)) == 500
    (tmp_path / "000003.jsonl").write_bytes(b"")
    assert read.last_counter(str(tmp_path)) == 500


# ------------------------------------------------------------------------------------------------------------ segments


def test_segments_roll_over_and_closed_ones_are_never_touched_again(house: Household) -> None:
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text() + "\n[limits]\nsegment_bytes = 700\n")
    names = [f"n{number}" for number in range(12)]
    observe(house, *names[:6])
    folder, kept = log_file(house).parent, {}
    for path in sorted(folder.glob("*.jsonl"))[:-1]:
        kept[path] = (path.read_bytes(), path.stat().st_mtime_ns)
    assert len(kept) >= 2
    observe(house, *names[6:])
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in kept} == kept
    count = len(list(folder.glob("*.jsonl")))
    assert count >= 4
    assert len(list(log_file(house, kind="values").parent.glob("*.jsonl"))) >= 4
    assert [leaves.decode(line).i for line in log_lines(house)] == list(range(13))
    good(house)
    assert spoken(house) == (sorted(f"all about {name}" for name in names), [])
    house.memory().rebuild()
    assert spoken(house) == (sorted(f"all about {name}" for name in names), [])
    state = logs_of(house).state
    frontier = Frontier()
    for line in log_lines(house):
        frontier.append(leaf_hash(line))
    assert (state.root, state.size, len(state.stamps)) == (frontier.root(), 13, count)
    # a lost segment in the middle is a loss, and what comes after it is not read in its place
    (folder / "000002.jsonl").unlink()
    assert logs_of(house).state.status in ("behind", "altered")


def test_a_segment_that_is_unchanged_is_not_read_again(house: Household) -> None:
    config = house.folder / "sapwood.toml"
    config.write_text(config.read_text() + "\n[limits]\nsegment_bytes = 700\n")
    observe(house, *[f"n{number}" for number in range(6)])
    assert logs_of(house).state.read_from == 7
    last = sorted(log_file(house).parent.glob("*.jsonl"))[-1]
    os.utime(last)
    first = logs_of(house).state.stamps[-1].first
    assert first > 0
    assert (logs_of(house).state.read_from, logs_of(house).state.status) == (first, "ok")
    assert only(book.opened(house.memory().home.places, full=True)).state.read_from == 0


# -------------------------------------------------------------------------------------------------------- orphan values


def orphan(house: Household) -> Path:
    """A value at the end of ours that no leaf names, as a stopped write leaves it."""
    path = log_file(house, kind="values")
    with path.open("ab") as file:
        digest, line = values.encode(b"never acknowledged", b"s" * 16)
        file.write(line + values.fence(digest))
    return path


@pytest.mark.parametrize("reader_first", [True, False])
def test_a_value_that_no_leaf_names_is_dropped(house: Household, reader_first: bool) -> None:
    observe(house, "tea")
    whole = log_file(house, kind="values").read_bytes()
    path = orphan(house)
    with path.open("ab") as file:
        file.write(b'{"d":"torn')
    if reader_first:
        assert spoken(house) == (["all about tea"], [])
    assert opened(house) == []
    assert path.read_bytes() == whole
    good(house)
    assert spoken(house) == (["all about tea"], [])


@pytest.mark.parametrize("reader_first", [True, False])
def test_a_value_whose_leaf_is_there_stays(house: Household, stop: Callable[..., None], reader_first: bool) -> None:
    """Stopped between leaf and witness; the reader that comes next writes the witness, and the value must stay."""
    observe(house, "tea")
    stop("leaf-synced", lambda: observe(house, "coffee"))
    if reader_first:
        assert spoken(house)[0] == ["all about coffee", "all about tea"]
    said = opened(house)
    assert said == [] if reader_first else "1 more leaf(s) than this machine wrote" in only(said)
    assert spoken(house) == (["all about coffee", "all about tea"], [])
    good(house)


def test_damage_at_the_end_of_the_values_is_kept_and_found(house: Household) -> None:
    observe(house, "tea")
    path = orphan(house)
    with path.open("ab") as file:
        file.write(b"not a value\n")
    size = path.stat().st_size
    opened(house)
    assert path.stat().st_size == size
    assert house.memory().verify().code == 1


def test_a_values_segment_that_was_put_in_the_place_of_ours_loses_nothing(house: Household, own_home: Path) -> None:
    """A checkout brings back the segment of before an erasure: longer in front, so our mark of its end lies within."""
    ids = observe(house, "a-long-name-that-is-to-be-erased-" + "x" * 90, "tea", "coffee")
    path = log_file(house, kind="values")
    older = path.read_bytes()
    house.memory().forget(ids[0], erase=True)
    assert path.read_bytes() != older
    path.write_bytes(older)
    opened(house)
    good(house)
    assert spoken(house) == (["all about coffee", "all about tea"], [])
    assert b"to-be-erased" not in path.read_bytes()


# ------------------------------------------------------------------------------------------------ a leaf without its file


DAY = "daily/2026-11-05.md"
LINE = "- 21:00 bought a red bicycle"


def jot(house: Household) -> object:
    return house.memory().jot("bought a red bicycle")


def pending(house: Household, stop: Callable[..., None]) -> bytes:
    """A jot that stopped before its file; the file's bytes."""
    observe(house, "tea")
    stop("witnessed", lambda: jot(house))
    data = (house.folder / DAY).read_bytes()
    assert LINE.encode() not in data
    return data


def test_the_file_was_written(house: Household, stop: Callable[..., None]) -> None:
    observe(house, "tea")
    stop("file-renamed", lambda: jot(house))
    data = (house.folder / DAY).read_bytes()
    assert data.count(LINE.encode()) == 1
    assert opened(house) == opened(house) == []
    assert (house.folder / DAY).read_bytes() == data
    assert kinds(house)[-1] == "jotted"
    good(house)


@pytest.mark.parametrize("reader_first", [True, False])
def test_the_file_is_as_before(house: Household, stop: Callable[..., None], reader_first: bool) -> None:
    before = pending(house, stop)
    if reader_first:
        spoken(house)
        assert only(house.memory().status()["unapplied"]) == {"path": DAY, "text": LINE, "waits": True}
        assert any(LINE in notice for notice in house.memory().recall(query="anything").notices)
        assert (house.folder / DAY).read_bytes() == before
    assert opened(house) == []
    assert (house.folder / DAY).read_bytes() == before + f"{LINE}\n".encode()
    assert opened(house) == []
    assert (house.folder / DAY).read_bytes() == before + f"{LINE}\n".encode()
    (house.folder / DAY).write_bytes(before)  # settled: what the person takes out stays out
    assert opened(house) == []
    assert (house.folder / DAY).read_bytes() == before
    assert house.memory().status()["unapplied"] == []
    good(house)


def test_the_file_is_neither(house: Household, stop: Callable[..., None]) -> None:
    before = pending(house, stop)
    (house.folder / DAY).write_bytes(before + b"- typed meanwhile\n")
    said = only(opened(house))
    assert said == f"{DAY} was changed while a line was being added to it; the line was not added, it was: {LINE}"
    assert (house.folder / DAY).read_bytes() == before + b"- typed meanwhile\n"
    assert kinds(house)[-2:] == ["jotted", "undone"]
    assert opened(house) == []
    assert kinds(house)[-2:] == ["jotted", "undone"]
    assert only(house.memory().status()["unapplied"])["text"] == LINE
    good(house)


def test_the_line_came_there_by_another_road(house: Household, stop: Callable[..., None]) -> None:
    before = pending(house, stop)
    merged = before + f"- typed meanwhile\n{LINE}\n".encode()
    (house.folder / DAY).write_bytes(merged)
    assert opened(house) == []
    assert (house.folder / DAY).read_bytes() == merged
    assert kinds(house)[-1] == "jotted"


def test_a_longer_line_that_begins_alike_is_not_the_line(house: Household, stop: Callable[..., None]) -> None:
    before = pending(house, stop)
    (house.folder / DAY).write_bytes(before + f"{LINE} and a blue one\n".encode())
    assert LINE in only(opened(house))


@pytest.mark.parametrize("there", ["fifo", "folder", "nothing"])
def test_something_else_lies_where_the_file_was(house: Household, stop: Callable[..., None], there: str) -> None:
    pending(house, stop)
    (house.folder / DAY).unlink()
    if there == "fifo":
        os.mkfifo(house.folder / DAY)
    elif there == "folder":
        (house.folder / DAY).mkdir()
    assert LINE in only(opened(house))  # and it does not wait for a writer of the FIFO
    assert opened(house) == []
    assert kinds(house)[-1] == "undone"


def test_a_new_day_that_was_stopped(house: Household, stop: Callable[..., None]) -> None:
    (house.folder / DAY).unlink()
    stop("witnessed", lambda: jot(house), nth=2)
    assert not (house.folder / DAY).exists()
    assert opened(house) == []
    assert (house.folder / DAY).read_bytes() == f"# 2026-11-05\n\n{LINE}\n".encode()


def consolidate(house: Household) -> object:
    return house.memory().consolidate()


@pytest.mark.parametrize("step", ["file-linked", "file-moved"])
def test_a_line_typed_into_a_day_whose_move_was_stopped_is_not_lost(
    house: Household, stop: Callable[..., None], step: str
) -> None:
    observe(house, "tea")
    stop(step, lambda: consolidate(house))
    archived = house.folder / "daily/archive/2026-11-05.md"
    with archived.open("ab") as editor:  # it still had the file open
        editor.write(b"- bought a red bicycle\n")
    opened(house)
    consolidate(house)
    assert archived.read_bytes().count(b"bought a red bicycle") == 1
    assert not (house.folder / DAY).exists()
    assert "bought a red bicycle" in house.texts()
    good(house)


@pytest.mark.parametrize("path", ["../outside.md", "notes.md", "daily/../sapwood.toml", "daily/out/x.md"])
def test_a_leaf_that_another_hand_appended_leads_nowhere(house: Household, path: str) -> None:
    """An extension of the log is sound; its file step still stays in the folders of the days."""
    observe(house, "tea")
    (house.folder.parent / "elsewhere").mkdir()
    (house.folder / "daily/out").symlink_to("../../elsewhere")
    text = b"* * * * * a command\n"
    digest, line = values.encode(text, b"s" * 16)
    target = house.folder / path
    before = target.read_bytes() if target.exists() else None
    with change.opened(house.memory().home, Author("joshua", "cli", "home"), house.now) as held:
        pair = [None if before is None else held.digest(before), held.digest((before or b"") + text)]
    step = {"op": "append", "path": path, "before": pair[0], "after": pair[1]}
    last = leaves.decode(log_lines(house)[-1])
    leaf = last._replace(i=last.i + 1, lc=last.lc + 1, type="jotted", digests=(digest,), body={"path": path, "line": "", "file": step})
    for name, data in (("log", leaves.encode(leaf) + b"\n"), ("values", line)):
        with log_file(house, kind=name).open("ab") as file:
            file.write(data)
    taken, said = opened(house)
    assert "another hand" in taken
    assert path in said
    assert "no file that it may write" in said
    assert (target.read_bytes() if target.exists() else None) == before
    assert list((house.folder.parent / "elsewhere").iterdir()) == []
    assert opened(house) == []


# --------------------------------------------------------------------------------------------------------------- values


def test_dropping_values_depends_on_the_segment_and_the_digests_alone(tmp_path: Path) -> None:
    made = [values.encode(f"text {number}".encode(), bytes([number]) * 16) for number in range(6)]
    fence = values.fence(made[2][0])
    damaged, torn = b'{"d":"00","s":"","t":"damaged"}\n', b'{"d":"torn'
    segment = b"".join(line for _, line in made[:3]) + fence + damaged + b"".join(line for _, line in made[3:]) + torn
    gone = frozenset(made[number][0] for number in (1, 4))
    assert values.is_fence(fence[:-1]) and not values.is_fence(damaged[:-1]) and not values.is_fence(b'"' * 18)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "000001.jsonl").write_bytes(segment)
        (tmp_path / name / "000002.jsonl").write_bytes(made[0][1])
    untouched = (tmp_path / "one/000002.jsonl").stat()
    assert values.drop(str(tmp_path), "one", gone) == 2
    assert values.drop(str(tmp_path), "one", gone) == 0
    assert sum(values.drop(str(tmp_path), "two", frozenset([digest])) for digest in sorted(gone, reverse=True)) == 2
    wanted = made[0][1] + made[2][1] + fence + damaged + made[3][1] + made[5][1] + torn
    assert (tmp_path / "one/000001.jsonl").read_bytes() == wanted
    assert (tmp_path / "two/000001.jsonl").read_bytes() == wanted
    after = (tmp_path / "one/000002.jsonl").stat()
    assert (after.st_ino, after.st_mtime_ns) == (untouched.st_ino, untouched.st_mtime_ns)


def test_a_value_reads_only_as_what_its_digest_says(tmp_path: Path) -> None:
    digest, line = values.encode("Grüße\n„zweite“ Zeile \x00".encode(), b"s" * 16)
    assert line.count(b"\n") == 1
    assert values.decode(line) == values.Value(digest, "Grüße\n„zweite“ Zeile \x00".encode())
    for bad in (b"", b"[]", b"null", b"{}", line.replace(b"zweite", b"dritte"), b'{"d":1,"s":"zz","t":"x"}', b"[" * 99_999):
        assert values.decode(bad) is None
    (tmp_path / "r").mkdir()
    (tmp_path / "r/000001.jsonl").write_bytes(line)
    assert values.read(str(tmp_path), values.Place("r", 1, 0, len(line) - 1), digest) is not None
    assert values.read(str(tmp_path), values.Place("r", 1, 0, len(line) - 1), "0" * 64) is None
    assert values.read(str(tmp_path), values.Place("r", 9, 0, 10), digest) is None
    # lines before it may be erased after its place was noted
    assert values.read(str(tmp_path), values.Place("r", 1, 70, len(line) - 1), digest) is not None
    (tmp_path / "r/000001.jsonl").write_bytes(line[:-5] + b"\n" + line[:-1])
    assert values.read(str(tmp_path), values.Place("r", 1, 0, len(line) - 1), digest) is None


def test_erasing_that_stopped_after_its_leaf_is_completed(house: Household, own_home: Path, stop: Callable[..., None]) -> None:
    ids = observe(house, "midnight-heron", "tea")
    stop("witnessed", lambda: house.memory().forget(ids[0], erase=True))
    assert b"midnight-heron" in log_file(house, kind="values").read_bytes()
    assert spoken(house) == (["all about tea"], [])
    opened(house)
    held = [path for path in [*house.folder.rglob("*"), *own_home.glob("[cs]*/**/*")] if path.is_file() and b"midnight-heron" in path.read_bytes()]
    assert held == []
    good(house)
    assert spoken(house) == (["all about tea"], [])


def test_a_merge_does_not_bring_an_erased_value_back(house: Household) -> None:
    ids = observe(house, "midnight-heron", "tea")
    path = log_file(house, kind="values")
    older = path.read_bytes()
    house.memory().forget(ids[0], erase=True)
    dropped = path.read_bytes()
    path.write_bytes(older)
    assert house.memory().verify().code == 1
    opened(house)
    assert path.read_bytes() == dropped
    good(house)


def test_a_temp_file_of_the_values_does_not_outlive_the_next_write(house: Household, own_home: Path) -> None:
    """It holds what stood beside the erased value, which may be erased next."""
    observe(house, "tea")
    places = house.memory().home.places
    folders = [log_file(house).parent, log_file(house, kind="values").parent, house.folder, house.folder / "daily",
               house.folder / ".sapwood", Path(places.state), Path(places.cache)]  # fmt: skip
    for folder in folders:
        (folder / ".sapwood-tmp-1-2-3").write_bytes(b"all about tea")
    opened(house)
    assert [str(path) for path in own_home.rglob(".sapwood-tmp-*")] == []


# -------------------------------------------------------------------------------------------------------------- recover


def test_recover_from_a_copy(house: Household, tmp_path: Path) -> None:
    observe(house, "tea", "coffee", "cocoa")
    shutil.copytree(house.folder, tmp_path / "copy")
    for kind, lines in (("log", 2), ("values", 4)):  # a value is two lines: itself and its fence
        path = log_file(house, kind=kind)
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-lines]))
    with pytest.raises(LogBehind):
        observe(house, "water")
    done = house.memory().recover(copy=str(tmp_path / "copy"))
    assert (done.size, done.how, done.values) == (4, "copy", 2)
    good(house)
    for _ in range(2):  # what was recovered also outlives the next writes
        assert opened(house) == []
        assert spoken(house) == (["all about cocoa", "all about coffee", "all about tea"], [])
    observe(house, "water")
    good(house)
    assert len(kinds(house)) == 5


def test_a_copy_that_does_not_extend_what_was_seen_is_refused(house: Household, tmp_path: Path) -> None:
    observe(house, "tea")
    shutil.copytree(house.folder, tmp_path / "older")
    observe(house, "coffee")
    shutil.copytree(house.folder, tmp_path / "changed")
    path = next((tmp_path / "changed/.sapwood/log").rglob("*.jsonl"))
    path.write_bytes(path.read_bytes().replace(b'"initial":0.6', b'"initial":0.7', 1))
    own = log_file(house)
    whole = own.read_bytes()
    own.write_bytes(whole[: whole.rfind(b"\n", 0, -1) + 1])
    for name, reason in (("older", "has 2 leaves, the witness saw 3"), ("changed", "not what the witness saw")):
        with pytest.raises(Refused, match=reason):
            house.memory().recover(copy=str(tmp_path / name))
    with pytest.raises(BadArgument):
        house.memory().recover(copy=str(tmp_path))
    assert own.read_bytes() == whole[: whole.rfind(b"\n", 0, -1) + 1]


@pytest.mark.parametrize("harm", ["log folder gone", "values gone", "a segment too many"])
def test_recover_from_a_copy_when_more_than_a_tail_is_lost(house: Household, tmp_path: Path, harm: str) -> None:
    observe(house, "tea", "coffee")
    shutil.copytree(house.folder, tmp_path / "copy")
    path = log_file(house)
    if harm == "log folder gone":
        shutil.rmtree(path.parent)
    elif harm == "values gone":
        shutil.rmtree(log_file(house, kind="values").parent)
    else:
        path.write_bytes(path.read_bytes()[:-200] + b"\n")
        (path.parent / "000002.jsonl").write_bytes(b"another hand\n")
    assert house.memory().verify().code != 0
    assert house.memory().recover(copy=str(tmp_path / "copy")).size == 3
    opened(house)
    good(house)
    assert spoken(house) == (["all about coffee", "all about tea"], [])


@pytest.mark.parametrize("harm", ["cut", "changed", "gone"])
def test_accepting_a_loss_goes_on_and_says_so_ever_after(house: Household, harm: str) -> None:
    with pytest.raises(Refused, match="nothing to recover"):
        observe(house, "tea", "coffee")
        house.memory().recover(accept_loss=True)
    path = log_file(house)
    data = path.read_bytes()
    if harm == "cut":
        path.write_bytes(b"".join(data.splitlines(keepends=True)[:-1]) + b'{"torn')
    elif harm == "changed":
        path.write_bytes(data.replace(b'"step"', b'"stop"').replace(b'"initial":0.6', b'"initial":0.7', 1))
    else:
        path.unlink()
    kept = {"cut": 2, "changed": 3, "gone": 1}[harm]
    done = house.memory().recover(accept_loss=True)
    assert (done.size, done.how) == (kept + 1, "accepted")
    gap = leaves.decode(log_lines(house)[-1])
    assert (gap.type, gap.body["witnessed"], gap.body["status"]) == ("gap", 3, "altered" if harm == "changed" else "behind")
    observe(house, "cocoa")
    verdict = house.memory().verify()
    assert verdict.code == 0
    unnamed = {"cut": 1, "changed": 0, "gone": 2}[harm]  # values of what was lost are kept, a copy may bring their leaves
    named, *others = verdict.findings
    assert "a loss was accepted there" in named
    assert ["no leaf names the value" in finding for finding in others] == [True] * unnamed
    for _ in range(2):
        marks, notices = spoken(house)
        assert "all about cocoa" in marks
        assert any("a loss was accepted" in notice for notice in notices), notices
        house.memory().rebuild()


# ----------------------------------------------------------------------------------------------------------------- tree


def tree_files(own_home: Path) -> list[Path]:
    return sorted([*own_home.glob("cache/sapwood/*/*.nodes"), *own_home.glob("cache/sapwood/*/*.places")])


@pytest.mark.parametrize("harm", ["garbage", "empty", "gone", "half", "longer", "swapped places", "folders"])
def test_trees_that_are_spoilt_cost_a_second_look_and_nothing_else(house: Household, own_home: Path, harm: str) -> None:
    observe(house, *"abcdefg")
    wanted = [f"all about {name}" for name in "abcdefg"]
    nodes, places = tree_files(own_home)
    whole = nodes.read_bytes(), places.read_bytes()
    assert len(whole[0]) == (2 * 8 - 1) * 32
    for path in (nodes, places):
        data = path.read_bytes()
        if harm == "garbage":
            path.write_bytes(bytes(byte ^ 0x55 for byte in data))
        elif harm == "empty":
            path.write_bytes(b"")
        elif harm == "half":
            path.write_bytes(data[: len(data) // 2])
        elif harm == "longer":
            path.write_bytes(data + data)
        elif harm in ("gone", "folders"):
            path.unlink()
            _ = path.mkdir() if harm == "folders" else None
    if harm == "swapped places":
        places.write_bytes(whole[1][-16:] + whole[1][16:-16] + whole[1][:16])
    assert spoken(house) == (wanted, [])
    assert spoken(house) == (wanted, [])
    observe(house, "h")
    assert spoken(house) == ([*wanted, "all about h"], [])
    house.memory().rebuild()
    assert spoken(house) == ([*wanted, "all about h"], [])
    good(house)


def test_a_reader_with_an_older_view_leaves_the_newer_tree_alone(house: Household, own_home: Path) -> None:
    observe(house, "tea")
    old, cache = logs_of(house), house.memory().home.places.cache
    observe(house, "coffee", "cocoa")
    before = [path.read_bytes() for path in tree_files(own_home)]
    tree = book.grown_tree(cache, old)
    assert [path.read_bytes() for path in tree_files(own_home)] == before
    lines = log_lines(house)
    assert all(tree.proves(lines[at], at, old.state.size, old.state.root) for at in range(old.state.size))
    assert not tree.proves(lines[1], 0, old.state.size, old.state.root)
    assert not tree.proves(lines[2], 2, old.state.size, old.state.root)
    assert book.grown_tree(cache, old, anew=True).size == 2
    new = logs_of(house)
    grown = book.grown_tree(cache, new)
    assert all(grown.proves(lines[at], at, new.state.size, new.state.root) for at in range(4))
    assert [path.read_bytes() for path in tree_files(own_home)] == before


def test_a_tree_that_cannot_be_written_is_kept_in_memory(house: Household, own_home: Path, tmp_path: Path) -> None:
    observe(house, "tea", "coffee")
    log, lines = logs_of(house), log_lines(house)
    for folder in (tmp_path, tmp_path / "none"):
        with lock.held(str(tmp_path / f"{log.replica}.tree.lock"), 0):  # another process is at it
            tree = book.grown_tree(str(folder), log)
        assert all(tree.proves(lines[at], at, log.state.size, log.state.root) for at in range(3))
        assert not (folder / f"{log.replica}.nodes").exists()
        assert Tree(str(folder), log.replica).size == 0


def test_a_tree_that_another_process_grew_meanwhile_gets_no_hole(house: Household, own_home: Path, tmp_path: Path) -> None:
    observe(house, *"abcdef")
    log = logs_of(house)
    stored = [(line.segment, line.offset, len(line.data), leaf_hash(line.data)) for _, line in log.leaves()]
    one = Tree(str(tmp_path), "r")
    one.extend(0, stored[:3])
    two = Tree(str(tmp_path), "r")
    one.extend(3, stored[3:5])
    two.extend(3, stored[3:4])  # it saw three, the files hold five now
    assert (one.size, two.size, Tree(str(tmp_path), "r").size) == (5, 4, 5)
    two.extend(4, stored[4:])
    one.extend(5, stored[5:])
    lines = log_lines(house)
    for tree in (one, two, Tree(str(tmp_path), "r")):
        assert tree.size == 7 or tree is one
        size = min(tree.size, log.state.size)
        assert all(tree.proves(lines[at], at, size, log.state.root) for at in range(size)) == (size == log.state.size)


# ------------------------------------------------------------------------------------------------------- verify --head


def test_a_head_that_was_kept(house: Household, tmp_path: Path) -> None:
    observe(house, "tea")
    (head,) = house.memory().heads()
    origin, size, root = head.split()
    observe(house, "coffee")
    assert (size, house.memory().verify(heads=[head]).code) == ("2", 0)
    assert house.memory().verify(heads=[house.memory().heads()[0]]).code == 0
    assert house.memory().verify(heads=[f"{origin} 0 " + Frontier().root().hex()]).code == 0
    assert house.memory().verify(heads=[f"{origin} 9 {root}"]).code == 3
    assert house.memory().verify(heads=[f"{origin} 1 {root}"]).code == 4
    assert house.memory().verify(heads=[f"{origin} 2 {'0' * 64}"]).code == 4
    assert house.memory().verify(heads=[f"{origin[:-1]}x 2 {root}"]).code == 3
    assert house.memory().verify(heads=[f"sapwood-other/x 2 {root}"]).code == 2
    for bad in ("", "x", f"{origin} two {root}", f"{origin} 2 {root[:-1]}z", f"{origin} -1 {root}", f"{origin} 2"):
        with pytest.raises(BadArgument):
            house.memory().verify(heads=[bad])


def test_a_history_rolled_back_with_its_witness_is_seen_by_the_head_alone(house: Household, own_home: Path) -> None:
    observe(house, "tea")
    shutil.copytree(own_home / "state", own_home / "state-then")
    log = log_file(house).read_bytes()
    observe(house, "coffee")
    (head,) = house.memory().heads()
    log_file(house).write_bytes(log)
    shutil.rmtree(own_home / "state")
    (own_home / "state-then").rename(own_home / "state")
    assert house.memory().verify().code == 0
    assert house.memory().verify(heads=[head]).code == 3
    observe(house, "cocoa")
    assert house.memory().verify(heads=[head]).code == 4


# ------------------------------------------------------------------------------------------------------------- replicas


def replicas(house: Household) -> list[str]:
    return sorted(path.name for path in (house.folder / ".sapwood/log").iterdir())


@pytest.mark.parametrize("how", ["copied", "moved", "state lost"])
def test_a_home_that_this_machine_does_not_know_becomes_a_replica_and_says_so(
    house: Household, own_home: Path, how: str
) -> None:
    observe(house, "tea")
    first = log_file(house).read_bytes()
    (name,) = replicas(house)
    if how == "copied":
        shutil.copytree(house.folder, own_home / "second")
        house.folder = own_home / "second"
    elif how == "moved":
        house.folder = house.folder.rename(own_home / "second")
    else:
        shutil.rmtree(own_home / "state")
    assert spoken(house)[0] == ["all about tea"]
    assert replicas(house) == [name]  # a reader founds nothing
    said = only(opened(house))
    assert "becomes a replica of its own beside 1" in said
    assert opened(house) == []
    assert len(replicas(house)) == 2
    observe(house, "coffee")
    assert (house.folder / f".sapwood/log/{name}/000001.jsonl").read_bytes() == first  # never appended to again
    assert spoken(house) == (["all about coffee", "all about tea"], [])
    good(house)
    counters = [leaves.decode(line).lc for line in (house.folder / ".sapwood/log").rglob("*.jsonl") for line in line.read_bytes().splitlines()]
    assert len(set(counters)) == len(counters)  # the new replica counts on from what it saw
    house.memory().rebuild()
    assert spoken(house) == (["all about coffee", "all about tea"], [])


def test_what_was_found_when_the_home_was_opened_is_said_on_the_command_line(house: Household, own_home: Path) -> None:
    observe(house, "tea")
    shutil.copytree(house.folder, own_home / "second")
    with log_file(house).open("ab") as file:
        file.write(b'{"torn')
    done = house.cli("jot", "one")
    assert "an unfinished last line of the log was set aside" in done.stderr
    assert house.cli("jot", "two").stderr == ""
    house.folder = own_home / "second"
    done = house.cli("jot", "three")
    assert "becomes a replica of its own" in done.stderr


def test_a_home_behind_a_link_is_the_same_replica(house: Household, own_home: Path) -> None:
    observe(house, "tea")
    (own_home / "link").symlink_to(house.folder)
    house.folder = own_home / "link"
    observe(house, "coffee")
    assert len(replicas(house)) == 1
    assert spoken(house) == (["all about coffee", "all about tea"], [])
    good(house)


# ---------------------------------------------------------------------------------------------------------------- clock


def test_a_clock_that_goes_backwards(house: Household) -> None:
    house.at("2026-11-05T20:00:00Z")
    (tea,) = observe(house, "tea")
    house.memory().jot("in the evening")
    house.at("2026-11-03T08:00:00Z")
    observe(house, "coffee")
    house.memory().jot("two days earlier, by this clock")
    house.at("1999-12-31T23:59:59Z")
    house.memory().forget(tea)
    found = [leaves.decode(line) for line in log_lines(house)]
    assert [each.lc for each in found] == list(range(1, len(found) + 1))
    assert [each.i for each in found] == list(range(len(found)))
    assert found[-1].at == "1999-12-31T23:59:59Z"
    good(house)
    assert spoken(house)[0] == ["all about coffee"]
    house.memory().rebuild()
    assert spoken(house)[0] == ["all about coffee"]
    assert (house.folder / "daily/2026-11-03.md").read_text().endswith("- 09:00 two days earlier, by this clock\n")


def test_one_change_with_many_leaves_is_one_witness(house: Household) -> None:
    """What a flush puts on disk is whole: values, then leaves, then the witness of them all."""
    with change.opened(house.memory().home, Author("joshua", "cli", "home"), house.now) as held:
        assert isinstance(held, Change)
        staged = [held.stage("refused", (f"text {number}".encode(),), {"reason": "x", "key": str(number)}) for number in range(3)]
        assert [each.leaf.i for each in staged] == [1, 2, 3]
        assert len(log_lines(house)) == 1
        held.checkpoint()
        assert len(log_lines(house)) == 4
    assert (logs_of(house).witness or only([])).size == 4
    for each in staged:
        ((digest, data, place),) = each.values
        assert values.read(str(house.folder / ".sapwood/values"), place, digest) == data
    assert [segment.number for segment in segments.listed(str(log_file(house).parent))] == [1]
    good(house)
