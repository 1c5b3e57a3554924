"""Rules only, no model: which lines of a day are observations, word for word, and about what.

Pure: text in, candidates out. The rules, by number:

1. What a person did not state is skipped with a reason: headings, fences, code, tables, quotations, comments,
   HTML, link definitions, machine blocks, merge conflicts, memory that we injected, pasted chat, open tasks,
   templates with nothing filled in, struck-out text, lines that are only a link or only a secret.
2. What looks like a credential is masked first, so that nothing further down can let it through.
3. Observation = the text of the item without marker, box, struck-out parts and leading time. Quote = the raw
   lines, without white space around them. One item or sentence line is one candidate, never a part of it.
4. A time of day at the beginning is the time of the observation, else the nearest heading that begins with one
   is. `[00:12:30]` is a position in a recording and stays in the text.
5. The actor is a name before a colon: one of `actors` or the owner; after a time also any other single name
   before a sentence, unless the name is itself a topic (`12:00 Lunch: soup` has no actor).
6. The subject is what the line says (`subject: noor.sleep — …`), else what a tag says, else what `classify`
   makes of headings and text, else the one known subject whose last word stands in the text, else unsorted.
   It always begins with the owner. Nothing is made of check boxes, `[decision]`, colours or numbers.
7. `Correction to 2026-11-04: …` and its kin in other languages correct something; who corrected what is for
   the caller to find. An instruction in the text is text.
8. `until Friday` and its kin say how long the observation holds (`core/when.py`); the words stay in the text.

Every line is in a candidate, in a `Skipped`, or blank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sapwood.core import when
from sapwood.core.credentials import redact
from sapwood.core.limits import Limits
from sapwood.core.problem import Problem
from sapwood.errors import BadSubject
from sapwood.extract import correction, lines
from sapwood.extract.correction import Correction
from sapwood.extract.patterns import patterns
from sapwood.extract.subjects import Classify, Subjects
from sapwood.layers.markdown import ITEMS, Block, Document

_DONE = frozenset("xX✓✔√☑")
_REASONS = {"indented": "code", "fence": "fence"}  # other kinds are their own reason
_CUT = "…"


class Candidate(NamedTuple):
    """One observation that a day states. `lines` are 1-based and inclusive; `time` is `HH:MM`.

    `quote` and `observation` have `redacted` credentials masked between them, counted in the observation.
    `valid_from` and `valid_to` are local days: it holds from the first to before the second, as far as it says so.
    """

    lines: tuple[int, int]
    observation: str
    quote: str
    subject: str
    actor: str | None
    time: str | None
    corrects: Correction | None
    tags: tuple[str, ...]
    redacted: int
    valid_from: str | None = None
    valid_to: str | None = None


class Skipped(NamedTuple):
    """Lines that state nothing, and why, in one stable word."""

    lines: tuple[int, int]
    reason: str


class Extraction(NamedTuple):
    """What one file gave, each in the order of its lines."""

    candidates: tuple[Candidate, ...]
    skipped: tuple[Skipped, ...]
    problems: tuple[Problem, ...]


def extract(
    path: str,
    texts: Sequence[str],
    document: Document,
    *,
    owner: str,
    classify: Classify,
    known_subjects: Sequence[str] = (),
    actors: Sequence[str] = (),
    limits: Limits,
    day: str | None = None,
) -> Extraction:
    """Returns the candidates of one file, what was skipped, and what a person should look at.

    `path` is only named in problems; `document` is `parse(texts)`; `known_subjects` are subjects that the home
    already has; `actors` are names that lines may begin with; `day` is the date of the file, `YYYY-MM-DD`, by which
    `until Friday` is read. Never raises on any text; raises `BadSubject` if `owner` cannot begin a subject.
    """
    subjects = Subjects(owner, classify, known_subjects, limits)
    named = frozenset(name.casefold() for name in (*actors, owner))
    work = _Work(path, texts, document, subjects, named, limits, day)
    work.run()
    return Extraction(tuple(work.candidates), tuple(work.skipped), tuple(work.problems))


class _Work:
    """One extraction under way."""

    __slots__ = (
        "actors",
        "candidates",
        "day",
        "document",
        "labels",
        "limits",
        "path",
        "problems",
        "skipped",
        "subjects",
        "texts",
    )

    def __init__(
        self,
        path: str,
        texts: Sequence[str],
        document: Document,
        subjects: Subjects,
        actors: frozenset[str],
        limits: Limits,
        day: str | None,
    ) -> None:
        self.path = path
        self.texts = texts
        self.document = document
        self.subjects = subjects
        self.actors = actors
        self.limits = limits
        self.day = day
        self.labels: dict[int, str] = {}  # block → what it says as the label of what stands under it
        self.candidates: list[Candidate] = []
        self.skipped: list[Skipped] = []
        self.problems: list[Problem] = []

    # ---- which lines

    def run(self) -> None:
        """Rule 1: goes through the blocks in order; ranges that lie across blocks come first."""
        if self.document.frontmatter is not None:
            self.skip(self.document.frontmatter, "frontmatter")
        barred: dict[int, str] = {}
        for first, last in lines.injected(self.texts):
            self.skip((first, last), "injected")
            barred.update(dict.fromkeys(range(first, last + 1), "injected"))
        for first, last in lines.private_keys(self.texts):
            self.skip((first, last), "secret")
            self.secret(first)
            barred.update(dict.fromkeys(range(first, last + 1), "secret"))
        chat = lines.chat(self.document.blocks, self.actors)
        blocks = self.document.blocks
        parents = {block.parent for block in blocks}
        for n, block in enumerate(blocks):
            first, last = block.lines
            if barred and not barred.keys().isdisjoint(range(first, last + 1)):
                self.around(block, barred)
            elif n in chat:
                self.skip(block.lines, "chat")
            elif block.kind in ITEMS or block.kind == "plain":
                self.item(block, block.text, n in parents)
            else:
                self.skip(block.lines, _REASONS.get(block.kind, block.kind))

    def skip(self, lines: tuple[int, int], reason: str) -> None:
        self.skipped.append(Skipped(lines, reason))

    def secret(self, line: int) -> None:
        self.problems.append(
            Problem(
                self.path,
                line,
                "secret",
                "what looks like a credential stands here; it is masked in everything that is remembered, and still "
                "in the file. Take it out of the file, and change it if others may have read it",
            )
        )

    def around(self, block: Block, barred: dict[int, str]) -> None:
        """What is left of a block that partly lies in a barred range, line by line."""
        for number in range(block.lines[0], block.lines[1] + 1):
            if number in barred:
                continue
            text = self.texts[number - 1].strip()
            if not text:
                continue
            if block.kind in ITEMS or block.kind == "plain":
                own = block.text.split(" ", 1)[0] if number == block.lines[0] else ""
                body = text[text.find(own) :] if own and own in text else text
                self.item(block._replace(lines=(number, number)), body, False)
            else:
                self.skip((number, number), _REASONS.get(block.kind, block.kind))

    # ---- one item

    def item(self, block: Block, text: str, leads: bool) -> None:
        """Rules 2 to 7 for one list item or plain line; `leads`: other items stand under it."""
        masked, redacted = redact(text)  # rule 2
        if redacted:
            self.secret(block.lines[0])
        if block.kind == "task" and block.box not in _DONE:
            self.skip(block.lines, "task-open")
            return
        left = lines.unstruck(masked)
        if left is None:
            self.skip(block.lines, "struck")
            return
        text = left
        time, text = self.stamped(text)
        box = patterns().box.match(text)
        if box is not None:
            if box.group(1) not in _DONE:
                self.skip(block.lines, "task-open")
                return
            text = text[box.end() :]
            if time is None:
                time, text = self.stamped(text)
        reason = lines.hollow(text, block, leads)
        if reason is None and len(text) > self.limits.observation_characters:
            reason = "too-long"
            self.problems.append(
                Problem(
                    self.path,
                    block.lines[0],
                    "too-long",
                    f"{len(text)} characters in one item, wanted at most {self.limits.observation_characters}; "
                    "not remembered. Split it",
                )
            )
        if reason is not None:
            self.skip(block.lines, reason)
            return
        self.candidate(block, text, time, redacted)

    def stamped(self, text: str) -> tuple[str | None, str]:
        """Rule 4: the leading time as HH:MM, and the text after it. A span of times stays in the text."""
        found = patterns().stamp.match(text)
        if found is None:
            span = patterns().heading_time.match(text)
            if span is not None and re.match(r"\s?[–—-]\s?\d?\d:\d\d", text[span.end() : span.end() + 10]):
                return _clock(span.groups()), text
            return None, text
        return _clock(found.groups()), text[found.end() :]

    def candidate(self, block: Block, text: str, time: str | None, redacted: int) -> None:
        headings = self.document.sections[block.section].path
        timed = time is not None
        if time is None:
            time = self.heading_time(headings)
        context = [*headings, *self.labels_above(block)]
        quote, hidden = "\n".join(self.texts[block.lines[0] - 1 : block.lines[1]]).strip(), 0
        if redacted or not patterns().marker.fullmatch(quote.removesuffix(block.text)):
            quote, hidden = redact(quote)  # else it is a marker and the text that was searched before
        if hidden and not redacted:  # it stands in what is cut out of the text, or lies across lines
            self.secret(block.lines[0])
        quote = "\n".join([line.rstrip() for line in quote.split("\n")])
        if len(quote) > self.limits.quote_characters:
            quote = quote[: self.limits.quote_characters - 1] + _CUT
        tags = self.subjects.tags(text)
        named, text = self.named(block, text)
        subject = named or self.subjects.about(text, context, tags)
        actor, said = self.actor(text, timed=timed)
        holds = when.interval(said, self.day) if self.day is not None else None
        self.candidates.append(
            Candidate(
                block.lines,
                text,
                quote,
                subject,
                actor,
                time,
                correction.find(said),
                tags,
                max(redacted, hidden),
                holds and holds.valid_from,
                holds and holds.valid_to,
            )
        )

    def named(self, block: Block, text: str) -> tuple[str | None, str]:
        """The subject that the text itself names, and the text without it; a bad one is text and a problem."""
        try:
            return self.subjects.named(text)
        except BadSubject as error:
            self.problems.append(Problem(self.path, block.lines[0], "subject", str(error)))
            return None, text

    def heading_time(self, headings: Sequence[str]) -> str | None:
        for title in reversed(headings):
            found = patterns().heading_time.match(title)
            if found is not None:
                return _clock(found.groups())
        return None

    def labels_above(self, block: Block) -> list[str]:
        """The texts of the items that this one is nested in, where they are only labels (`Cooking:`)."""
        found: list[str] = []
        parent = block.parent
        while parent is not None:
            above = self.document.blocks[parent]
            label = self.labels.get(parent)
            if label is None:
                bare = above.text.rstrip("*_")
                label = self.labels[parent] = redact(bare)[0].strip("*_: ") if bare[-1:] == ":" else ""
            if label:
                found.append(label)
            parent = above.parent
        return found[::-1]

    def actor(self, text: str, *, timed: bool) -> tuple[str | None, str]:
        """Rule 5: the name before the colon as it is written, and what comes after it."""
        found = patterns().turn.match(text)
        if found is None:
            return None, text
        name = found.group(2)
        after = text[found.end() - 1 :]
        if name.casefold() in self.actors:
            return name, after
        if not timed or " " in name or after[0].isdigit() or " " not in after.strip():
            return None, text
        if correction.find(text) is not None or self.subjects.classify(name, ()) is not None:
            return None, text
        return name, after


def _clock(groups: Sequence[str | None]) -> str | None:
    """HH:MM out of the groups of a clock: hour, minute, `a` or `p`, for each way to write it."""
    for n in range(0, len(groups), 3):
        hour, minute, half = groups[n : n + 3]
        if hour is not None:
            hours = int(hour)
            if half is not None and 1 <= hours <= 12:
                hours = hours % 12 + (12 if half in "pP" else 0)
            return f"{hours:02}:{minute}"
    return None
