"""What the lanes of one answer share: the question, the files read for it, what was found out on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sapwood.disk.home import Home
from sapwood.lanes.question import Question
from sapwood.lanes.withheld import Withheld
from sapwood.layers import citations, marks
from sapwood.reading import Reading

if TYPE_CHECKING:
    from sapwood.gate.ledger import Ledger

Item = dict[str, Any]
_POOL = 6  # candidates looked at for each answer wanted: proof and folding may drop some; four times more if they did


class Look:
    """One answer being made. `notices` is what to say of what was left out; `agrees` turns False where the index does
    not say what the log proves."""

    __slots__ = ("_ledger", "agrees", "home", "notices", "question", "reading", "shelf", "withheld")

    def __init__(self, home: Home, reading: Reading, question: Question) -> None:
        self.home, self.reading, self.question = home, reading, question
        self.notices: list[str] = []
        self.agrees = True
        self.shelf = shelf_of(home, reading)
        self.withheld = Withheld(reading, self.decisions)
        self._ledger: Ledger | None = None

    def decisions(self) -> Ledger | None:
        """What a person decided, as far as the question reaches; None where no log holds a decision."""
        if not any(log.state.decided for log in self.reading.logs):
            return None
        return self.ledger()

    def ledger(self) -> Ledger:
        """The same, where it is needed although there may be none: it says by which root trust is judged."""
        from sapwood.gate import root  # noqa: PLC0415 - a home where nobody decided anything pays nothing
        from sapwood.gate.ledger import Ledger  # noqa: PLC0415

        if self._ledger is None or self._ledger.reading is not self.reading:
            known = self.question.known
            holds = known.holds if known is not None else None
            self._ledger = Ledger(self.reading, root.load(self.home.places, self.question.root), holds=holds)
        return self._ledger

    def trust_said(self) -> list[str]:
        """By which root trust was judged, where that matters to the answer; what it could not prove."""
        if self._ledger is None:
            return []
        said = [self._ledger.root.said]
        if self._ledger.unproven:
            said.append(f"{self._ledger.unproven} decision(s) cannot be proven: nothing is served as approved")
        return said + [str(problem) for problem in self._ledger.root.problems]

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
