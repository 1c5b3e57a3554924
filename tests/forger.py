"""Whoever has a shell as the same user, and no key: it writes the files of a home as it likes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from household import Household, only
from sapwood.core import leaf as leaves
from sapwood.core.leaf import Leaf
from sapwood.log import values

OTHER = "feedfacefeedface"


class Forger:
    """Appends to the log and the values of a home by hand, and reads from them what was signed."""

    def __init__(self, house: Household) -> None:
        self.house, self.own = house, house.folder / ".sapwood"

    @property
    def state(self) -> Path:
        """The state folder."""
        return Path(self.house.memory().home.places.state)

    @property
    def replica(self) -> str:
        """The replica of this home on this machine."""
        return (self.state / "replica").read_text().strip()

    def log(self, replica: str = "") -> Path:
        """The log file of a replica."""
        return self.own / "log" / (replica or self.replica) / "000001.jsonl"

    def lines(self, replica: str = "") -> list[bytes]:
        """Its lines."""
        return self.log(replica).read_bytes().splitlines()

    def leaves(self, replica: str = "") -> list[Leaf]:
        """Its leaves."""
        return [leaves.decode(line) for line in self.lines(replica)]

    def leaf(self, place: str) -> Leaf:
        """The leaf at `REPLICA/INDEX`."""
        replica, _, at = place.rpartition("/")
        return self.leaves(replica)[int(at)]

    def value(self, digest: str) -> bytes:
        """The bytes of a value."""
        found = [value for _, value in self.values() if value.digest == digest]
        return found[0].data

    def values(self) -> list[tuple[Path, values.Value]]:
        """Every value, with the file it lies in."""
        files = sorted((self.own / "values").glob("*/*.jsonl"))
        decoded = [(path, values.decode(line)) for path in files for line in path.read_bytes().splitlines()]
        return [(path, value) for path, value in decoded if value is not None]

    def envelope(self, place: str) -> bytes:
        """What was signed, as the leaf at `REPLICA/INDEX` holds it."""
        return self.value(self.leaf(place).digests[0])

    def keep(self, data: bytes, replica: str = "") -> str:
        """Put a value beside a log; its digest."""
        digest, line = values.encode(data, os.urandom(values.SALT_BYTES))
        folder = self.own / "values" / (replica or self.replica)
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "000001.jsonl").open("ab") as file:
            file.write(line + values.fence(digest))
        return digest

    def append(
        self, kind: str, body: dict[str, Any], digests: tuple[str, ...] = (), *, replica: str = "", lc: int = 0,
        i: int = -1, at: str = "",
    ) -> str:  # fmt: skip
        """Put a leaf of one's own at the end of a log; its place. `lc`, `i` and `at` are what it says of itself."""
        path = self.log(replica)
        if not path.exists():
            path.parent.mkdir(parents=True)
            mine = self.leaves()[0]
            first = {**mine.body, "replica": replica}
            path.write_bytes(leaves.encode(mine._replace(i=0, lc=1, body=first)) + b"\n")
        before = self.leaves(replica)
        place, counter, moment = len(before), lc or before[-1].lc + 1, at or before[-1].at
        made = Leaf(place if i < 0 else i, counter, kind, moment, "joshua", "cli", "home", digests, body)
        with path.open("ab") as file:
            file.write(leaves.encode(made) + b"\n")
        return f"{replica or self.replica}/{place}"

    def copy(self, place: str, *, replica: str = "", lc: int = 0, i: int = -1, **hints: Any) -> str:
        """Put the leaf at a place into a log once more, with other hints (None: without it)."""
        found = self.leaf(place)
        body = {key: each for key, each in {**found.body, **hints}.items() if each is not None}
        return self.append(found.type, body, found.digests, replica=replica, lc=lc, i=i)

    def without_leaf(self, place: str) -> None:
        """Cut a leaf out of its log."""
        replica, _, at = place.rpartition("/")
        lines = self.lines(replica)
        del lines[int(at)]
        self.log(replica).write_bytes(b"".join(line + b"\n" for line in lines))

    def cut(self, place: str) -> None:
        """Cut a log off before a leaf."""
        replica, _, at = place.rpartition("/")
        self.log(replica).write_bytes(b"".join(line + b"\n" for line in self.lines(replica)[: int(at)]))

    def drop_value(self, digest: str) -> None:
        """Take a value out of its file."""
        for path in (self.own / "values").glob("*/*.jsonl"):
            kept = [line for line in path.read_bytes().splitlines(keepends=True) if digest.encode() not in line]
            path.write_bytes(b"".join(kept))

    def witness(self, replica: str = "", **fields: Any) -> dict[str, Any]:
        """The witness of a log, with other fields written into it."""
        path = self.state / f"witness-{replica or self.replica}.json"
        held: dict[str, Any] = {**json.loads(path.read_bytes()), **fields}
        if fields:
            path.write_text(json.dumps(held))
        return held

    def index(self) -> Path:
        """The file of the index."""
        return only(list(Path(self.house.memory().home.places.cache).rglob("index.db")))
