"""The home as a backend of `memtrust`: a session is a scope, a memory is a mark.

Where the suite says "simulate", this does it: a writer is killed with SIGKILL at work, the index is thrown away, and the
two swaps of storage there are (a segment of values that is written anew without an erased one, and the index that is made
anew) are killed at their last step.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import Any

from memtrust.adapters.base import (
    BackendAPIError,
    ConflictSignal,
    DeleteResult,
    MemoryBackendAdapter,
    MemoryRecord,
    MigrationFailureResult,
    QueryResult,
    RawFilterProbeResult,
    StoreResult,
    UpdateResult,
)

from judges.place import Place
from sapwood.errors import SapwoodError

SUBJECT, OWNER = "joshua.unsorted", "joshua"

_WRITES = """
import sys
from sapwood.memory import Memory
for number in range(10_000):
    Memory(sys.argv[1], channel="cli").mark("joshua.elsewhere", f"Entry {number} of somebody at work.")
    print(number, flush=True)
"""
_STOPS = """
import os, signal, sys
from sapwood.doors.start import main
from sapwood.index import store

def stop(*given):
    os.kill(os.getpid(), signal.SIGKILL)

rename = os.replace
os.replace = lambda source, target: stop() if "/values/" in str(target) else rename(source, target)
store.stamp = stop if "rebuild" in sys.argv else store.stamp
main(sys.argv[1:])
"""


class Backend(MemoryBackendAdapter):  # type: ignore[misc]
    """The lane of marks behind the interface of the suite. Use as a context manager."""

    name = "sapwood"
    supports_update = supports_resource_sync = supports_raw_filter_probe = True
    supports_crash_recovery_simulation = supports_migration_rollback_simulation = True

    def __init__(self) -> None:
        self.place = Place()

    def __enter__(self) -> Backend:
        self.place.open()
        return self

    def __exit__(self, *exc: object) -> None:
        self.place.close()

    def store(
        self, session_id: str, content: str, metadata: dict[str, str] | None = None, mode: str | None = None
    ) -> StoreResult:
        return StoreResult(self._kept(session_id, "mark", SUBJECT, content), 0.0)

    def update(self, session_id: str, memory_id: str, content: str) -> UpdateResult:
        return UpdateResult(self._kept(session_id, "correct", memory_id, content), True, 0.0)

    def _kept(self, scope: str, verb: str, *given: str) -> str:
        try:
            found = getattr(self.place.memory(scope=scope), verb)(*given)
        except SapwoodError as failure:
            raise BackendAPIError(self.name, str(failure)) from failure
        if found.status == "refused":
            raise BackendAPIError(self.name, found.message)
        return str(found.id)

    def query(self, session_id: str, query: str, top_k: int = 5, mode: str | None = None) -> QueryResult:
        """What recall says to the words; where no word of them is known, what there is in that scope. Beside a mark that
        took the place of others stand those, with the instant at which they ended: the answer names them."""
        memory = self.place.memory()
        found = memory.recall("", query, scope=session_id, k=top_k).marks
        found = found or memory.recall(OWNER, scope=session_id, k=top_k).marks
        records = [_record(each) for each in found]
        records += [_record(memory.show(old)) for each in found for old in each.get("supersedes", ())]
        return QueryResult(records, ConflictSignal.NOT_APPLICABLE, 0.0)

    def delete(self, memory_id: str) -> DeleteResult:
        self.place.memory().forget(memory_id)
        return DeleteResult(True, memory_id, 0.0)

    def simulate_crash_restart(self) -> None:
        """A writer dies at work, and the index and the trees of the logs are gone."""
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITES, str(self.place.house.folder)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        assert writer.stdout.readline() == "0\n"  # one write is acknowledged, the next has begun
        writer.kill()
        writer.wait(60)
        writer.stdout.close()
        shutil.rmtree(self.place.top / "cache")

    def raw_store_contains(self, session_id: str, memory_id: str) -> bool:
        values = "".join(path.read_text() for path in self.place.house.folder.rglob(".sapwood/values/*/*.jsonl"))
        logs = "".join(path.read_text() for path in self.place.house.folder.rglob(".sapwood/log/*/*.jsonl"))
        return memory_id in logs and values != ""

    def simulate_migration_failure(self, session_id: str, content: str) -> MigrationFailureResult:
        kept = self.store(session_id, content).memory_id
        other = self._kept("elsewhere", "mark", SUBJECT, f"To be erased beside {kept}.")
        for command in (("forget", other, "--erase"), ("rebuild",)):
            done = subprocess.run(
                [sys.executable, "-c", _STOPS, "--home", str(self.place.house.folder), *command],
                capture_output=True, check=False, timeout=120,
            )  # fmt: skip
            assert done.returncode == -9, (command, done)  # it was killed in the swap, and not after it
        return MigrationFailureResult(session_id, kept, content, True)

    def probe_raw_filter(self, filters: dict[str, Any]) -> RawFilterProbeResult:
        """The one filter of a question is its scope. Scalars come as the text that a door hands on."""
        (value,) = filters.values()
        scope = value if isinstance(value, dict | list) else str(value)
        try:
            found = self.place.memory().recall("", "private", scope=scope)
        except SapwoodError as failure:
            return RawFilterProbeResult(False, str(failure))
        return RawFilterProbeResult(True, raw={"read": [each["observation"] for each in found.marks]})


def _record(mark: dict[str, Any]) -> MemoryRecord:
    ended = {"invalid_at": mark["valid_to"]} if mark.get("valid_to") else {}
    return MemoryRecord(mark["id"], mark["observation"], mark.get("current_strength"), metadata=ended)
