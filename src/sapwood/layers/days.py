"""Written by the person in any editor, and by `jot` (one line is added) and consolidation (a day is archived)."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from sapwood import admit
from sapwood.change import Change, FileStep, last_leaf
from sapwood.core import instant, leaf
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk import safe
from sapwood.disk.lines import Lines
from sapwood.disk.places import Places
from sapwood.errors import FileChanged, PathRefused, Refused
from sapwood.layers import markdown, second_versions
from sapwood.layers.substrate import Source, unlisted
from sapwood.log.book import Log
from sapwood.reading import Reading, is_own

_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})(?:-[^/]+)?\.md", re.IGNORECASE)
_ALIKE = re.compile(r"\d{1,4}[-.]\d{1,2}[-.]\d{1,4}\D.*md$|\d{8}\b.*\.md$", re.IGNORECASE)
_TRIES = 5
_WHOLE = frozenset({"fence", "comment", "machine", "conflict", "table", "html"})  # kept or dropped as one


class Jotted(NamedTuple):
    """Where a jot stands: `path` as shown, its line, the text of the line. `again` where it stood there already."""

    path: str
    line: int
    text: str
    again: bool


def day_of_name(name: str) -> tuple[str | None, bool]:
    """(day, looks like one): the day that a file name states; None with True where no such date exists."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None, False
    return (match[1] if instant.is_day(match[1]) else None), True


_CLOCK = re.compile(r"^\s*\[?\d{1,2}:\d{2}(?::\d{2})?\]?(?:\s+|\s*[–—-]\s*)(?=\S)")


def without_time(text: str) -> str:
    """A log line's text without the time of day it begins with."""
    return _CLOCK.sub("", text)


def files(places: Places, *, archived: bool = False) -> tuple[list[Source], list[Problem]]:
    """The daily logs of the folder (or of its archive) by day and name, and those whose date does not exist."""
    found: list[Source] = []
    problems: list[Problem] = []
    folder = places.archive if archived else places.daily
    entries = safe.scan(folder)
    if entries is None and safe.stat_of(folder) is not None:
        problems.append(unlisted(places, folder))
    for entry in entries or ():
        if second_versions.is_passing(entry.path):
            continue
        day, looks_like_one = day_of_name(entry.name)
        shown = places.shown(entry.path)
        if not admit.is_encodable(entry.name):
            message = "has a name that is not UTF-8, so no evidence can name it; rename it"
            problems.append(Problem(ascii(shown), None, "name", message))
        elif (problem := second_versions.problem(places, entry.path, also=places.archive)) is not None:
            problems.append(problem)
        elif day is not None:
            found.append(Source(entry.path, shown, day, entry.stat))
        elif _ALIKE.match(entry.name) and not looks_like_one and not places.holds_notes(folder):
            message = "looks like a day and is not named YYYY-MM-DD.md, so it was left out; rename it if it is one"
            problems.append(Problem(shown, None, "no-day", message))
        elif looks_like_one:
            message = "there is no such date; it belongs to no day and was left out; rename it"
            problems.append(Problem(shown, None, "no-such-date", message))
    return sorted(found, key=lambda source: (source.day, source.shown)), problems


def jot(change: Change, day: str, time: str, text: str, actor: str) -> Jotted:
    """Add one line to the file of `day`: `- HH:MM text`, with `actor` (where one is given) before the text.

    Every byte that was there stays in front; the file's own line ends are kept. A line that stands there already,
    time and all, is not written twice: a hook that fires again says nothing new. Raises `Refused` or `PathRefused`.
    """
    root = change.places.root_of(change.places.daily) or change.places.daily
    if not safe.inside(change.places.daily, root):
        raise PathRefused(change.places.shown(change.places.daily), "is a link that leads out of the home")
    words, name = _one_line(change, text, "a jot", change.limits.jot_characters), ""
    if actor:
        name = _one_line(change, actor, "a name", change.limits.name_characters)
    line = f"- {time} {name}: {words}" if name else f"- {time} {words}"
    path = os.path.join(change.places.daily, f"{day}.md")
    for _ in range(_TRIES):
        found, before = _read(change, path)
        if line in found.texts:
            return Jotted(change.places.shown(path), found.texts.index(line) + 1, line, True)
        added = _added(found, before, line, day)
        data = (before or b"") + added
        step = FileStep("append", change.places.shown(path), _digest(change, before), change.digest(data))
        body = {"path": step.path, "line": change.digest(line.encode())}
        admit.file_change(change, "jotted", step, body, (added,), owned=(change.places.daily,))
        try:
            change.write_file(step, data)
        except FileChanged:
            admit.fact(change, "undone", {"leaf": change.writer.size - 1, "why": "retried"})
            continue
        change.apply()
        return Jotted(step.path, 3 if before is None else len(found.texts) + 1, line, False)
    raise FileChanged(change.places.shown(path))


def _one_line(change: Change, text: str, what: str, limit: int) -> str:
    words = " ".join(text.split())
    if not words or "\x00" in words or not admit.is_encodable(words):
        raise Refused("text", f"{what} needs some text, without NUL or half characters; nothing was written")
    if len(words) > limit:
        raise Refused(
            "text", f"{what} of {len(words)} characters, the limit is {limit}; shorten it; nothing was written"
        )
    return words


def _read(change: Change, path: str) -> tuple[Lines, bytes | None]:
    if safe.stat_of(path) is None and not os.path.islink(path):
        return Lines((), (), False), None
    data = change.places.read(path, change.limits.file_bytes)
    if isinstance(data, Problem):
        raise PathRefused(data.path, data.message)
    found, problems = splitting.decode(change.places.shown(path), data, change.limits)
    for problem in problems:
        if problem.kind in splitting.UNREADABLE:
            raise PathRefused(problem.path, problem.message)
    return found, data


