"""A person's years, made from a seed: the lines of their days, what was observed of them, and their own files.

Every word comes from the lists in this file. The same seed, size and last day give the same bytes, whatever machine
they are made on. `plan` decides all of it without a disk; `World` fills a home with it through the product itself:
days in the archive, observations in batches, corrections, forgetting, and a consolidation that withers what faded.
"""

from __future__ import annotations

import datetime
import fcntl
import json
import math
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

VERSION = 1  # of what this file makes: a home made by another version is made again
OWNER, ZONE = "joshua", "Europe/Berlin"
SUBSTRATE = "long-term"

# Of all marks: served now, faded by the clock since the last consolidation, replaced, forgotten; the rest is withered.
ACTIVE, FADED, SUPERSEDED, FORGOTTEN = 0.05, 0.02, 0.005, 0.002
MOST_SUPERSEDED, MOST_FORGOTTEN = 200, 20  # each is a change of its own, and forgetting reads every day
CONFIRMED = 0.3  # of the active marks: said again on another day
RECENT = 7  # days that are not consolidated yet
STAYS = 62  # days that an active mark stays so after the last day, so that a home can be used again
FLOOR = 0.1  # strength under which a mark is withered; the product's default
HALF_LIVES = (0.1, 0.25, 1.0, 3.0, 7.0, 14.0, 30.0, 60.0, 90.0, 180.0, 365.0, 730.0, 2000.0)
STRENGTHS = (0.6, 0.6, 0.6, 0.8, 1.0)
DAY = 86_400.0

WHO = (
    "Mara|Jonas|Lena|Okan|Pia|Tomas|Ines|Ruben|the neighbour|my sister|the nephew|Grandma|the plumber|the dentist|"
    "the landlord|a colleague|the tutor|our cousin|the baker|Uncle Emil|the new trainee|the caretaker|the choir leader|"
    "the postman|the electrician|an old friend"
).split("|")
WHERE = (
    "in the kitchen|in the cellar|on the balcony|at the market|by the river|in the office|at the station|in the attic|"
    "at the library|behind the shed|in the hallway|at the harbour|in the back room|near the bridge|at the clinic|"
    "under the stairs|in the laundry|at the garage|on the terrace|in the reading corner"
).split("|")
WHEN = (
    "before breakfast|after lunch|late in the evening|during the storm|on the way home|between two calls|at noon|"
    "right after work|while it rained|in the first hour|just before closing|after the news|at sunrise|over coffee|"
    "while waiting|for the third time|as planned|earlier than usual"
).split("|")
WHY = (
    "because the old one broke|since the weather turned|to save some money|so that it lasts longer|as agreed last week|"
    "because nobody else had time|to keep the peace|after reading about it|since it hurt less|although it was late|"
    "as the manual says|because it was on sale|to try something new|in spite of the noise|and it worked at once|"
    "but it did not last|and wrote the result down|without any trouble|with more effort than expected|and was glad of it"
).split("|")

