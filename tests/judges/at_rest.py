"""The stores that `agmi` edits at rest, for the lane of marks and for the lane of what a person approved.

Who edits may do what somebody with the rights to write the home and the index can do: lines of the log, values and files
are made anew so that they fit together, numbers and digests included, and nothing of the index or the trees is left that
could tell. Not in reach: the witness in the state folder, the trust root, and the key of the person.

`verify` is the installed `sapwood recall --json` with default settings. A store passes for genuine where its answer has no
notice and serves exactly what lies there; everything else is a refusal, and `verify_detail` says which.
"""

from __future__ import annotations

import hmac
import json
import os
import shutil
import sqlite3
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from agmi import check
from agmi.adapters.base import MemoryAdapter, Record
from agmi.attacks.at_rest import AT_REST_ATTACKS_WITH_SNAPSHOT

from forger import Forger
from household import only
from judges.place import Answer, Place
from person import Person
from sapwood.core import claim as claims
from sapwood.core import decision, mark
from sapwood.core import leaf as leaves
from sapwood.core.claim import Claim
from sapwood.core.leaf import Leaf
from sapwood.log import values

HOME, OTHER = "home", "orchard"  # two scopes: the contexts of the replays
SUBJECT = "joshua.trees"
METRES, MORE = " metres high", " metres high, and more"
STRANGER = "Mallory"


def new_id() -> str:
    """An id of now, as the product makes them."""
    return mark.uuid7(int(time.time() * 1000), os.urandom(10))


def said(scope: str, number: int) -> str:
    """One genuine text; no two are alike."""
    where = "garden" if scope == HOME else scope
    return f"Tree {number + 1} of the {where} is {number * 3 + 5}{METRES}."


class Kept(NamedTuple):
    """One entry as the log has it: its leaf, and the values that it names. A leaf that names none yet is a new one."""

    leaf: Leaf
    data: tuple[bytes, ...]


class Judged(MemoryAdapter):  # type: ignore[misc]
    """A home under judgement. Subclasses say what its records are and how a lane of the answer shows them."""

    supports_replay = supports_metadata = supports_snapshot = True
    detection_point = "read"
    judged: ClassVar[str]  # the lane of the answer, its fields, and the trust of what is genuine
    shown: ClassVar[tuple[str, ...]]
    trust: ClassVar[str]
    witness_too = False  # whether the hand that edits reaches the state folder as well

    def __init__(self) -> None:
        self.place = Place()
        self.genuine: set[tuple[str, ...]] = set()  # all that was ever served from a store that nobody edited
        self.lane: list[dict[str, Any]] = []  # what the last answer held

    def setup(self) -> None:
        self.place.open()
        self.written = {HOME: 0, OTHER: 0}
        self.forger = Forger(self.place.house)
        self.prepare()

    def prepare(self) -> None:
        """What a home needs before the first record."""

    def teardown(self) -> None:
        self.place.close()

    def seed(self, n: int) -> None:
        """The same records for every edit: written once, then put back."""
        if self.place.is_kept:
            self.place.go_back()
            self.written[HOME] = n
            return
        for _ in range(n):
            self._write(HOME)
        self.genuine |= set(self.served(self.asked()))
        self.place.keep()

    def seed_other(self, n: int) -> None:
        for _ in range(n):
            self._write(OTHER)

    def append_genuine(self) -> None:
        self._write(HOME)
        self.genuine |= set(self.served(self.asked()))

    def reload(self) -> None:
        """Every answer is a process of its own."""

    def read_all_raw(self) -> list[Record]:
        return self._records(HOME)

    def read_other_raw(self) -> list[Record]:
        return self._records(OTHER)

    def _write(self, scope: str) -> None:
        self.written[scope] += 1
        self.write_one(scope, said(scope, self.written[scope]))

    def write_one(self, scope: str, text: str) -> None:
        """One genuine record, through the product."""
        raise NotImplementedError

    def _records(self, scope: str) -> list[Record]:
        raise NotImplementedError

    def stored(self) -> list[tuple[str, ...]]:
        """What lies in the store, as `served` shows it."""
        raise NotImplementedError

    def items(self, answer: Answer) -> list[dict[str, Any]]:
        """The lane of an answer that is judged."""
        return answer.lanes.get(self.judged, [])

    def as_stored(self, item: dict[str, Any]) -> tuple[str, ...]:
        """An item in the fields of `stored`."""
        return tuple(str(item[field]) for field in self.shown)

    def served(self, answer: Answer) -> list[tuple[str, ...]]:
        """What an answer serves as genuine."""
        return [self.as_stored(item) for item in self.items(answer) if item["trust"] == self.trust]

    def strangers(self) -> set[str]:
        """The trust of what the last answer held and nobody wrote so. What is not served as genuine need not say by whom
        it is."""
        texts = {known[:2] for known in self.genuine}
        whole = [(item["trust"], self.as_stored(item)) for item in self.lane]
        return {
            trust for trust, said_so in whole
            if (said_so not in self.genuine if trust == self.trust else said_so[:2] not in texts)
        }  # fmt: skip

    def asked(self) -> Answer:
        """The answer about all that was seeded."""
        return self.place.recall("--about", SUBJECT, "-k", "50")

    def notices(self, answer: Answer) -> list[str]:
        """What an answer says beside what it serves."""
        return answer.notices

    def verify(self) -> bool:
        stored = sorted(self.stored())  # before it is asked: an answer may make the index anew
        answer = self.asked()
        self.lane = self.items(answer)
        served = sorted(self.served(answer))
        complaints = [answer.error] if answer.code else self.notices(answer)
        if not complaints and served != stored:
            complaints = ["it serves what the log proves and not what lies there"]
        self.verify_detail = complaints[0] if complaints else None
        return not complaints

    def snapshot_store(self) -> object:
        token = Path(tempfile.mkdtemp(prefix="snapshot-", dir=self.place.top))
        for folder in self._folders():
            shutil.copytree(folder, token / folder.name, symlinks=True)
        return token

    def restore_store(self, token: object) -> None:
        assert isinstance(token, Path)
        for folder in self._folders():
            shutil.rmtree(folder)
            shutil.copytree(token / folder.name, folder, symlinks=True)

    def _folders(self) -> list[Path]:
        state = [self.place.top / "state"] if self.witness_too else []
        return [self.place.house.folder, self.place.top / "cache", *state]