def _digest(change: Change, data: bytes | None) -> str | None:
    return None if data is None else change.digest(data)


def _added(found: Lines, before: bytes | None, line: str, day: str) -> bytes:
    if before is None:
        return f"# {day}\n\n{line}\n".encode()
    end = splitting.newline(found)
    open_end = bool(found.ends) and found.ends[-1] == ""
    return f"{end if open_end else ''}{line}{end}".encode()


def archive(change: Change, source: Source, data: bytes) -> str:
    """Move a consolidated day into the archive; the path it has there, as shown.

    Raises `FileChanged` where the day is no longer what was consolidated: it stays where it is. Where the archive
    has that file already, lines that it does not hold are added at its end, and nothing in it is touched; where
    something else has that name, `PathRefused`.
    """
    target = os.path.join(change.places.archive, os.path.basename(source.path))
    owned = (change.places.daily, change.places.archive)
    held = _archived(change, target)
    if held is None:
        step = FileStep("move", change.places.shown(target), None, change.digest(data), source.shown)
        admit.file_change(change, "archived", step, {}, owned=owned)
        change.move_file(step)
        return step.path
    rest = unseen(held, data, change)
    shown = change.places.shown(target)
    if rest:
        step = FileStep("append", shown, change.digest(held), change.digest(held + rest))
        admit.file_change(change, "archived", step, {}, (rest,), owned=owned)
        change.write_file(step, held + rest)
    gone = FileStep("remove", source.shown, change.digest(data), None)
    admit.file_change(change, "archived", gone, {}, owned=owned)
    change.remove_file(gone)
    return shown


def _archived(change: Change, target: str) -> bytes | None:
    if not os.path.lexists(target):
        return None
    held = change.places.read(target, change.limits.file_bytes)
    if isinstance(held, Problem):
        raise PathRefused(held.path, held.message)
    return held


def unseen(held: bytes, data: bytes, change: Change) -> bytes:
    """What of a day that came back its archived file does not hold yet, as bytes to append.

    An editor that saved the old day again, with or without more at its end, is the common case and exact. Otherwise
    the day goes line by line: lines that the archive holds are left out, each as often as it holds them, and blocks
    such as fences stay whole.
    """
    if data.startswith(held):
        return data[len(held) :]
    old, _ = splitting.decode("archive", held, change.limits)
    new, _ = splitting.decode("day", data, change.limits)
    keep = _unseen_lines(old.texts, new.texts)
    if not keep:
        return b""
    end = splitting.newline(old)
    start = end if old.ends and old.ends[-1] == "" else ""
    return (start + "".join(new.texts[at] + (new.ends[at] or end) for at in keep)).encode()


def _unseen_lines(old: Sequence[str], new: Sequence[str]) -> list[int]:
    left = Counter(text for text in old if text.strip())
    kept: set[int] = set()
    for block in markdown.parse(new).blocks:
        span = range(block.lines[0] - 1, block.lines[1])
        texts = [new[at] for at in span if new[at].strip()]
        wanted = Counter(texts)
        if all(left[text] >= count for text, count in wanted.items()):
            left -= wanted
        elif block.kind in _WHOLE:
            kept.update(span)
        else:
            kept.update(at for at in span if not _take(left, new[at]))
    covered = {at for block in markdown.parse(new).blocks for at in range(block.lines[0] - 1, block.lines[1])}
    kept.update(at for at in range(len(new)) if at not in covered and new[at].strip() and not _take(left, new[at]))
    return sorted(kept)


def _take(left: Counter[str], text: str) -> bool:
    if not text.strip():
        return True
    if left[text] > 0:
        left[text] -= 1
        return True
    return False


def unapplied(reading: Reading) -> list[dict[str, Any]]:
    """Lines that are safe in the log and not in their file: one that the next write puts there (`waits`), and those
    whose file was changed meanwhile, each with its text."""
    waiting = [found for log in reading.logs if (found := _waiting(reading, log)) is not None]
    rows = reading.index.db.execute(
        "SELECT replica, detail FROM losses WHERE workspace=? AND kind='undone'", (reading.index.rules.workspace,)
    ).fetchall()
    for replica, detail in rows:
        fields = json.loads(detail)
        if fields.get("why") == "file-changed" and isinstance(at := fields.get("leaf"), int):
            waiting.append({"leaf": f"{replica}/{at}", "text": _text_of(reading, replica, at), "waits": False})
    return waiting


def _waiting(reading: Reading, log: Log) -> dict[str, Any] | None:
    if not log.sound or log.witness is None or log.witness.settled >= log.state.size:
        return None
    if not is_own(reading.places, log):  # another replica's file step is another machine's to do
        return None
    last = last_leaf(log)
    step = last.body.get("file") if last is not None and last.type == "jotted" and last.digests else None
    if last is None or not isinstance(step, dict) or not isinstance(path := step.get("path"), str):
        return None
    text = (reading.value(last.digests[0]) or b"").decode().strip()
    data = reading.places.read(reading.places.located(path), reading.limits.file_bytes)
    if isinstance(data, bytes) and text.encode() in data:
        return None
    return {"path": path, "text": text.splitlines()[-1] if text else "", "waits": True}


def _text_of(reading: Reading, replica: str, at: int) -> str:
    line = reading.leaf_line(replica, at)
    digests = leaf.decode(line).digests if line is not None else ()
    return (reading.value(digests[0]) or b"").decode().strip() if digests else ""