# subject → (sentence patterns, things): `{a}` and `{b}` are things of the topic, `{n}` is a number.
TOPICS: dict[str, tuple[str, str]] = {
    "food.vegetables": (
        "Ate {a} with {b}|{a} went down better than {b}|No {a} left, bought {n} bunches|Roasted {a} for {n} minutes|"
        "Mixed {a} into the soup|Left the {a} on the plate|Steamed {a} and {b} together|Planted {a} beside the {b}",
        "carrots|fennel|broccoli|spinach|beetroot|leeks|parsnips|courgettes|kale|peas|green beans|celery|cauliflower|"
        "pumpkin|radishes|chard|aubergines|turnips|asparagus|sweetcorn",
    ),
    "food.baking": (
        "Baked {a} with {n} grams of {b}|The {a} needs {n} minutes more|{a} came out flat without {b}|"
        "Let the {a} rest for {n} minutes|Swapped {b} for {a}|Gave half of the {a} away",
        "rye bread|the sourdough|buns|flatbread|the poppy cake|wholemeal flour|spelt|molasses|dry yeast|crumble|"
        "shortcrust|cinnamon rolls|caraway|oat biscuits|the starter|cardamom|a braided loaf|semolina",
    ),
    "home.repairs": (
        "Fixed the {a} with {n} screws|The {a} drips again near the {b}|Replaced the {a}, {n} euros|"
        "{a} and {b} need a second coat|Ordered a part for the {a}, number {n}|Tightened the {a} until it stopped",
        "tap|boiler|gutter|door hinge|window frame|radiator|fuse box|washing machine|shelf bracket|blind|drain|"
        "toilet seat|floorboard|kettle|extractor hood|light switch|letterbox|stair rail|skirting board|thermostat",
    ),
    "home.garden": (
        "Cut back the {a} by {n} centimetres|The {a} grows over the {b}|Watered {a} and {b}|Moved the {a} into shade|"
        "Counted {n} buds on the {a}|Snails ate the {a}",
        "hedge|roses|lavender|apple tree|compost heap|tomato bed|ivy|clematis|raspberries|herb spiral|lawn edge|"
        "rain barrel|fig tree|dahlias|mint|bean poles|cold frame|wild strip|plum tree|tulips",
    ),
    "work.meetings": (
        "Moved the {a} to {n} past nine|The {a} ran {n} minutes over|Agreed on the {b} in the {a}|"
        "Nobody had read the {b} before the {a}|Wrote {n} notes in the {a}|Skipped the {a} for the {b}",
        "weekly round|planning hour|retrospective|budget talk|hiring panel|roadmap draft|status page|customer call|"
        "design review|stand-up|quarterly plan|risk list|steering group|onboarding hour|agenda|minutes|vendor meeting",
    ),
    "work.invoices": (
        "Sent invoice {n} for the {a}|The {a} was paid after {n} days|Reminder number {n} about the {a}|"
        "Split the {a} into two parts|Tax on the {a} was wrong, {b} was right|Filed the {a} with the {b}",
        "printer lease|workshop|translation|server rent|travel costs|office chairs|consulting week|licence renewal|"
        "phone contract|catering|paper order|trade fair stand|insurance|courier|training day|deposit",
    ),
    "code.tests": (
        "The {a} fails one time in {n}|Wrote {n} cases for the {a}|The {a} hides a race with the {b}|"
        "Made the {a} run in {n} seconds|Deleted the {a}, the {b} covers it|Seeded the {a} with {n}",
        "parser suite|login fixture|nightly run|snapshot check|property test|retry helper|clock stub|smoke test|"
        "coverage gate|query builder|cache layer|queue worker|token refresh|upload path|date picker|import job",
    ),
    "code.releases": (
        "Tagged release {n} with the {a}|Rolled the {a} back after {n} minutes|The {b} waits for the {a}|"
        "Changelog misses the {a}|Shipped the {a} behind a flag|Branch {n} holds the {a} and the {b}",
        "index change|search page|billing fix|new editor|export door|migration|mobile build|rate limit|dark theme|"
        "audit trail|webhook|settings page|sync client|plugin loader|mail template|backup job",
    ),
    "code.bugs": (
        "Bug {n}: the {a} forgets the {b}|The {a} loops when the {b} is empty|Found the leak in the {a}, {n} handles|"
        "The {a} rounds {n} wrongly|A missing lock in the {a} tore the {b}|The {a} swallows errors of the {b}",
        "scheduler|thread pool|session store|file watcher|tokenizer|renderer|form state|socket|timer|undo stack|"
        "thumbnail cache|locale switch|search box|progress bar|diff view|clipboard|print dialog|login page",
    ),
    "music.choir": (
        "Choir rehearsal: {a}, bar {n}|The altos lost the {a}|Sang {a} before the {b}|The choir learns {a} by heart|"
        "Rehearsal moved, {n} singers came|The {a} is too high in bar {n}",
        "the evening hymn|a round in four parts|the spring song|the long Amen|the lullaby|the second motet|"
        "the harvest piece|the folk setting|the opening chord|the warm-up scale|the short mass|the sea song|the canon|"
        "the encore",
    ),
    "sleep.bedtime": (
        "Asleep {n} minutes after ten|Woke {n} times, {a}|Read in bed with {a}|{a} and then slept at once|"
        "No screen after nine, {a}|Nap of {n} minutes, {a}",
        "warm milk|the window open|an extra blanket|ear plugs|the small lamp|no coffee after two|a short walk|"
        "the radio off|cold feet|a heavy dinner|slow breathing|the new pillow|rain on the roof|the dog beside me",
    ),
    "health.knee": (
        "The knee held for {n} steps, {a}|Did {n} of the {a}|Swelling went down with {a}|Skipped {a}, the knee pulled|"
        "{a} twice, then {b}|The knee clicked during {a}",
        "squats|heel slides|ice packs|the elastic band|stair climbing|stretching|the foam roller|a brace|bridges|"
        "slow cycling|step-ups|massage|rest|wall sits",
    ),
    "family.school": (
        "The {a} is due on page {n}|Signed the slip for the {a}|Practised {a} for {n} minutes|{a} went better than {b}|"
        "Forgot the {a} on the bus|Grade for the {a} came, {n} points",
        "maths sheet|swimming test|class trip|reading log|science poster|spelling list|recorder piece|gym bag|"
        "geography map|parents' evening|project week|times tables|school play|art folder",
    ),
    "travel.trains": (
        "The {a} left {n} minutes late|Changed from the {a} to the {b}|Seat {n} on the {a}|Missed the {a} by a minute|"
        "The {a} was full until the {b}|Booked the {a} for {n} euros",
        "night train|regional line|early express|airport link|coast line|last connection|ferry train|slow train|"
        "border stop|sleeper coach|tram to the depot|replacement bus|mountain railway|Friday express",
    ),
    "money.bills": (
        "Paid {n} euros for {a}|{a} went up by {n} percent|Cancelled {a}, kept {b}|Refund of {n} euros for {a}|"
        "Put {n} euros aside for {a}|Compared {a} with {b}",
        "electricity|water|the broadband|car insurance|the gym|rent|the newspaper|heating oil|the cloud storage|"
        "the season ticket|home insurance|the dentist's bill|the phone plan|parking",
    ),
    "books.reading": (
        "Read {n} pages of {a}|Put {a} away after page {n}|{a} reminds me of {b}|Lent {a} to a friend|"
        "Finished {a} on page {n}|Marked a line in {a}, page {n}",
        "the island novel|the history of salt|a book on knots|the long letters|the bee book|the winter diary|"
        "the atlas of rivers|the detective story|the essay on silence|the cookbook|the poet's notebook|"
        "the railway stories|the book of storms|the gardener's year",
    ),
    "sport.cycling": (
        "Rode {n} kilometres to the {a}|Flat tyre near the {a}|New chain after {n} kilometres|"
        "The climb to the {a} took {n} minutes|Turned back at the {a}|Loop over the {a} and the {b}",
        "old mill|lake road|ridge path|quarry|ferry landing|watchtower|gravel track|border stone|vineyard|reservoir|"
        "forest hut|canal lock|high pasture|monastery",
    ),
}
SLUGS = (
    "house garden kitchen workshop money travel family health music reading work projects tools rules contacts".split()
)
RARE = "sextant"
RARE_LINES = (
    "Found Grandma's brass sextant in the attic, wrapped in oilcloth",
    "The sextant needs a new mirror, the optician knows someone",
    "Lent the sextant to the museum until spring, receipt in the blue folder",
)


