"""consolidate: turn days into marks that cite their lines, let what is not confirmed wither, archive the days.

For every unarchived day, under the home's lock, one file at a time:

1. read the day; what cannot be read is reported and stays where it is
2. extract candidates; a failing extractor changes nothing
3. admit each: create, reinforce, or nothing new; a correction closes what it corrects
4. say in the log that these bytes are consolidated
5. archive the day, only while it still is those bytes

Then: archived days that hold other bytes than when they were archived go through 1 to 4 again (a merge puts a line that
another machine added to a day into its archive, where nobody had read it), marks below the floor wither, and marks
whose line was taken out of its file are recorded as absent. Every step may be the last one before a stop: the next run
finds what is done by its evidence and adds nothing twice.
"""

from __future__ import annotations

import hmac
import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from sapwood import admit
from sapwood.change import Change
from sapwood.core import conflict, evidence, instant, skeleton
from sapwood.core.problem import Problem
from sapwood.disk import lines as splitting
from sapwood.disk import safe
from sapwood.disk.home import Home
from sapwood.disk.steps import reached
from sapwood.errors import BadArgument, BadInstant, FileChanged, FileStepFailed, PathRefused, Refused
from sapwood.extract import rules
from sapwood.index import apply, lexical, store
from sapwood.layers import citations, contradictions, days, markdown, marks
from sapwood.layers.passages import Classify
from sapwood.layers.substrate import Source
from sapwood.reading import Reading

Opened = Callable[[], AbstractContextManager[Change]]
Progress = Callable[[str, int, int], None]
_EXTRACTOR = "rules-1"
_SHARED_WORDS = 2  # content words that a correction must share with what it corrects


class DayReport(NamedTuple):
    """What became of one file. `status`: `archived`, `kept` (changed meanwhile, or could not be read; see
    `problems`) or `previewed`."""

    path: str
    day: str
    status: str
    archived_as: str
    created: int
    reinforced: int
    known: int
    refused: int
    superseded: int
    disputed: int
    skipped: dict[str, int]
    problems: list[Problem]
    marks: list[dict[str, Any]]


class Report(NamedTuple):
    """One run over all days that were due. `absent` are marks whose lines a person took out of their files, `returned`
    those whose lines are back: each with id and what it says."""

    days: list[DayReport]
    withered: int
    absent: list[dict[str, str]]
    returned: list[dict[str, str]]
    problems: list[Problem]
    notices: list[str]


class _Tools(NamedTuple):
    home: Home
    classify: Classify
    progress: Progress | None


def due(home: Home, now: float, *, day: str | None, before_today: bool) -> tuple[list[Source], list[Problem]]:
    """The files to consolidate: one day's, or all up to today (`before_today`: without today's)."""
    found, problems = days.files(home.places)
    if day is not None and before_today:
        raise BadArgument("--before-today", day, "either that or --day, not both")
    if day is not None:
        if not instant.is_day(day):
            raise BadArgument("--day", day, "a date such as 2026-11-05")
        today = instant.day_of(now, instant.zone(home.config.time_zone, home.config.zone_set_in))
        if day > today:
            raise BadArgument("--day", day, f"a day that has come; today is {today}")
        return [source for source in found if source.day == day], problems
    today = instant.day_of(now, instant.zone(home.config.time_zone, home.config.zone_set_in))
    return [source for source in found if source.day < today or (source.day == today and not before_today)], problems


def consolidate(
    home: Home, opened: Opened, classify: Classify, now: float, *, day: str | None = None, before_today: bool = False,
    progress: Progress | None = None,
) -> Report:  # fmt: skip
    """Run. Raises what opening the home raises; a problem of one day is in its report and stops no other."""
    sources, problems = due(home, now, day=day, before_today=before_today)
    tools = _Tools(home, classify, progress)
    reports, notices = [], []
    for done, source in enumerate(sources):
        if progress is not None:
            progress(source.shown, done, len(sources))
        try:
            with opened() as change:
                reports.append(_one_day(tools, change, source))
                notices += change.notices
        except (Refused, PathRefused, FileStepFailed, BadInstant, IsADirectoryError) as failure:
            reports.append(_report(source, "kept", problems=[Problem(source.shown, None, "kept", str(failure))]))
    with opened() as change:
        late = _changed_in_archive(home, change.index, day)
        reports += [_one_day(tools, change, source, resting=True) for source in late]
        withered = _wither(change)
        absent, returned = _note_absent(home, change)
        notices += change.notices
    return Report(reports, withered, absent, returned, problems, list(dict.fromkeys(notices)))


