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

Every line is in a candidate, in a `Skipped`, or blank.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from sapwood.core.credentials import MASK, redact
from sapwood.core.limits import Limits
from sapwood.core.problem import Problem
from sapwood.core.subject import parse as parse_subject
from sapwood.errors import BadSubject
from sapwood.layers.markdown import ITEMS, Block, Document

Classify = Callable[[str, Sequence[str]], str | None]
"""A text and the headings above it to a topic path without the owner, such as `food.vegetables`, or None."""

UNSORTED = "unsorted"

_DONE = frozenset("xX✓✔√☑")
_REASONS = {"indented": "code", "fence": "fence"}  # other kinds are their own reason
_ROLES = frozenset(
    {"ai", "assistant", "bot", "chatgpt", "claude", "gemini", "gpt", "human", "me", "system", "user", "you"}
)
_CUT = "…"


class Correction(NamedTuple):
    """What a line says it corrects: an ISO date or None, and the corrected statement."""

    date: str | None
    text: str


class Candidate(NamedTuple):
    """One observation that a day states. `lines` are 1-based and inclusive; `time` is `HH:MM`.

    `quote` and `observation` have `redacted` credentials masked between them, counted in the observation.
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


class Skipped(NamedTuple):
    """Lines that state nothing, and why, in one stable word."""

    lines: tuple[int, int]
    reason: str


class Extraction(NamedTuple):
    """What one file gave, each in the order of its lines."""

    candidates: tuple[Candidate, ...]
    skipped: tuple[Skipped, ...]
    problems: tuple[Problem, ...]


class _Patterns(NamedTuple):
    stamp: re.Pattern[str]
    heading_time: re.Pattern[str]
    turn: re.Pattern[str]
    subject: re.Pattern[str]
    code: re.Pattern[str]
    tag: re.Pattern[str]
    link: re.Pattern[str]
    placeholder: re.Pattern[str]
    unfilled: re.Pattern[str]
    label: re.Pattern[str]
    box: re.Pattern[str]
    marker: re.Pattern[str]
    correction: re.Pattern[str]
    iso: re.Pattern[str]
    points: re.Pattern[str]
    signs: re.Pattern[str]
    word: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """Compiled at first use: recall never extracts."""
    hour, half = r"([01]?\d|2[0-3]):([0-5]\d)", r"(?: ?([AaPp])\.?[Mm]\b\.?)?"
    clock = rf"{hour}(?::[0-5]\d)?{half}"
    bracketed = rf"\[{hour}{half}\]"  # with seconds it is a position in a recording (rule 4)
    name = r"[^\W\d_a-z][\w.'’-]{0,30}(?: [^\W\d_a-z][\w.'’-]{0,30})?"
    noun = (
        r"corrections?|correcting|corrected|correct that|erratum|i was wrong|i got (?:that|it) wrong|korrektur|"
        r"berichtigung|korrigiert|richtigstellung|ich lag falsch|rättelse|rättat|korrigering|jag hade fel|"
        r"rectification|rectificatif|corrigé|je me suis trompée?|corrección|correccion|corregido|me equivoqué|"
        r"correzione|correção|correctie|rettelse|исправление|تصحيح|更正|訂正|修正|정정"
    )
    return _Patterns(
        stamp=re.compile(
            rf"(?:{bracketed}|\*\*{clock}\*\*|`{clock}`|{clock})"
            r"(?:\s*[—–|:-]\s+|\s+(?![—–-])|$)(?!\d?\d:\d\d)"
        ),
        heading_time=re.compile(rf"\[?{clock}(?!\d)"),
        turn=re.compile(rf"(\*\*|__|\*|_)?({name})\1?:\1?\s+\S"),
        subject=re.compile(
            r"subject:\s*`?([\w-]{1,80}(?:\.[\w-]{1,80}){1,40})`?(?:\s*[—–:]\s*|\s+-{1,2}\s+)(?=\S)",
            re.IGNORECASE,
        ),
        code=re.compile(r"`[^`]*`"),
        tag=re.compile(r"(?<![\w&/#.])#([^\W\d_][\w-]{0,60}(?:/[\w-]{1,60}){0,8})"),
        link=re.compile(
            r"!?\[\[[^\[\]]{0,300}\]\]|!?\[[^\[\]]{0,300}\]\([^()\s]{0,2000}(?: \"[^\"]{0,200}\")?\)|"
            r"<?(?:https?|ftp|file|mailto):[^\s<>]{1,2000}>?"
        ),
        placeholder=re.compile(
            r"[*_]{0,3}(?:\([^()]{0,120}\)|\[(?:your|the|insert|fill|enter|add|name|date)\b[^\[\]]{0,80}\])[*_]{0,3}|"
            r"<(?!/)[^<>@:]{1,80}>|todo|tbd|tba|n/a|xxx+|\?{1,3}|[.…_–—-]{1,80}|_{2,80}",
            re.IGNORECASE,
        ),
        unfilled=re.compile(r"\{\{[^{}]{0,200}\}\}"),
        label=re.compile(r"(\*\*|__)?([^:*_.!?。]{1,40})\1?:\1?\s*"),
        box=re.compile(r"\[([^\w\[\]]|[xX])\](?:\s+|$)"),
        marker=re.compile(r"(?:[-*+•]|\d{1,9}[.)])?[ \t]{0,8}(?:\[[^\w\[\]xX]?[xX]?\])?[ \t]{0,8}"),
        correction=re.compile(
            rf"[*_]{{0,3}}(?:{noun})[*_]{{0,3}}(?P<about>(?:[^:：.!?\n]|(?<=\d)\.){{0,60}}?)\s?[:：][*_]{{0,3}}\s*",
            re.IGNORECASE,
        ),
        iso=re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{4})年(\d{1,2})月(\d{1,2})日"),
        points=re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})"),
        signs=re.compile(r"[^\W_]"),
        word=re.compile(r"[^\W_]+"),
    )


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
) -> Extraction:
    """Returns the candidates of one file, what was skipped, and what a person should look at.

    `path` is only named in problems; `document` is `parse(texts)`; `known_subjects` are subjects that the home
    already has; `actors` are names that lines may begin with. Never raises on any text; raises `BadSubject`
    if `owner` cannot begin a subject.
    """
    work = _Work(path, texts, document, owner, classify, actors, limits)
    work.index(known_subjects)
    work.run()
    return Extraction(tuple(work.candidates), tuple(work.skipped), tuple(work.problems))


class _Work:
    """One extraction under way."""

    __slots__ = (
        "actors",
        "candidates",
        "classify",
        "document",
        "known",
        "labels",
        "limits",
        "owner",
        "path",
        "patterns",
        "phrases",
        "problems",
        "segments",
        "skipped",
        "texts",
    )

    def __init__(
        self,
        path: str,
        texts: Sequence[str],
        document: Document,
        owner: str,
        classify: Classify,
        actors: Sequence[str],
        limits: Limits,
    ) -> None:
        self.path = path
        self.texts = texts
        self.document = document
        self.owner = parse_subject(owner, limits)
        self.classify = classify
        self.actors = {name.casefold() for name in (*actors, owner)}
        self.limits = limits
        self.patterns = _patterns()
        self.labels: dict[int, str] = {}  # block → what it says as the label of what stands under it
        self.candidates: list[Candidate] = []
        self.skipped: list[Skipped] = []
        self.problems: list[Problem] = []
        self.known: dict[str, set[str]] = {}  # last segment of a known subject → the subjects
        self.phrases: dict[str, dict[str, set[str]]] = {}  # the same for several words, by the first of them
        self.segments: dict[str, set[str]] = {}  # any segment → the subjects down to it

    def index(self, known_subjects: Sequence[str]) -> None:
        for subject in known_subjects:
            parts = subject.casefold().split(".")
            if len(parts) < 2 or parts[0] != self.owner or parts[-1] == UNSORTED:
                continue
            last = " ".join(self.patterns.word.findall(parts[-1]))
            first = last.partition(" ")[0]
            same = self.phrases.setdefault(first, {}) if first != last else self.known
            same.setdefault(last, set()).add(subject)
            for n in range(1, len(parts)):
                self.segments.setdefault(parts[n], set()).add(".".join([self.owner, *parts[1 : n + 1]]))

    # ---- which lines

    def run(self) -> None:
        """Rule 1: goes through the blocks in order; ranges that lie across blocks come first."""
        if self.document.frontmatter is not None:
            self.skip(self.document.frontmatter, "frontmatter")
        barred: dict[int, str] = {}
        for first, last in self.injected():
            self.skip((first, last), "injected")
            barred.update(dict.fromkeys(range(first, last + 1), "injected"))
        for first, last in self.private_keys():
            self.skip((first, last), "secret")
            self.secret(first)
            barred.update(dict.fromkeys(range(first, last + 1), "secret"))
        chat = self.chat()
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

    def injected(self) -> list[tuple[int, int]]:
        """What our own recall put in: a person's paste of it must not confirm what it came from."""
        found = []
        first = 0
        for number, text in enumerate(self.texts, 1):
            if "sapwood-memory" not in text:
                continue
            bare = self.patterns.code.sub("", text)
            if not first and "<sapwood-memory" in bare:
                first = number
            if first and "</sapwood-memory>" in bare:
                found.append((first, number))
                first = 0
        if first:
            found.append((first, len(self.texts)))
        return found

    def private_keys(self) -> list[tuple[int, int]]:
        """PEM blocks, which lie across whatever blocks Markdown makes of them."""
        found = []
        first = 0
        for number, text in enumerate(self.texts, 1):
            if "-----" not in text or "PRIVATE KEY-----" not in text:
                continue
            if "-----BEGIN " in text and "-----END " not in text:
                first = first or number
            elif first and "-----END " in text:
                found.append((first, number))
                first = 0
        return found

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

    def chat(self) -> set[int]:
        """Blocks that are turns of a pasted chat: three or more in a row, without times.

        `Mood: good`, `Sleep: 7 h`, `Lunch: soup` is the same shape. So the names must be known speakers, or at
        least two must occur of which one speaks again; in bullets, where such lists are common, only known
        speakers count.
        """
        found: set[int] = set()
        run: list[int] = []
        names: list[str] = []
        kind = ""
        for n, block in enumerate(self.document.blocks):
            turn = self.patterns.turn.match(block.text) if block.kind in ("plain", "bullet") else None
            adjacent = bool(run) and block.lines[0] - self.document.blocks[run[-1]].lines[1] <= 2
            if run and not (turn and adjacent and block.kind == kind):
                if self.is_chat(names, kind):
                    found.update(run)
                run, names = [], []
            if turn is not None:
                run.append(n)
                names.append(turn.group(2).casefold())
                kind = block.kind
        if self.is_chat(names, kind):
            found.update(run)
        return found

    def is_chat(self, names: list[str], kind: str) -> bool:
        different = set(names)
        if len(names) < 3 or len(different) < 2:
            return False
        speakers = len(different & (self.actors | _ROLES))
        if kind == "bullet":
            return speakers == len(different)
        return speakers >= 2 or len(different) < len(names)

    # ---- one item

    def item(self, block: Block, text: str, leads: bool) -> None:
        """Rules 2 to 7 for one list item or plain line; `leads`: other items stand under it."""
        masked, redacted = redact(text)  # rule 2
        if redacted:
            self.secret(block.lines[0])
        if block.kind == "task" and block.box not in _DONE:
            self.skip(block.lines, "task-open")
            return
        left = _unstruck(masked)
        if left is None:
            self.skip(block.lines, "struck")
            return
        text = left
        time, text = self.stamped(text)
        box = self.patterns.box.match(text)
        if box is not None:
            if box.group(1) not in _DONE:
                self.skip(block.lines, "task-open")
                return
            text = text[box.end() :]
            if time is None:
                time, text = self.stamped(text)
        reason = self.hollow(text, block, leads)
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

    def hollow(self, text: str, block: Block, leads: bool) -> str | None:
        """Why a text states nothing, None if it states something."""
        patterns = self.patterns
        if not text:
            return "empty"
        if text.startswith(">"):
            return "quote"
        value = text
        label = patterns.label.match(text)
        if label is not None:
            value = text[label.end() :]
            words = len(label.group(2).split())
            bold = label.group(1) is not None
            if not value and (leads or bold or words <= (2 if block.kind == "plain" else 4)):
                return "label" if leads else "template"
            if label.group(2).strip().casefold() == "todo":
                return "task-open" if value else "template"
        # "(rained all day)" is a statement; only after a label or in italics is it a blank to fill in.
        blank = value and patterns.placeholder.fullmatch(value)
        if blank and (value[0] != "(" or label is not None):
            return "template"
        if patterns.unfilled.search(patterns.code.sub("", text)):
            return "template"
        if patterns.signs.search(text) is None:
            return "empty" if MASK not in text else "secret"
        if not patterns.signs.search(text.replace(MASK, "")):
            return "secret"
        if "[" in text or ":" in text:
            without = patterns.link.sub("", text)
            if without != text and patterns.signs.search(without) is None:
                return "link-only"
        return None

    def stamped(self, text: str) -> tuple[str | None, str]:
        """Rule 4: the leading time as HH:MM, and the text after it. A span of times stays in the text."""
        found = self.patterns.stamp.match(text)
        if found is None:
            span = self.patterns.heading_time.match(text)
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
        if redacted or not self.patterns.marker.fullmatch(quote.removesuffix(block.text)):
            quote, hidden = redact(quote)  # else it is a marker and the text that was searched before
        if hidden and not redacted:  # it stands in what is cut out of the text, or lies across lines
            self.secret(block.lines[0])
        quote = "\n".join([line.rstrip() for line in quote.split("\n")])
        if len(quote) > self.limits.quote_characters:
            quote = quote[: self.limits.quote_characters - 1] + _CUT
        tags = self.tags(text)
        subject, text = self.subject(block, text, context, tags)
        actor, said = self.actor(text, timed=timed)
        self.candidates.append(
            Candidate(
                block.lines,
                text,
                quote,
                subject,
                actor,
                time,
                self.correction(said),
                tags,
                max(redacted, hidden),
            )
        )

    def heading_time(self, headings: Sequence[str]) -> str | None:
        for title in reversed(headings):
            found = self.patterns.heading_time.match(title)
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
        found = self.patterns.turn.match(text)
        if found is None:
            return None, text
        name = found.group(2)
        after = text[found.end() - 1 :]
        if name.casefold() in self.actors:
            return name, after
        if not timed or " " in name or after[0].isdigit() or " " not in after.strip():
            return None, text
        if self.correction(text) is not None or self.classify(name, ()) is not None:
            return None, text
        return name, after

    # ---- about what

    def subject(self, block: Block, text: str, context: Sequence[str], tags: Sequence[str]) -> tuple[str, str]:
        """Rule 6: the subject, and the text without a `subject:` before it."""
        named = self.patterns.subject.match(text)
        if named is not None:
            try:
                return self.owned(named.group(1)), text[named.end() :]
            except BadSubject as error:
                self.problems.append(Problem(self.path, block.lines[0], "subject", str(error)))
        for tag in tags:
            subject = self.tagged(tag)
            if subject is not None:
                return subject, text
        topic = self.classify(text, context)
        if topic is not None:
            return self.owned(topic), text
        return self.familiar(text) or f"{self.owner}.{UNSORTED}", text

    def owned(self, path: str) -> str:
        """`path` as a subject of the owner, whether or not it names the owner. Raises BadSubject."""
        first, _, rest = path.partition(".")
        named = rest != "" and first.casefold() == self.owner
        return parse_subject(path if named else f"{self.owner}.{path}", self.limits)

    def tagged(self, tag: str) -> str | None:
        path = tag.casefold().replace("/", ".")
        known = self.segments.get(path.rpartition(".")[2], set())
        inside = {subject for subject in known if subject.endswith(f".{path}")}
        if len(inside) == 1:
            return inside.pop()
        topic = self.classify(tag.replace("/", " ").replace("-", " "), ())
        return None if topic is None else self.owned(topic)

    def familiar(self, text: str) -> str | None:
        """The known subject whose last word stands in the text; two different ones would be a guess."""
        if not self.known and not self.phrases:
            return None
        words = self.patterns.word.findall(text.casefold())
        line = f" {' '.join(words)} "
        found: set[str] = set()
        for word in set(words):
            found |= self.known.get(word, set())
            for phrase, subjects in self.phrases.get(word, {}).items():
                if f" {phrase} " in line:
                    found |= subjects
        return found.pop() if len(found) == 1 else None

    def tags(self, text: str) -> tuple[str, ...]:
        """Words after `#`, in order, once each: no colours, no numbers, nothing in code or addresses."""
        if "#" not in text:
            return ()
        plain = self.patterns.link.sub(" ", self.patterns.code.sub(" ", text))
        found: dict[str, None] = {}
        for match in self.patterns.tag.finditer(plain):
            tag = match.group(1).rstrip("-")
            if not self.is_colour(tag):
                found[tag] = None
        return tuple(found)

    def is_colour(self, tag: str) -> bool:
        """`#ff8800` is one; `#fff` too; of letters alone only where they repeat, and `#dad` is not if we know it."""
        if len(tag) not in (3, 4, 6, 8) or not set(tag.casefold()) <= set("0123456789abcdef"):
            return False
        if not tag.isalpha():
            return True
        return len(set(tag.casefold())) <= 2 and self.tagged(tag) is None

    def correction(self, text: str) -> Correction | None:
        """Rule 7. The date may stand before the colon, or the colon may be missing after a date."""
        found = self.patterns.correction.match(text)
        if found is not None:
            return Correction(self.date(found.group("about")), text[found.end() :])
        head = text[:80]
        dated = self.patterns.iso.search(head)
        if dated is not None:
            bare = self.patterns.correction.match(text[: dated.end()] + ": ")
            if bare is not None:
                return Correction(self.date(dated.group()), text[dated.end() :].lstrip(" ,;—–-"))
        return None

    def date(self, text: str) -> str | None:
        found = self.patterns.iso.search(text)
        if found is not None:
            year, month, day = [group for group in found.groups() if group is not None]
        else:
            found = self.patterns.points.search(text)
            if found is None:
                return None
            day, month, year = found.groups()
        if not 1 <= int(month) <= 12 or not 1 <= int(day) <= _days(int(year), int(month)):
            return None
        return f"{int(year):04}-{int(month):02}-{int(day):02}"


def _days(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


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


def _unstruck(text: str) -> str | None:
    """The text without what is struck out; None if nothing is left of it."""
    for tag in ("<del>", "</del>", "<s>", "</s>"):
        if tag in text:
            text = text.replace(tag, "~~")
    if "~~" not in text:
        return text.strip()
    parts = text.split("~~")
    kept = parts[0::2]
    if len(parts) % 2 == 0:  # a mark without its second: what follows stands as it is written
        kept.append("~~" + parts[-1])
    left = " ".join([part.strip() for part in kept if part.strip()])
    left = left.strip() if parts[0].strip() else left.lstrip(" ,;:.–—-→").rstrip()
    if not any(character.isalnum() for character in left):
        return None
    return left