class Query(NamedTuple):
    """A fixed question; `words` are what an FTS5 query has to look for."""

    name: str
    text: str
    words: tuple[str, ...]


QUERIES = (
    Query("common word", "kitchen", ("kitchen",)),
    Query("rare word", RARE, (RARE,)),
    Query("two words", "choir rehearsal", ("choir", "rehearsal")),
    Query(
        "phrase-like question",
        "what did the plumber say about the dripping kitchen tap?",
        ("plumber", "say", "dripping", "kitchen", "tap"),
    ),
    Query("nonsense", "qwxzv blorptang", ("qwxzv", "blorptang")),
)


class Line(NamedTuple):
    """One line of a day and what is observed of it. `fate` is what it is to be at the end; `again` says an older
    active one once more; `rewrite` is what a superseded one is corrected to."""

    fate: str
    day: datetime.date
    minute: int
    subject: str
    text: str
    initial: float
    half_life_days: float
    rewrite: str = ""

    @property
    def at(self) -> float:
        """Seconds since 1970 of the line; the few hours that a zone makes do not matter here."""
        return instant(self.day) + self.minute * 60.0


def instant(day: datetime.date) -> float:
    """Midnight UTC of a day."""
    return datetime.datetime(day.year, day.month, day.day, tzinfo=datetime.UTC).timestamp()