def _changed_in_archive(home: Home, index: store.Index, day: str | None) -> list[Source]:
    """Days that we archived and whose file in the archive is no longer what it was then, nor what was read since."""
    workspace, known = index.rules.workspace, dict[str, set[str]]()
    for path, digest in index.db.execute("SELECT path, digest FROM days_done WHERE workspace=?", (workspace,)):
        known.setdefault(path, set()).add(digest)
    return [
        source
        for source in days.files(home.places, archived=True)[0]
        if source.shown in known
        and day in (None, source.day)
        and isinstance(data := home.places.read(source.path, home.config.limits.file_bytes), bytes)
        and hmac.digest(index.rules.salt, data, "sha256").hex() not in known[source.shown]
    ]


def _one_day(tools: _Tools, change: Change, source: Source, *, resting: bool = False) -> DayReport:
    """`resting` for a day that lies in the archive already."""
    # 1
    read = _read(tools.home, source)
    if isinstance(read, Problem):
        moved = read.kind == "missing"  # another run was quicker: nothing is lost
        return _report(source, "gone" if moved else "kept", problems=[] if moved else [read])
    data, texts, problems = read
    digest = change.digest(data)
    conflicts = [problem for problem in problems if problem.kind == "conflict-marker"]
    counts: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    made: list[dict[str, Any]] = []
    if not _is_done(change, source, digest):
        # 2
        found = _extract(tools, change.index, source, texts)
        problems += found.problems
        skipped.update(each.reason for each in found.skipped)
        # 3
        made = _admit_all(tools, change, source, texts, found.candidates, counts)
        # 4
        if not conflicts:
            admit.fact(
                change, "consolidated", {"path": source.shown, "digest": digest, "extractor": _EXTRACTOR, **counts}
            )
        change.checkpoint()
        reached("day-admitted")
    if conflicts:
        return _report(source, "kept", counts=counts, skipped=skipped, problems=problems, made=made)
    if resting:
        return _report(source, "archived", source.shown, counts, skipped, problems, made)
    # 5
    try:
        archived_as = days.archive(change, source, data)
    except FileChanged as changed:
        admit.fact(change, "undone", {"leaf": change.writer.size - 1, "why": "retried"})
        problems.append(Problem(source.shown, None, "changed", str(changed)))
        return _report(source, "kept", counts=counts, skipped=skipped, problems=problems, made=made)
    return _report(source, "archived", archived_as, counts, skipped, problems, made)


def _read(home: Home, source: Source) -> tuple[bytes, tuple[str, ...], list[Problem]] | Problem:
    data = home.places.read(source.path, home.config.limits.file_bytes)
    if isinstance(data, Problem):
        return data
    found, problems = splitting.decode(source.shown, data, home.config.limits)
    unreadable = [problem for problem in problems if problem.kind in splitting.UNREADABLE]
    return unreadable[0] if unreadable else (data, found.texts, list(problems))


def _is_done(change: Change, source: Source, digest: str) -> bool:
    row = change.index.db.execute(
        "SELECT 1 FROM days_done WHERE workspace=? AND path=? AND digest=?",
        (change.rules.workspace, source.shown, digest),
    ).fetchone()
    return row is not None


def _extract(tools: _Tools, index: store.Index, source: Source, texts: Sequence[str]) -> rules.Extraction:
    config = tools.home.config
    return rules.extract(
        source.shown, texts, markdown.parse(texts), owner=config.owner, classify=tools.classify,
        known_subjects=tuple(marks.subjects(index.db, index.rules.workspace)), actors=config.actors,
        limits=config.limits, day=source.day,
    )  # fmt: skip


def _admit_all(
    tools: _Tools, change: Change, source: Source, texts: tuple[str, ...], candidates: Sequence[rules.Candidate],
    counts: Counter[str],
) -> list[dict[str, Any]]:  # fmt: skip
    shelf = citations.Shelf(tools.home.places, change.limits, change.rules.salt)
    shelf.put(source.path, texts)
    made = []
    for done, candidate in enumerate(candidates, 1):
        seen = _observation(tools.home, change, shelf, source, texts, candidate)
        outcome = admit.observation(change, seen)
        marks.write(change, outcome.admitted)
        counts[outcome.status] += 1
        if outcome.status in ("created", "reinforced") and candidate.corrects is not None:
            counts["superseded"] += _close_corrected(tools.home, change, candidate, seen, outcome.mark)
        settled = contradictions.Settled()
        if outcome.status == "created":
            settled = contradictions.settle(change, outcome.mark, tools.home.config.owner)
            counts["superseded"] += len(settled.replaced)
            counts["disputed"] += len(settled.disputed)
        made.append(_made(outcome, seen, settled))
        if done % change.limits.batch_marks == 0:
            change.checkpoint()
            if tools.progress is not None:
                tools.progress(source.shown, done, len(candidates))
    return made


