"""sapwood demo: the road on a sample, with its own home and its own clock; nothing of yours is touched."""

from __future__ import annotations

import os
import shutil
import tempfile

from sapwood.core import instant
from sapwood.doors import render
from sapwood.errors import BadArgument
from sapwood.memory import Memory
from sapwood.verbs import init

SAMPLE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "sample")
OWNER, ZONE = "noor", "Europe/Stockholm"
NIGHT, MORNING = "2026-11-12T22:58:00Z", "2026-11-13T07:30:00Z"


def walk(to: render.Screen, keep: str | None = None) -> int:
    """Walk it; 0 where every step did what it says. `keep` is a folder to leave the home in."""
    if keep is not None and os.path.exists(keep):
        raise BadArgument("--keep", keep, "a folder that is not there yet")
    with tempfile.TemporaryDirectory(prefix="sapwood-demo-") as folder:
        home = os.path.abspath(keep) if keep is not None else os.path.join(folder, "noor")
        shutil.copytree(SAMPLE, home)
        for path, _, names in os.walk(home):  # an installed package may be read only; the copy is the person's
            for name in [".", *names]:
                os.chmod(os.path.join(path, name), 0o755 if name == "." else 0o644)
        return _Walk(to, home).run()


class _Walk:
    def __init__(self, to: render.Screen, home: str) -> None:
        self.to, self.home, self.instant = to, home, instant.parse(NIGHT)

    def memory(self) -> Memory:
        return Memory(self.home, channel="cli", now=lambda: self.instant)

    def step(self, words: str, command: str) -> None:
        self.to.say()
        self.to.say(self.to.paint(f"# {words}", "cyan"))
        self.to.say(self.to.paint(f"$ {command}", "bold"))

    def run(self) -> int:
        self.step("An invented person's notes and days become a home.", "sapwood init --owner noor")
        substrate = ("long-term", "SOUL.md", "USER.md", "IDENTITY.md")
        made = init.init(self.home, owner=OWNER, time_zone=ZONE, substrate=substrate)
        there = sum(len(names) for _, _, names in os.walk(SAMPLE))
        self.to.say(f"{len(made.created)} things created beside {there} files that were there")
        self.jot()
        self.consolidate()
        found = self.recall()
        self.forget(found)
        return self.verify()

    def jot(self) -> None:
        text = "Ida brought beetroot; 45 min at 180°C was right"
        self.step("Late in the evening a line goes into today's file.", f'sapwood jot "{text}"')
        done = self.memory().jot(text)
        self.to.say(f"{done.path}:{done.line}  {done.text}")

    def consolidate(self) -> None:
        self.step(
            "At night the days become marks, each citing its line; the files move to the archive.",
            "sapwood consolidate",
        )
        self.instant = instant.parse(MORNING)
        report = self.memory().consolidate(before_today=True)
        created, reinforced, closed = (
            sum(getattr(day, key) for day in report.days) for key in ("created", "reinforced", "superseded")
        )
        totals = f"{created} marks created, {reinforced} confirmed again, {closed} replaced by a correction"
        self.to.say(f"{len(report.days)} files: {totals}")
        render.notes(
            self.to,
            [str(problem) for problem in [*report.problems, *(each for day in report.days for each in day.problems)]],
        )

    def recall(self) -> list[str]:
        self.step(
            "In the morning one question finds it all, beside what the person wrote by hand.",
            "sapwood recall noor.food",
        )
        found = self.memory().recall(about="noor.food", k=4)
        render.answer(self.to, {"marks": found.marks, "substrate": found.substrate}, found.notices, "noor.food")
        self.step("Free text works too.", 'sapwood recall "how long to cook vegetables"')
        found = self.memory().recall(query="how long to cook vegetables", k=3)
        render.answer(self.to, {"marks": found.marks, "substrate": found.substrate}, found.notices, "vegetables")
        ids = [item["id"] for item in found.marks]
        if ids:
            self.step("A mark, closely: its evidence, and how it fades.", f"sapwood mark show {render.short(ids[0])}")
            render.mark(self.to, self.memory().show(ids[0]))
        return ids

    def forget(self, ids: list[str]) -> None:
        if not ids:
            return
        self.step("What is forgotten stays away, and can be brought back.", f"sapwood forget {render.short(ids[-1])}")
        done = self.memory().forget(ids[-1])
        self.to.say(f"forgot {done.id}")
        self.step("And back.", f"sapwood restore {render.short(ids[-1])}")
        self.memory().restore(ids[-1])
        self.to.say(f"active again: {done.id}")

    def verify(self) -> int:
        self.step("Nothing was changed behind the log's back.", "sapwood verify")
        found = self.memory().verify()
        verdict = "all hold" if found.code == 0 else str(found.findings)
        self.to.say(f"{found.leaves} leaves and {found.values} values hashed: {verdict}")
        counts = self.memory().status()["marks"]
        self.to.say(f"{counts['active']} active marks, {counts['superseded']} superseded")
        return int(found.code)