class Speaker:
    """Sentences that all differ, from one source of chance. With `note` they are numbered from there on, so that they
    also differ from what a plan holds, which has no such numbers."""

    def __init__(self, rng: random.Random, note: int = 0) -> None:
        self.rng = rng
        self.note = note
        self.said: set[str] = set()

    def sentence(self, topic: str = "") -> tuple[str, str]:
        """(subject, text) that was not said before."""
        while True:
            subject = topic or self.rng.choice(tuple(TOPICS))
            text = self._compose(subject)
            if self.note:
                self.note += 1
                text += f", note {self.note}"
            key = "".join(char for char in text.lower() if char.isalnum())
            if key not in self.said:
                self.said.add(key)
                return f"{OWNER}.{subject}", text

    def _compose(self, topic: str) -> str:
        rng = self.rng
        patterns, things = (part.split("|") for part in TOPICS[topic])
        a, b = rng.sample(things, 2)
        head = rng.choice(patterns).format(a=a, b=b, n=rng.randint(2, 480))
        parts = [head[0].upper() + head[1:]]
        if rng.random() < 0.45:
            parts.append(f"with {rng.choice(WHO)}" if rng.random() < 0.7 else f"and told {rng.choice(WHO)}")
        if rng.random() < 0.6:
            parts.append(rng.choice(WHERE))
        if rng.random() < 0.5:
            parts.append(rng.choice(WHEN))
        text = " ".join(parts)
        return f"{text}, {rng.choice(WHY)}" if rng.random() < 0.4 else text


class Plan(NamedTuple):
    """All lines by day, oldest first, and the instants of the story: `consolidated` is that of the last consolidation,
    `asked` that of the questions. `marks` counts the marks there will be, corrections among them."""

    seed: int
    marks: int
    end: datetime.date
    days: dict[datetime.date, tuple[Line, ...]]
    consolidated: float
    asked: float

    @property
    def lines(self) -> Iterator[Line]:
        """Every line, oldest first."""
        for lines in self.days.values():
            yield from lines

    @property
    def recent(self) -> datetime.date:
        """The first day that is not consolidated."""
        return self.end - datetime.timedelta(days=RECENT - 1)

    def fates(self) -> dict[str, int]:
        """How many lines have which fate."""
        counts: dict[str, int] = {}
        for line in self.lines:
            counts[line.fate] = counts.get(line.fate, 0) + 1
        return counts


def last_day(today: datetime.date) -> datetime.date:
    """The default last day of a world: that of the month before the day before yesterday's, so that a month's runs
    share their homes and the instant of the questions is past in every zone."""
    return (today - datetime.timedelta(days=2)).replace(day=1) - datetime.timedelta(days=1)


def can_be_asked(end: datetime.date, today: datetime.date) -> bool:
    """True where a world of that last day still has the marks it is made to have: commands read the real clock."""
    return datetime.timedelta(days=2) <= today - end <= datetime.timedelta(days=STAYS - 2)