class InLog(Judged):
    """Records that are leaves with their values. What is written back fits together in every digest and number."""

    kind: ClassVar[str]

    @property
    def _values(self) -> Path:
        return self.forger.own / "values" / self.forger.replica / self.forger.log().name

    def _held(self) -> list[Kept]:
        named = {value.digest: value.data for _, value in self.forger.values()}
        return [Kept(leaf, tuple(named[each] for each in leaf.digests)) for leaf in self.forger.leaves()]

    def _own(self, scope: str) -> list[Kept]:
        return [each for each in self._held() if each.leaf.type == self.kind and each.leaf.scope == scope]

    def _records(self, scope: str) -> list[Record]:
        return [Record(seq, _fields(each)) for seq, each in enumerate(self._own(scope))]

    def write_raw(self, record: Record) -> None:
        own, kept = self._own(HOME), _kept(record.fields)
        self._put(own[record.seq].leaf.i if record.seq < len(own) else None, kept)

    def _put(self, at: int | None, kept: Kept) -> None:
        held = self._held()
        if at is None:
            held.append(kept)
        else:
            held[at] = kept
        self._rewrite(held)

    def delete_raw(self, seq: int) -> None:
        at = self._own(HOME)[seq].leaf.i
        self._rewrite([each for each in self._held() if each.leaf.i != at])

    def replay_onto(self, victim_seq: int, donor: Record) -> None:
        slot = self._own(HOME)[victim_seq].leaf
        self._put(slot.i, Kept(slot._replace(digests=()), _kept(donor.fields).data))

    def _rewrite(self, held: list[Kept]) -> None:
        """Write log and values anew, the untouched lines as they were, and leave no trace of what was known of them."""
        before = {line[6:70].decode(): line for line in self._values.read_bytes().splitlines(keepends=True)}
        lines, texts = bytearray(), bytearray()
        for at, each in enumerate(held):
            fresh = [values.encode(data, os.urandom(values.SALT_BYTES)) for data in each.data]
            named = [(old, before[old]) for old in each.leaf.digests] or fresh
            texts += b"".join(line + values.fence(digest) for digest, line in named)
            digests = tuple(digest for digest, _ in named)
            lines += leaves.encode(each.leaf._replace(i=at, lc=at + 1, digests=digests)) + b"\n"
        self.forger.log().write_bytes(lines)
        self._values.write_bytes(texts)
        shutil.rmtree(self.place.top / "cache", ignore_errors=True)
        if self.witness_too:
            for path in self.forger.state.glob("witness-*.json"):
                path.unlink()
            self.asked()  # the first answer says that the log is new here, and takes it for the witnessed one

    def read_meta(self, seq: int) -> dict[str, Any]:
        leaf = self._own(HOME)[seq].leaf
        return {"actor": leaf.actor, "channel": leaf.channel, "at": leaf.at}

    def write_meta(self, seq: int, meta: dict[str, Any]) -> None:
        each = self._own(HOME)[seq]
        self._put(each.leaf.i, each._replace(leaf=each.leaf._replace(actor=STRANGER, channel="signed")))

    def identity_of(self, record: Record) -> str:
        body = record.fields["body"]
        return str(body.get("id") or body.get("name"))

    def owner_of(self, record: Record) -> str:
        return str(record.fields["scope"])


