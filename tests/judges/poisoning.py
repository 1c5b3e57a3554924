"""The benchmark of `agent-memory-guard` (`amg-bench`): writes under a key, and whether the poison comes back.

What its label says of a write decides the road here: `user_input` is what the person stands for (a mark of their own, or
a fact that they sign); every other label is what an agent brought, by the agent's channel.
"""

from __future__ import annotations

from typing import Any

from agent_memory_guard.bench.adapter import MemorySystemAdapter, RememberOutcome
from agent_memory_guard.bench.harness import SystemReport, run_suite

from judges.front_door import AGENT, ApprovedFrontDoor
from sapwood import __version__

USER, SCOPE = "user_input", "home"


def subject_of(key: str) -> str:
    """The subject of a key of the benchmark."""
    return f"joshua.{key.replace('_', '-')}"


class Marks(MemorySystemAdapter):  # type: ignore[misc]
    """The lane of marks, everybody's, served as unreviewed."""

    name, version = "sapwood, marks", __version__

    def __init__(self) -> None:
        self.door: ApprovedFrontDoor | None = None

    def opened(self) -> ApprovedFrontDoor:
        """The home of this scenario; made with the first write, since the judge makes one adapter that never runs."""
        if self.door is None:
            self.door = ApprovedFrontDoor()
            self.door.reset()
        return self.door

    def remember(self, key: str, value: Any, *, source_class: str = "external_tool") -> RememberOutcome:
        kept = self.by_person(key, value) if source_class == USER else self.by_agent(key, value)
        return RememberOutcome.STORED if kept else RememberOutcome.BLOCKED

    def by_person(self, key: str, value: str) -> bool:
        """What the person says themselves."""
        return bool(self.opened().at.memory().mark(subject_of(key), value).id)

    def by_agent(self, key: str, value: str) -> bool:
        """What an agent brings: a line of the day, observed as a mark."""
        memory = self.opened().at.memory(channel="mcp", actor=AGENT)
        line = memory.jot(value, agent=AGENT)
        memory = self.opened().at.memory(channel="mcp", actor=AGENT)
        return bool(memory.observe(subject_of(key), value, [f"{line.path}#L{line.line}"]).id)

    def recall(self, key: str) -> str | None:
        found = self.opened().at.memory().recall(subject_of(key))
        return self._read([each["observation"] for each in found.marks])

    def _read(self, texts: list[str]) -> str | None:
        self.opened().close()
        self.door = None
        return "\n".join(texts) if texts else None


class Approved(Marks):
    """What a person signed: `recall --trusted`."""

    name = "sapwood, approved"

    def by_person(self, key: str, value: str) -> bool:
        self.opened().approve(value, SCOPE, subject_of(key))
        return True

    def recall(self, key: str) -> str | None:
        door = self.opened()
        found = door.at.memory().recall(subject_of(key), trusted=True, root=door.words)
        return self._read([each["claim"] for each in found.knowledge])


def graded(kind: type[Marks]) -> SystemReport:
    """The runs of every scenario on a lane."""
    return run_suite(kind)