def _made(outcome: admit.Outcome, seen: admit.Observation, settled: contradictions.Settled) -> dict[str, Any]:
    fields = {"status": outcome.status, "id": outcome.mark, "subject": seen.subject, "observation": seen.text}
    more = {"reason": outcome.reason, **settled._asdict()}
    fields |= {key: found for key, found in more.items() if found}
    return {**fields, "evidence": [record.to_json() for record in seen.evidence]}


def _observation(
    home: Home, change: Change, shelf: citations.Shelf, source: Source, texts: Sequence[str], candidate: rules.Candidate
) -> admit.Observation:
    zone = instant.zone(home.config.time_zone, home.config.zone_set_in)
    cited = shelf.cite(source.shown, candidate.lines, redacted=candidate.quote if candidate.redacted else "")
    bounds = (candidate.valid_from, candidate.valid_to)
    valid_from, valid_to = (None if day is None else instant.at(day, "00:00", zone) for day in bounds)
    return admit.Observation(
        subject=candidate.subject,
        text=candidate.observation[: change.limits.observation_characters],
        evidence=(cited._replace(quote=candidate.quote),),
        at=instant.at(source.day, candidate.time, zone),
        day=source.day,
        observed_by=candidate.actor or _jotted_by(change, source, texts, candidate) or home.config.owner,
        initial=home.config.initial_extracted,
        half_life_days=home.config.half_life_of(candidate.subject),
        step=home.config.step,
        affinity=candidate.tags,
        valid_from=valid_from,
        valid_to=valid_to,
    )


def _jotted_by(change: Change, source: Source, texts: Sequence[str], candidate: rules.Candidate) -> str:
    line = texts[candidate.lines[0] - 1]
    row = change.index.db.execute(
        "SELECT actor FROM jots WHERE workspace=? AND path=? AND line_key=?",
        (change.rules.workspace, source.shown, change.digest(line.encode())),
    ).fetchone()
    return row[0] if row is not None else ""


def _close_corrected(
    home: Home, change: Change, candidate: rules.Candidate, seen: admit.Observation, mark_id: str
) -> int:  # fmt: skip
    """Close the one older mark that a correction is about; where none or more than one fits, all are kept."""
    corrects = candidate.corrects
    assert corrects is not None
    wanted = _content_words(seen.text)
    if not conflict.ADDED.isdisjoint(skeleton.skeleton(seen.text).split()):  # it adds, and takes nothing back
        return 0
    named = lexical.anchors(seen.text)
    scored = []
    for older, day in _older_marks(change, seen):
        if older.id == mark_id or (corrects.date is not None and day != corrects.date) or day > seen.day:
            continue
        if lexical.anchors(marks.said(older))[:1] and lexical.anchors(marks.said(older))[0] not in named:
            continue  # it is about another thing
        shared = len(wanted & _content_words(older.observation))
        if shared >= _SHARED_WORDS:
            scored.append((shared, older.id, older))
    scored.sort(reverse=True)
    if not scored or (len(scored) > 1 and scored[0][0] == scored[1][0]):
        return 0
    older, newer = scored[0][2], marks.one(change.index.db, change.rules.workspace, mark_id)
    if not contradictions.may_close(older, newer, home.config.owner):
        return 0
    contradictions.close(change, older, newer)
    return 1


def _older_marks(change: Change, seen: admit.Observation) -> list[tuple[marks.Mark, str]]:
    query = lexical.query(seen.text)
    if query is None:
        return []
    return marks.alike(change.index.db, change.rules.workspace, change.author.scope, query, seen.at, 40)


def _content_words(text: str) -> frozenset[str]:
    words = skeleton.skeleton(text).split()
    return frozenset(
        word[:6] for word in words if word not in lexical.STOP_WORDS and not word.isdigit() and len(word) > 2
    )


def _wither(change: Change) -> int:
    fading = marks.fading(change.index.db, change.rules.workspace, change.now)
    for done, mark_id in enumerate(fading, 1):
        marks.write(change, admit.fact(change, "withered", {"mark": mark_id}))
        if done % change.limits.batch_marks == 0:
            change.checkpoint()
    return len(fading)


def _note_absent(home: Home, change: Change) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """Record as absent every active mark whose lines were all taken out of their files by hand, and lift that where a
    line is back (a sync or a checkout that was half done): the file wins both ways. Files that did not change since
    the last look are not looked at again."""
    db, workspace = change.index.db, change.rules.workspace
    shelf = citations.Shelf(
        home.places, change.limits, change.rules.salt, lambda source: marks.cites(db, workspace, source)
    )
    before = dict(db.execute("SELECT path, stat FROM evidence_files WHERE workspace=?", (workspace,)).fetchall())
    returned = [_named(found) for found in marks.gone(db, workspace) if _stands(change, shelf, found)]
    for each in returned:
        marks.write(change, admit.fact(change, "restored", {"mark": each["id"]}))
    absent: list[dict[str, str]] = []
    for path in marks.cited_files(db, workspace):
        stat = _stat_now(home, path)
        if before.get(path) == stat:
            continue
        for found in marks.citing(db, workspace, path):
            if not _stands(change, shelf, found):
                keys = skeleton.keys(change.rules.salt, found.subject, marks.said(found))
                marks.write(change, admit.fact(change, "absent", {"mark": found.id, "keys": list(dict.fromkeys(keys))}))
                absent.append(_named(found))
        db.execute("INSERT OR REPLACE INTO evidence_files VALUES (?,?,?)", (workspace, path, stat))
    return absent, returned