def _fields(kept: Kept) -> dict[str, Any]:
    leaf = kept.leaf
    return {
        "type": leaf.type, "at": leaf.at, "actor": leaf.actor, "channel": leaf.channel, "scope": leaf.scope,
        "body": dict(leaf.body), "data": [each.decode() for each in kept.data],
    }  # fmt: skip


def _kept(fields: dict[str, Any]) -> Kept:
    named = (fields[name] for name in ("type", "at", "actor", "channel", "scope"))
    return Kept(Leaf(0, 0, *named, (), fields["body"]), tuple(each.encode() for each in fields["data"]))


class MarksInLog(InLog):
    """The lane of marks; edited are log and values."""

    name, kind = "marks, log and values", "observed"
    judged, shown, trust = "marks", ("id", "observation", "observed_by"), "unreviewed"

    def write_one(self, scope: str, text: str) -> None:
        self.place.memory(scope=scope).mark(SUBJECT, text)

    def payload_of(self, record: Record) -> str:
        return str(json.loads(record.fields["data"][0])["observation"])

    def mutate_payload(self, record: Record) -> Record:
        said_of = json.loads(record.fields["data"][0])
        said_of["observation"] = said_of["observation"].replace(METRES, MORE)
        record.fields["data"] = [json.dumps(said_of, separators=(",", ":"))]
        return record

    def forge_record(self, template: Record) -> Record:
        fields = {**template.fields, "body": {**template.fields["body"], "id": new_id()}}
        return self.mutate_payload(Record(template.seq + 1, fields))

    def stored(self) -> list[tuple[str, ...]]:
        own = [(each.leaf.body["id"], json.loads(each.data[0])) for each in self._own(HOME)]
        return [(name, said_of["observation"], said_of["observed_by"]) for name, said_of in own]


class MarksInIndex(MarksInLog):
    """The lane of marks; edited are the rows of the index."""

    name = "marks, rows of the index"

    def _rows(self, sql: str, *values: Any) -> list[dict[str, Any]]:
        db = sqlite3.connect(only(list((self.place.top / "cache").rglob("index.db"))), isolation_level=None)
        try:
            db.row_factory = sqlite3.Row
            return [dict(row) for row in db.execute(sql, values)]
        finally:
            db.close()

    def _records(self, scope: str) -> list[Record]:
        rows = self._rows("SELECT * FROM memory_marks WHERE scope=? ORDER BY row", scope)
        return [Record(seq, {key: row[key] for key in row if key != "row"}) for seq, row in enumerate(rows)]

    def _place_of(self, seq: int) -> int | None:
        rows = self._rows("SELECT row FROM memory_marks WHERE scope=? ORDER BY row", HOME)
        return int(rows[seq]["row"]) if seq < len(rows) else None

    def write_raw(self, record: Record) -> None:
        at, fields = self._place_of(record.seq), dict(record.fields)
        if at is None:
            names, marks = ", ".join(fields), ", ".join("?" * len(fields))
            self._rows(f"INSERT INTO memory_marks ({names}) VALUES ({marks})", *fields.values())
            return
        del fields["id"]  # the slot's own
        self._rows(
            f"UPDATE memory_marks SET {', '.join(f'{name}=?' for name in fields)} WHERE row=?", *fields.values(), at
        )

    def delete_raw(self, seq: int) -> None:
        self._rows("DELETE FROM memory_marks WHERE row=?", self._place_of(seq))

    def replay_onto(self, victim_seq: int, donor: Record) -> None:
        taken = ("subject", "observation", "evidence", "digest", "same_key", "replica", "log_index")
        sets = ", ".join(f"{name}=?" for name in taken)
        values = [donor.fields[name] for name in taken]
        self._rows(f"UPDATE memory_marks SET {sets} WHERE row=?", *values, self._place_of(victim_seq))

    def read_meta(self, seq: int) -> dict[str, Any]:
        found = self._records(HOME)[seq].fields
        return {name: found[name] for name in ("observed_by", "channel", "first_observed_at")}

    def write_meta(self, seq: int, meta: dict[str, Any]) -> None:
        sql = "UPDATE memory_marks SET observed_by=?, channel='signed' WHERE row=?"
        self._rows(sql, STRANGER, self._place_of(seq))

    def identity_of(self, record: Record) -> str:
        return str(record.fields["id"])

    def payload_of(self, record: Record) -> str:
        return str(record.fields["observation"])

    def mutate_payload(self, record: Record) -> Record:
        record.fields["observation"] = record.fields["observation"].replace(METRES, MORE)
        return record

    def forge_record(self, template: Record) -> Record:
        fields = {**template.fields, "id": new_id(), "same_key": new_id()}
        return self.mutate_payload(Record(template.seq + 1, fields))

    def stored(self) -> list[tuple[str, ...]]:
        return [self.as_stored(each.fields) for each in self.read_all_raw()]

    def _folders(self) -> list[Path]:
        return [self.place.top / "cache"]


