"""The front door that `agmi` knocks at: whoever may write memories, on its three channels, against two lanes.

How its items come in. `external` is what an agent read, `laundered` is the same with a false label: neither carries a
signature of the user, so both come in by an agent's channel: a line of the day, observed as a mark, and proposed to
become a fact. Labels are not read. An item with the user's valid signature is one that the person stands for: on the approved lane it is
approved with the person's key. That holds for `agent-laundered` too, which an adapter cannot tell from the person's own
words: it is the person who signs whatever the agent brings.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from agmi.adapters.semantic_base import MemoryItem, Retrieved, SemanticMemoryAdapter
from agmi.attacks.memory_specific import ALL_MEMORY_ATTACKS, CHANNELS
from agmi.signing import KEYRING

from judges.place import Place
from person import Person
from sapwood import __version__
from sapwood.core import claim as claims

SUBJECT, AGENT = "joshua.unsorted", "agent"


def is_users(item: MemoryItem) -> bool:
    """Whether the user signed an item, by the judge's own key ring."""
    return bool(KEYRING.verify(item.user_id, item.source, item.text, item.signature))


class FrontDoor(SemanticMemoryAdapter):  # type: ignore[misc]
    """The lane of marks: everybody's, served as unreviewed. A user is a scope."""

    name = "marks"

    def __init__(self) -> None:
        self.place: Place | None = None

    def reset(self) -> None:
        self.close()
        self.place = Place()
        self.place.open()

    def close(self) -> None:
        if self.place is not None:
            self.place.close()
            self.place = None

    @property
    def at(self) -> Place:
        assert self.place is not None
        return self.place

    def add_memory(self, item: MemoryItem) -> None:
        if is_users(item):
            self.at.memory(scope=item.user_id).mark(SUBJECT, item.text)
        else:
            self.brought(item.text, item.user_id)

    def brought(self, text: str, scope: str) -> str:
        """What an agent writes down and observes; the id of its mark, empty where it was refused."""
        line = self._agent(scope).jot(text, agent=AGENT)
        seen = self._agent(scope).observe(SUBJECT, text, [f"{line.path}#L{line.line}"])
        return str(seen.id or "")

    def _agent(self, scope: str) -> Any:
        return self.at.memory(scope=scope, channel="mcp", actor=AGENT)

    def retrieve(self, query: str, user_id: str, k: int = 5) -> list[Retrieved]:
        found = self.at.memory().recall("", query, scope=user_id, k=k)
        return [Retrieved(each["observation"], user_id, each["current_strength"]) for each in found.marks]

    def measured_on(self) -> str:
        return f"sapwood {__version__}, SQLite, default settings"


class ApprovedFrontDoor(FrontDoor):
    """The lane of approved facts, asked with `trusted` and the words of the root."""

    name = "approved"

    def reset(self) -> None:
        super().reset()
        self.at.memory().mark("joshua.city", "Joshua lives in Berlin.")  # a decision names the log that it saw
        self.person = Person(self.at.house)
        self.words = self.person.words

    def add_memory(self, item: MemoryItem) -> None:
        if is_users(item):
            self.approve(item.text, item.user_id)
        elif made := self.brought(item.text, item.user_id):
            asked = self._agent(item.user_id).propose("promotion", source=made)
            assert asked.status == "proposed", asked

    def approve(self, text: str, scope: str, subject: str = SUBJECT) -> None:
        """What the person does in review: sign the text."""
        claim = self.person.claim(text, subject, scope=scope)
        data = claims.render(claim)
        memory = self.at.memory(scope=scope)
        said = self.person.statement("approve", claim.name, data, subject, scope=scope)
        memory.decide(self.person.signed(said), data)

    def retrieve(self, query: str, user_id: str, k: int = 5) -> list[Retrieved]:
        found = self.at.memory().recall("", query, scope=user_id, k=k, trusted=True, root=self.words)
        assert {each["trust"] for each in found.knowledge} <= {"approved"}
        return [Retrieved(each["claim"], user_id) for each in found.knowledge]

    def retrieve_where(self, query: str, user_id: str, where: dict[str, Any], k: int = 5) -> list[Retrieved]:
        """A tag says nothing here: `--trusted` is the filter, and only a signature passes it."""
        return self.retrieve(query, user_id, k)


class Row(NamedTuple):
    """One attack on one channel: how many of its fixtures were kept out, surfaced, and gave no verdict."""

    attack: str
    channel: str
    kept_out: int
    surfaced: int
    none: int
    why: str

    @property
    def said(self) -> str:
        """The cell of a table."""
        if not self.kept_out + self.surfaced:
            return "no verdict" if self.none else "not evaluable"
        n = self.kept_out + self.surfaced + self.none
        return f"surfaced {self.surfaced} of {n}" if self.surfaced else f"kept out {self.kept_out} of {n}"


def knock(door: FrontDoor, *, mutate: bool = False, attacks: Any = None) -> list[Row]:
    """The six attacks on a lane, a row for every channel."""
    rows = []
    for kind in ALL_MEMORY_ATTACKS:
        if attacks is not None and kind.name not in attacks:
            continue
        result = kind(mutate=mutate).run(door)
        for channel, outcomes in (result.channels or {each: [] for each in CHANNELS}).items():
            counts = [sum(1 for each in outcomes if each is wanted) for wanted in (False, True, None)]
            rows.append(Row(result.attack, channel, *counts, result.error or result.detail))
    door.close()
    return rows