def plan(seed: int, marks: int, end: datetime.date) -> Plan:
    """The lines of a person's years with `marks` marks in all."""
    rng = random.Random(f"{seed} plan {marks}")
    speaker = Speaker(rng)
    for text in RARE_LINES:
        speaker.said.add(text.lower())
    consolidated = instant(end - datetime.timedelta(days=RECENT)) + 23 * 3600.0
    asked = instant(end) + DAY
    superseded = max(1, min(MOST_SUPERSEDED, round(marks * SUPERSEDED)))
    forgotten = max(1, min(MOST_FORGOTTEN, round(marks * FORGOTTEN)))
    active, faded = round(marks * ACTIVE) - superseded, round(marks * FADED)
    span = min(max(marks // 30, 10), 1095)
    recent = min(marks // span * RECENT, (active + faded) // 2)
    young = min(recent * active // max(1, active + faded), active - len(RARE_LINES))
    clock = _Clock(end, span, consolidated, asked, rng)
    fates = [
        *(("active", True),) * young,
        *(("faded", True),) * (recent - young),
        *(("active", False),) * (active - young),
        *(("faded", False),) * (faded - (recent - young)),
        *(("superseded", False),) * superseded,
        *(("forgotten", False),) * forgotten,
    ]
    fates += [("withered", False)] * (marks - superseded - len(fates))
    made = [_line(clock, speaker, fate, young_one) for fate, young_one in fates]
    _plant(made)
    made += [again for line in made if (again := _confirmed(clock, line, rng)) is not None]
    days: dict[datetime.date, list[Line]] = {}
    for line in sorted(made, key=lambda each: (each.day, each.minute, each.text)):
        days.setdefault(line.day, []).append(line)
    return Plan(seed, marks, end, {day: tuple(lines) for day, lines in days.items()}, consolidated, asked)


class _Clock(NamedTuple):
    """Days, and half-lives that lead to a wanted fate."""

    end: datetime.date
    span: int
    consolidated: float
    asked: float
    rng: random.Random

    def day(self, young: bool) -> datetime.date:
        back = self.rng.randrange(RECENT) if young else self.rng.randint(RECENT + 2, RECENT + 2 + self.span)
        return self.end - datetime.timedelta(days=back)

    def half_life(self, fate: str, at: float, initial: float) -> float:
        """A half-life after which the fate comes about; of the usual ones where one fits."""
        halvings = math.log2(initial / FLOOR)
        then, now = (self.consolidated - at) / DAY / halvings, (self.asked - at) / DAY / halvings
        if fate in ("active", "superseded"):
            least = now + STAYS / halvings if fate == "active" else 2.0 * STAYS / halvings
            return self.rng.choice([each for each in HALF_LIVES if each > least][:3])
        if fate == "faded":
            return round((max(then, 0.0) + now) / 2, 3)
        return self.rng.choice([each for each in HALF_LIVES if each < then * 0.9])


def _line(clock: _Clock, speaker: Speaker, fate: str, young: bool) -> Line:
    subject, text = speaker.sentence()
    day, minute = clock.day(young), clock.rng.randint(6 * 60, 20 * 60)
    initial = clock.rng.choice(STRENGTHS)
    line = Line(fate, day, minute, subject, text, initial, 0.0)
    rewrite = speaker.sentence(subject.partition(".")[2])[1] if fate == "superseded" else ""
    return line._replace(half_life_days=clock.half_life(fate, line.at, initial), rewrite=rewrite)


def _plant(made: list[Line]) -> None:
    """Put the rare word into a few active marks that are not of the last days."""
    old = [at for at, line in enumerate(made) if line.fate == "active"][-len(RARE_LINES) :]
    for at, text in zip(old, RARE_LINES, strict=False):
        made[at] = made[at]._replace(subject=f"{OWNER}.family.heirlooms", text=text)


def _confirmed(clock: _Clock, line: Line, rng: random.Random) -> Line | None:
    """The same said again on a later day, for some of the active marks."""
    last = clock.end - datetime.timedelta(days=RECENT + 2)
    if line.fate != "active" or line.day >= last or rng.random() >= CONFIRMED:
        return None
    later = line.day + datetime.timedelta(days=rng.randint(1, (last - line.day).days))
    return line._replace(fate="again", day=later)


def day_text(day: datetime.date, lines: Sequence[Line]) -> tuple[str, list[int]]:
    """The file of a day, and the number of the line that each of `lines` stands on."""
    out, places, part = [f"# {day.isoformat()}", ""], [], ""
    for line in lines:
        named = ("Morning", "Afternoon", "Evening")[min(2, max(0, line.minute // 60 - 6) // 6)]
        if named != part:
            part = named
            out += [*([""] if out[-1] else []), f"## {named}", ""]
        out.append(f"- {line.minute // 60:02}:{line.minute % 60:02} {line.text}.")
        places.append(len(out))
    return "\n".join(out) + "\n", places


def batch(path: str, lines: Sequence[Line], places: Sequence[int]) -> list[str]:
    """What an agent observes of a day, a JSON object a line."""
    return [
        json.dumps(
            {
                "subject": line.subject,
                "observation": line.text,
                "evidence": f"{path}#L{place}",
                "initial_strength": line.initial,
                "half_life_days": line.half_life_days,
                "observed_at": f"{line.day.isoformat()}T{line.minute // 60:02}:{line.minute % 60:02}:00Z",
            }
        )
        for line, place in zip(lines, places, strict=True)
    ]


def substrate_file(seed: int, number: int) -> tuple[str, str]:
    """(name, text) of one of the person's own files: a title and a few sections. The first ones are the same however
    many there are."""
    rng = random.Random(f"{seed} substrate {number}")
    speaker = Speaker(rng)
    slug = rng.choice(SLUGS)
    out = [f"# {slug.capitalize()} {number}", ""]
    for _ in range(rng.randint(2, 4)):
        topic = rng.choice(tuple(TOPICS))
        out += [f"## {topic.partition('.')[2].capitalize()} {speaker.rng.choice(WHERE)}", ""]
        sentences = [speaker.sentence(topic)[1] for _ in range(rng.randint(2, 4))]
        out += [*(f"- {text}" for text in sentences), ""] if rng.random() < 0.5 else [". ".join(sentences) + ".", ""]
    if number % 400 == 7:
        out += ["## Instruments", "", "The sextant hangs beside the barometer and is wound with a soft cloth.", ""]
    return f"{slug}-{number:05}.md", "\n".join(out[:-1]) + "\n"


def day_of_size(seed: int, number: int, size_bytes: int) -> str:
    """The body of a day of about that size; days of different numbers say different things."""
    speaker = Speaker(random.Random(f"{seed} day {number}"), note=1_000_000 + number * 10_000)
    out, size, minute = [], 0, 6 * 60
    while size < size_bytes:
        out.append(f"- {minute // 60:02}:{minute % 60:02} {speaker.sentence()[1]}.")
        size += len(out[-1]) + 1
        minute = min(minute + 1, 23 * 60)
    return "\n".join(out) + "\n"


class World:
    """A home that holds a plan. It is made once under `work` and kept; `fresh` puts the kept state back, so that every
    run begins with the same home at the same path and what a run writes is gone afterwards."""

    def __init__(self, work: str, made: Plan, say: Callable[[str], None] = lambda _: None) -> None:
        self.plan, self.say = made, say
        name = f"world-{VERSION}-{made.seed}-{made.marks}-{made.end.isoformat()}"
        self.folder = os.path.join(os.path.realpath(work), name)
        self.home = os.path.join(self.folder, "live", "home")
        self.files = 0
        self.figures: dict[str, float] = {}

    @property
    def env(self) -> dict[str, str]:
        """The environment in which state and cache of the home lie beside it."""
        person = os.path.join(self.folder, "live")
        kinds = ("STATE", "CACHE", "DATA", "CONFIG")
        return {"HOME": person, **{f"XDG_{kind}_HOME": os.path.join(person, kind.lower()) for kind in kinds}}

    def memory(self, now: float | None = None) -> Any:
        """The product, opened on this home at an instant; by default with the real clock, as every command has it:
        whether a file is young is judged by the clock that wrote it."""
        from sapwood.memory import Memory

        os.environ.update(self.env)
        return Memory(self.home) if now is None else Memory(self.home, now=lambda: now)

    def fresh(self) -> None:
        """The home as it was made, without an index. Waits while another run has it."""
        os.makedirs(self.folder, exist_ok=True)
        self._lock = open(os.path.join(self.folder, "lock"), "w", encoding="utf-8")  # noqa: SIM115 - held to the end
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        kept, live = os.path.join(self.folder, "kept"), os.path.join(self.folder, "live")
        if not os.path.isdir(kept):
            self._make()
        shutil.rmtree(live, ignore_errors=True)
        shutil.copytree(kept, live)
        self.files = 0
        with open(os.path.join(self.folder, "figures.json"), encoding="utf-8") as file:
            self.figures = json.load(file)

    def grow(self, files: int) -> None:
        """Bring the person's own files up to a number; they are some days to a year old."""
        for number in range(self.files, files):
            name, text = substrate_file(self.plan.seed, number)
            path = self._write(os.path.join(SUBSTRATE, name), text)
            then = self.plan.asked - DAY * (2 + number * 37 % 300)
            os.utime(path, (then, then))
        self.files = max(self.files, files)

    def _write(self, shown: str, text: str) -> str:
        path = os.path.join(self.home, shown)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        return path

    def _make(self) -> None:
        live = os.path.join(self.folder, "live")
        shutil.rmtree(live, ignore_errors=True)
        os.makedirs(live)
        command = [*SAPWOOD, "init", self.home, "--owner", OWNER, "--time-zone", ZONE]
        subprocess.run(command, env=environment(self.env, self.folder), check=True, capture_output=True)
        start = time.perf_counter()
        rate = self._fill()
        figures = {"making_s": time.perf_counter() - start, "fill_marks_per_s": rate}
        shutil.rmtree(os.path.join(live, "cache"), ignore_errors=True)
        with open(os.path.join(self.folder, "figures.json"), "w", encoding="utf-8") as file:
            json.dump(figures, file)
        os.rename(live, os.path.join(self.folder, "kept"))

    def _fill(self) -> float:
        made = self.plan
        old = {day: lines for day, lines in made.days.items() if day < made.recent}
        new = {day: lines for day, lines in made.days.items() if day >= made.recent}
        seen, took = self._observe(old, "daily/archive", made.consolidated)
        memory = self.memory(made.consolidated)
        changed = [(line, found) for line, found in seen if line.fate in ("superseded", "forgotten")]
        self.say(f"correcting and forgetting {len(changed)} marks")
        for line, found in changed:
            if line.fate == "superseded":
                memory.correct(found.id, line.rewrite)
            else:
                memory.forget(found.id)
        self.say("consolidating: what faded is withered")
        memory.consolidate(before_today=True)
        later, more = self._observe(new, "daily", made.asked)
        return (len(seen) + len(later)) / (took + more)

    def _observe(
        self, days: dict[datetime.date, tuple[Line, ...]], folder: str, now: float, at_once: int = 10_000
    ) -> tuple[list[tuple[Line, Any]], float]:
        """Write the days into a folder and observe their lines; (each line with its outcome, seconds of observing)."""
        memory = self.memory(now)
        seen: list[tuple[Line, Any]] = []
        lines: list[Line] = []
        given: list[str] = []
        took = 0.0
        for day, said in days.items():
            text, places = day_text(day, said)
            path = self._write(f"{folder}/{day.isoformat()}.md", text)
            os.utime(path, (instant(day) + DAY, instant(day) + DAY))
            lines += said
            given += batch(f"{folder}/{day.isoformat()}.md", said, places)
            if len(given) >= at_once or day == max(days):
                start = time.perf_counter()
                outcomes = memory.observe_batch(given)
                took += time.perf_counter() - start
                seen += zip(lines, outcomes, strict=True)
                self.say(f"observed {len(seen)} lines of {folder}")
                lines, given = [], []
        refused = [found for _, found in seen if found.status not in ("created", "reinforced")]
        if refused:
            raise SystemExit(f"{len(refused)} lines were not taken, the first since {refused[0].message!r}")
        return seen, took


def environment(own: Mapping[str, str], folder: str) -> dict[str, str]:
    """The environment of a command: compiled modules are kept, as an installed package has them, beside the home."""
    given = {name: value for name, value in os.environ.items() if not name.startswith("SAPWOOD_")}
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    return {**given, **own, "PYTHONPYCACHEPREFIX": os.path.join(folder, "pycache")}


SAPWOOD = (sys.executable, "-c", "from sapwood.doors.start import main; main()")


def lies_under(subject: str, prefix: str) -> bool:
    """True where a subject is a prefix or goes on from it by whole segments."""
    return subject == prefix or subject.startswith(prefix + ".")


def fullest(made: Plan, most: int = 1_000) -> str:
    """The subject prefix below the owner with the most active marks under it, but not more than `most`."""
    subjects = [line.subject for line in made.lines if line.fate == "active"]
    names = {".".join(subject.split(".")[:length]) for subject in subjects for length in (2, 3)}
    held = {name: sum(lies_under(subject, name) for subject in subjects) for name in names}
    return max((name for name in held if held[name] <= most), key=lambda name: (held[name], name))