class Approved(Judged):
    """What the lane of approved facts has in common: a person whose key is enrolled signs every genuine record, and the
    answer is held against the words of that root, which the judge keeps."""

    judged, shown, trust = "knowledge", ("file", "claim", "author"), "approved"
    trusted = False

    def prepare(self) -> None:
        self.place.memory().mark("joshua.city", "Joshua lives in Berlin.")  # a decision names the log that it saw
        self.person = Person(self.place.house)  # the same key each time, so the same words
        self.words = self.person.words

    def write_one(self, scope: str, text: str) -> None:
        memory = self.place.memory(scope=scope)
        claim = self.person.claim(text, SUBJECT, scope=scope)
        data = claims.render(claim)
        said_of = self.person.statement("approve", claim.name, data, SUBJECT, scope=scope)
        memory.decide(self.person.signed(said_of), data)

    def asked(self) -> Answer:
        return self.place.recall(
            "--about", SUBJECT, "-k", "50", "--root", self.words, *(["--trusted"] if self.trusted else [])
        )

    def notices(self, answer: Answer) -> list[str]:
        return [note for note in answer.notices if note != f"root: given · {self.words}"]

    def stored(self) -> list[tuple[str, ...]]:
        return [(name, *_read(data)) for name, data in self._files(HOME)]

    def _files(self, scope: str) -> list[tuple[str, bytes]]:
        """(file as shown, bytes) of the folder, those of the log first and in its order, then what nobody signed."""
        approvals = [leaf for leaf in self.forger.leaves() if leaf.body.get("decision") == "approve"]
        signed = {leaf.body["file"]["path"]: leaf.scope for leaf in approvals}
        folder = self.place.house.folder / "knowledge"
        here = {f"knowledge/{path.name}": path for path in sorted(folder.iterdir())} if folder.exists() else {}
        names = [*(name for name in signed if name in here), *(name for name in here if name not in signed)]
        return [(name, here[name].read_bytes()) for name in names if signed.get(name, HOME) == scope]


def _read(data: bytes) -> tuple[str, str]:
    """(text, author) of the bytes of a file, whoever wrote them."""
    header, _, body = data.decode().partition("\n---\n")
    author = next(line.partition(": ")[2] for line in header.splitlines() if line.startswith("author: "))
    return body.strip(), author