def _stands(change: Change, shelf: citations.Shelf, found: marks.Mark) -> bool:
    """True where any line that a mark cites is still there, or cannot be looked at."""
    held = marks.evidence_of(change.index.db, change.rules.workspace, found)
    records = [evidence.from_json(each) for each in held]
    return not records or any(shelf.resolve(record).status != citations.MISSING for record in records)


def _named(found: marks.Mark) -> dict[str, str]:
    return {"id": found.id, "subject": found.subject, "observation": found.observation}


def _stat_now(home: Home, shown: str) -> str:
    path = home.places.located(shown)
    archived = home.places.archive + "/" + shown.rsplit("/", 1)[-1]
    return json.dumps([safe.stat_of(path), safe.stat_of(archived)])


def preview(home: Home, reading: Reading, classify: Classify, *, day: str | None, before_today: bool) -> Report:
    """What a run would do, with nothing written."""
    sources, problems = due(home, reading.now, day=day, before_today=before_today)
    tools = _Tools(home, classify, None)
    seen: set[str] = set()
    sources += _changed_in_archive(home, reading.index, day)
    reports = [_preview_day(tools, reading, source, seen) for source in sources]
    withered = len(marks.fading(reading.index.db, reading.index.rules.workspace, reading.now))
    said = "what a new mark replaces or disputes is judged in the run and not counted here"
    return Report(reports, withered, [], [], problems, [*reading.notices, said])


def _preview_day(tools: _Tools, reading: Reading, source: Source, seen: set[str]) -> DayReport:
    read = _read(tools.home, source)
    if isinstance(read, Problem):
        return _report(source, "kept", problems=[read])
    _, texts, problems = read
    found = _extract(tools, reading.index, source, texts)
    shelf = citations.Shelf(tools.home.places, tools.home.config.limits, reading.index.rules.salt)
    shelf.put(source.path, tuple(texts))
    counts: Counter[str] = Counter()
    made = []
    for candidate in found.candidates:
        cited = shelf.cite(source.shown, candidate.lines, redacted=candidate.quote if candidate.redacted else "")
        status, mark_id = _would(reading, candidate, cited.source, source.day, seen)
        counts[status] += 1
        fields = {"status": status, "id": mark_id, "subject": candidate.subject, "observation": candidate.observation}
        made.append({**fields, "evidence": [{"kind": "file", "path": source.shown, "lines": list(candidate.lines)}]})
    skipped = Counter(each.reason for each in found.skipped)
    return _report(source, "previewed", "", counts, skipped, [*problems, *found.problems], made)


def _would(
    reading: Reading, candidate: rules.Candidate, cited: str, day: str, seen: set[str]
) -> tuple[str, str]:  # fmt: skip
    index = reading.index
    speaker = candidate.actor or ""
    said = skeleton.unattributed(candidate.observation, speaker)
    keys = skeleton.keys(index.rules.salt, candidate.subject, said)
    if admit.denied(index, keys, admit.AUTOMATIC):
        return "refused", ""
    older = admit.same_mark(reading, "home", candidate.subject, candidate.observation, speaker)
    if older is not None:
        known = apply.seen(index.db, index.rules.workspace, older, [cited], day)
        status = "known" if known else "reinforced"
    else:
        once, today = keys.subject_skeleton, f"{keys.subject_skeleton} {day}"
        status = "known" if today in seen else "reinforced" if once in seen else "created"  # one day reinforces once
        seen |= {once, today}
    return status, older or ""


def _report(
    source: Source, status: str, archived_as: str = "", counts: Counter[str] | None = None,
    skipped: Counter[str] | None = None, problems: Sequence[Problem] = (), made: Sequence[dict[str, Any]] = (),
) -> DayReport:  # fmt: skip
    totals = counts or Counter()
    return DayReport(
        path=source.shown, day=source.day, status=status, archived_as=archived_as, created=totals["created"],
        reinforced=totals["reinforced"], known=totals["known"], refused=totals["refused"],
        superseded=totals["superseded"], disputed=totals["disputed"],
        skipped=dict(sorted((skipped or {}).items())), problems=list(problems), marks=list(made),
    )  # fmt: skip
