"""What the lanes of one answer share: the question, the files read for it, what was found out on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sapwood.disk.home import Home
from sapwood.lanes.question import Question
from sapwood.lanes.withheld import Withheld
from sapwood.layers import citations, marks
from sapwood.reading import Reading

Item = dict[str, Any]
_POOL = 6  # candidates looked at for each answer wanted: proof and folding may drop some; four times more if they did


class Look:
    """One answer being made. `notices` is what to say of what was left out; `agrees` turns False where the index does
    not say what the log proves."""

    __slots__ = ("agrees", "home", "notices", "question", "reading", "shelf", "withheld")

    def __init__(self, home: Home, reading: Reading, question: Question) -> None:
        self.home, self.reading, self.question = home, reading, question
        self.notices: list[str] = []
        self.agrees = True
        self.shelf = shelf_of(home, reading)
        self.withheld = Withheld(reading)

    def pooled(self, find: Callable[[int], tuple[list[Item], bool]]) -> list[Item]:
        """What a look at the best candidates gives (`find(number) -> (items, whether there were no more)`), from four
        times as many where too few of them could be shown."""
        pool = self.question.k * _POOL
        while not self.question.nothing:
            said = list(self.notices)
            items, was_all = find(pool)
            if was_all or len(items) >= self.question.k:
                return items
            self.notices[:] = said
            pool *= 4
        return []

    def first(self, items: Iterable[Item | None]) -> list[Item]:
        """The first k items that are any."""
        kept: list[Item] = []
        for item in items:
            if item is not None:
                kept.append(item)
                if len(kept) == self.question.k:
                    break
        return kept


def shelf_of(home: Home, reading: Reading) -> citations.Shelf:
    """The files that evidence names, for one answer."""
    rules = reading.index.rules
    return citations.Shelf(
        home.places, home.config.limits, rules.salt,
        lambda source: marks.cites(reading.index.db, rules.workspace, source),
    )  # fmt: skip