class ApprovedInFiles(Approved):
    """The lane of approved facts; edited are the files of knowledge/."""

    name = "approved, files of knowledge/"

    def _records(self, scope: str) -> list[Record]:
        files = enumerate(self._files(scope))
        return [Record(seq, {"name": name, "scope": scope, "text": data.decode()}) for seq, (name, data) in files]

    def _slot(self, seq: int) -> Path:
        files = self._files(HOME)
        name = files[seq][0] if seq < len(files) else f"knowledge/joshua-trees-zzzz{seq:04}.md"
        return Path(self.place.house.folder / name)

    def write_raw(self, record: Record) -> None:
        self._slot(record.seq).write_text(record.fields["text"])

    def delete_raw(self, seq: int) -> None:
        self._slot(seq).unlink()

    def replay_onto(self, victim_seq: int, donor: Record) -> None:
        self._slot(victim_seq).write_text(donor.fields["text"])

    def read_meta(self, seq: int) -> dict[str, Any]:
        header = self._slot(seq).read_text().split("---\n")[1]
        return dict(line.split(": ", 1) for line in header.splitlines())

    def write_meta(self, seq: int, meta: dict[str, Any]) -> None:
        slot = self._slot(seq)
        slot.write_text(slot.read_text().replace("author: joshua\n", f"author: {STRANGER.lower()}\n"))

    def identity_of(self, record: Record) -> str:
        return str(record.fields["name"])

    def owner_of(self, record: Record) -> str:
        return str(record.fields["scope"])

    def payload_of(self, record: Record) -> str:
        return _read(record.fields["text"].encode())[0]

    def mutate_payload(self, record: Record) -> Record:
        record.fields["text"] = record.fields["text"].replace(METRES, MORE)
        return record

    def forge_record(self, template: Record) -> Record:
        claim = claims.parse(template.fields["text"].encode())
        forged = claims.render(claim._replace(id=new_id())).decode()
        return self.mutate_payload(Record(template.seq + 1, {**template.fields, "text": forged}))


class ApprovedInLog(Approved, InLog):
    """The lane of approved facts; edited are log, values and files together. What a statement says is made to fit; only
    its signature cannot be."""

    name, kind = "approved, log, values and files", "decided"

    def _rewrite(self, held: list[Kept]) -> None:
        salt = (self.place.house.folder / ".sapwood" / "salt").read_bytes()
        folder = self.place.house.folder
        for path in (folder / "knowledge").iterdir():
            path.unlink()
        fitting = []
        for each in held:
            if each.leaf.type == self.kind:
                file = {**each.leaf.body["file"], "after": _keyed(salt, each.data[1])}
                name = decision.identity(decision.opened(each.data[0]).payload)
                body = {**each.leaf.body, "decision_id": name, "file": file}
                (folder / file["path"]).write_bytes(each.data[1])
                fitting.append(each._replace(leaf=each.leaf._replace(body=body)))
            else:
                fitting.append(each)
        super()._rewrite(fitting)

    def payload_of(self, record: Record) -> str:
        return _read(record.fields["data"][1].encode())[0]

    def mutate_payload(self, record: Record) -> Record:
        claim = claims.parse(record.fields["data"][1].encode())
        return self._stating(record, claim._replace(text=claim.text.replace(METRES, MORE)))

    def forge_record(self, template: Record) -> Record:
        claim = claims.parse(template.fields["data"][1].encode())
        forged = claim._replace(id=new_id(), text=claim.text.replace(METRES, MORE))
        return self._stating(Record(template.seq + 1, dict(template.fields)), forged)

    def _stating(self, record: Record, claim: Claim) -> Record:
        """The record with another claim, and the statement altered to it."""
        data, opened = claims.render(claim), decision.opened(record.fields["data"][0].encode())
        statement = decision.parse(opened.payload)._replace(name=claim.name, sha256=_digest(data))
        envelope = decision.envelope(decision.payload(statement), opened.keyid, opened.signature)
        file = {**record.fields["body"]["file"], "path": f"knowledge/{claim.file_name}"}
        record.fields["body"] = {**record.fields["body"], "name": claim.name, "file": file}
        record.fields["data"] = [envelope.decode(), data.decode()]
        return record

    def identity_of(self, record: Record) -> str:
        return str(record.fields["body"]["name"])


def _keyed(salt: bytes, data: bytes) -> str:
    return hmac.digest(salt, data, "sha256").hex()


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


class Cell(NamedTuple):
    """One edit on one store: what `agmi` says of it, why, and the trust under which the answer held something that
    nobody wrote so (empty: it held nothing of the kind)."""

    edit: str
    verdict: str
    why: str
    strangers: frozenset[str]


def judge(store: Judged) -> list[Cell]:
    """The nine edits on a store, in order."""
    cells = []
    for kind in AT_REST_ATTACKS_WITH_SNAPSHOT:
        store.lane = []
        result = kind().run(store)
        why = result.guard or result.error or store.verify_detail or ""
        cells.append(Cell(check.LABELS[kind.name], check.verdict(result, store), why, frozenset(store.strangers())))
    return cells
