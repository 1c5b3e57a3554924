"""verify: hash everything again, log and values, hold it against the witness and a head that you kept, judge what a
person decided, and hold the index against one that is made anew."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from sapwood import reading
from sapwood.core import leaf as leaves
from sapwood.core import skeleton
from sapwood.core.merkle import Frontier, leaf_hash, slot
from sapwood.disk import safe
from sapwood.disk.home import Home
from sapwood.disk.places import Places
from sapwood.errors import BadArgument, BadLeaf
from sapwood.index import audit, store
from sapwood.log import book, copies, read, segments, values
from sapwood.log.tree import Tree
from sapwood.verbs import judgement
from sapwood.verbs.judgement import Judgement

GOOD, ALTERED, NOTHING, OLDER, FORK, ROOT = 0, 1, 2, 3, 4, 5


_WAY_OUT = "`sapwood log recover --from COPY` brings it back, `--accept-loss` goes on without it"


class Verdict(NamedTuple):
    """`code` is the exit code: 0 all holds, 1 altered, a decision that does not count or an index that says something
    else, 2 nothing was checked, 3 older than the witness or the head given, 4 another history, 5 the trust root lets
    nobody sign or has other words than those given. `findings` say what and where; `heads` counts the heads given that
    all of it agrees with; `index_check` says how the index stands to one that is made anew. The last five are those of
    `Judgement`."""

    code: int
    findings: list[str]
    logs: list[dict[str, Any]]
    leaves: int
    values: int
    erased: int
    heads: int
    index_check: dict[str, Any]
    root: str
    decisions: dict[str, Any]
    claims: dict[str, list[str]]
    knowledge: list[dict[str, str]]
    ssh_keygen: dict[str, Any]


class _Checked(NamedTuple):
    named: dict[str, int]
    erased: set[str]
    accepted: set[str]
    signed: set[str]
    fences: set[bytes]
    findings: list[str]
    notes: list[str]


def verify(
    home: Home, now: float, *, heads: Sequence[str] = (), words: str = "", with_ssh_keygen: bool = False,
    index: bool = True, progress: store.Progress | None = None,
) -> Verdict:  # fmt: skip
    """Check every log of the home, and hold it against lines of `log head` that were kept; judge every decision by the
    trust root, which has to have `words` where they are given, and by `ssh-keygen` too where that is asked for; then,
    with `index`, hold the index against one made anew. Writes nothing that stays. Raises `BadArgument` for a head that
    does not read as one.
    """
    given = [_parse_head(line) for text in heads for line in text.splitlines() or [text]]
    logs = book.opened(home.places, full=True)
    findings: list[str] = []
    codes = [GOOD]
    named: dict[str, str] = {}
    erased, accepted, signed, fences = set[str](), set[str](), set[str](), set[bytes]()
    if gone := reading.vanished(home.places, logs):
        findings += gone
        codes.append(OLDER)
    for log in logs:
        codes += [_judge_state(home.places, log, findings), _judge_set_aside(log, findings)]
        checked = _leaves(log, progress, skeleton.salt_check(reading.rules_of(home).salt))
        codes += [ALTERED] * bool(checked.findings)
        findings += [*checked.findings, *checked.notes]
        named.update({digest: f"{log.state.origin} leaf {at}" for digest, at in checked.named.items()})
        erased |= checked.erased
        accepted |= checked.accepted
        signed |= checked.signed
        fences |= checked.fences
    kept = dict.fromkeys(signed, b"")
    lacking = {digest: where for digest, where in named.items() if digest not in accepted}
    held, faults, notes = _values(home, lacking, named, erased, fences, kept)
    findings += [*faults, *notes]
    codes += [ALTERED] * bool(faults)
    judged_heads = [(each, _judge_head(home.places, logs, each, findings)) for each in given]
    codes += [code for _, code in judged_heads]
    against_heads = {origin: code for (origin, _, _), code in judged_heads if code in (OLDER, FORK)}
    said = judgement.judge(
        home, tuple(_as_held(log, against_heads.get(log.state.origin, GOOD)) for log in logs),
        {digest: data for digest, data in kept.items() if data}, now, words, with_ssh_keygen=with_ssh_keygen,
    )  # fmt: skip
    codes += _judge_decisions(said, findings)
    agreed = len(given) if not any(codes) else 0
    if not gone and sum(log.state.size for log in logs) == 0:
        findings.append(f"{home.places.home} holds no log yet; nothing was checked")
        codes.append(NOTHING)
    total = sum(log.state.size for log in logs)
    against = _index(home, logs, progress) if index and total else audit.Held(audit.SKIPPED, 0, 0, "", [])
    findings += against.findings
    codes += [ALTERED] * bool(against.findings)
    stands = {key: part for key, part in against._asdict().items() if key != "findings"}
    return Verdict(
        _worst(codes), findings, [_row(log) for log in logs], total, held, len(erased), agreed, stands, said.root,
        said.decisions, said.claims, said.knowledge, said.ssh_keygen,
    )  # fmt: skip


def _index(home: Home, logs: tuple[book.Log, ...], progress: store.Progress | None) -> audit.Held:
    return audit.held(home.places, reading.rules_of(home), logs, home.config.limits, progress)


def _worst(codes: list[int]) -> int:
    return next((code for code in (FORK, OLDER, ROOT, ALTERED, NOTHING) if code in codes), GOOD)


def _as_held(log: book.Log, code: int) -> book.Log:
    """A log as the decisions in it are judged: one that a head given speaks against proves nothing."""
    status = {OLDER: read.BEHIND, FORK: read.FORKED}.get(code)
    return log if status is None else log._replace(state=log.state._replace(status=status))


def _judge_decisions(said: Judgement, findings: list[str]) -> list[int]:
    """The codes that follow from what a person decided, or somebody in a person's name."""
    codes = [GOOD]
    if said.root_fault:
        findings.append(f"{said.root}: {said.root_fault}")
        codes.append(ROOT)
    faults = [
        f"leaf {each['leaf']}: a decision that does not count ({each['decision']} of {each['name']}): {each['why']}"
        for each in said.decisions["refused"]
        if each["reason"] != "root"
    ]
    faults += [
        f"{each['file']}: {each['status']}: {each['why']}"
        for each in said.knowledge
        if each["status"] in (judgement.UNVERIFIABLE, judgement.MISSING)
    ]
    faults += [f"leaf {each['leaf']}: {each['why']}" for each in said.ssh_keygen["differs"]]
    findings += faults
    if said.ssh_keygen["status"] == judgement.NOT_RUN:
        findings.append("not run: ssh-keygen missing, so nobody but us judged the signatures")
        codes.append(NOTHING)
    return [*codes, *[ALTERED] * bool(faults)]


def _judge_set_aside(log: book.Log, findings: list[str]) -> int:
    """What a file service set aside beside a log: older, longer, or another history."""
    code = GOOD
    for copy in copies.beside(log.folder):
        name = os.path.basename(copy.where)
        where = f"log/{log.replica}/{name}: a second version of the log that a file service kept"
        size, root = copies.measured(copies.leaf_lines(copy), log.state.size)
        ours = copies.root_of((line.data for _, line in log.leaves()), size)
        if size <= log.state.size and ours == copies.root_of(copies.leaf_lines(copy), size):
            findings.append(f"{where}; the log holds all of it: delete it")
        elif size > log.state.size and root == log.state.root:
            findings.append(f"{where}; it holds {size - log.state.size} leaves more: `sapwood log recover` takes it")
        else:
            findings.append(f"{where}; fork: it holds another history than the log; keep the one of this machine")
            code = FORK
    return code


def _row(log: book.Log) -> dict[str, Any]:
    state = log.state
    return {
        "origin": state.origin, "status": state.status, "size": state.size, "root": state.root.hex(),
        "witnessed": log.witness.size if log.witness is not None else None, "torn": state.torn is not None,
    }  # fmt: skip


def _judge_state(places: Places, log: book.Log, findings: list[str]) -> int:
    origin = log.state.origin
    if (torn := log.state.torn) is not None:
        where = f"log/{log.replica}/{os.path.basename(torn.path)}: byte {torn.offset}"
        findings.append(f"{where}: an unfinished last line of {len(torn.data)} bytes; the next write sets it aside")
    if log.state.status == read.BEHIND:
        findings.append(f"{origin}: {log.state.detail}; a tail was cut off or an older copy lies here")
        return OLDER
    if log.state.status == read.FORKED:
        findings.append(f"{origin}: fork: {log.state.detail}")
        return FORK
    if log.state.status == read.ALTERED:
        findings.append(f"{origin}: {log.state.detail}; {_first_changed(places, log)}")
        return ALTERED
    if hidden := _hidden(log):
        where = places.witness(log.replica)
        findings.append(f"{origin}: {where} says other leaves hold decisions than do: {hidden}; delete that file")
        return ALTERED
    if log.state.status == read.UNWITNESSED:
        findings.append(f"{origin}: unwitnessed on this machine; only its own consistency was checked")
    elif added := reading.unnoted(places, log):
        findings.append(
            f"{origin}: {added} more leaf(s) than this machine wrote into it (a stopped write, or another hand)"
        )
    return GOOD


def _hidden(log: book.Log) -> str:
    """Places of decisions that the witness names and the log does not have, or the other way round: it is asked at
    every answer, and whoever edits it hides a decision by that."""
    then = log.witness
    if then is None:
        return ""
    wrong = {at for at in log.state.decided if at < then.size} ^ set(then.decided)
    return ", ".join(map(str, sorted(wrong)[:5]))


def _first_changed(places: Places, log: book.Log) -> str:
    """Where the log first differs from the hashes in the cache folder. Those prove nothing; they tell where to look."""
    tree = Tree(places.cache, log.replica)
    for at, line in log.leaves():
        if at >= tree.size:
            break
        if tree.get(slot(0, at)) != leaf_hash(line.data):
            return f"the first changed line is {_place(log, at, line)}"
    return "no copy of its hashes is here to say which line; hold it against a backup"


def _place(log: book.Log, at: int, line: segments.Line) -> str:
    return f"log/{log.replica}/{line.segment:06d}.jsonl byte {line.offset} (leaf {at})"


def _leaves(log: book.Log, progress: store.Progress | None = None, salt_check: str = "") -> _Checked:
    named: dict[str, int] = {}
    erased, accepted, signed, fences = set[str](), set[str](), set[str](), set[bytes]()
    findings: list[str] = []
    notes: list[str] = []
    for at, line in log.leaves():
        if progress is not None and at % 5000 == 0:
            progress("leaves", at, log.state.size)
        try:
            found = leaves.decode(line.data)
            if found.i != at:
                raise BadLeaf(f"it says it is leaf {found.i}")
        except BadLeaf as bad:
            findings.append(f"{_place(log, at, line)}: {bad}")
            continue
        fences.update(values.fence(digest)[:-1] for digest in found.digests)
        if found.type == "erased":
            erased.update(found.digests)
        elif found.type == "gap":
            accepted.update(found.digests)
            notes.append(f"{_place(log, at, line)}: a loss was accepted there; what was lost stays out")
        else:
            named.update(dict.fromkeys(found.digests, at))
            if found.type in ("decided", "key"):
                signed.update(found.digests)
            elif at == 0:
                findings += _begun_otherwise(log, found, salt_check, _place(log, at, line))
    return _Checked(named, erased, accepted, signed, fences, findings, notes)


def _begun_otherwise(log: book.Log, first: leaves.Leaf, salt_check: str, where: str) -> list[str]:
    """What the first leaf of a log says otherwise than its place and the salt beside it do."""
    found = []
    if first.body.get("replica", log.replica) != log.replica:
        found.append(f"{where}: it was begun as the log of {first.body['replica']!r}")
    if salt_check and first.body.get("salt", salt_check) != salt_check:
        found.append(f"{where}: .sapwood/salt is not the one it was begun with; without that nobody can tell what was "
                     "rejected or forgotten: put it back from a copy")  # fmt: skip
    return found


def missing_values(home: Home) -> frozenset[str]:
    """Digests that leaves name and no value holds, which were neither erased nor given up."""
    checked = [_leaves(log) for log in book.opened(home.places)]
    gone = {digest for each in checked for digest in each.erased | each.accepted}
    present = {
        value.digest
        for replica in safe.folders(home.places.values)
        for _, value in values.scan(home.places.values, replica)
        if value is not None
    }
    return frozenset(digest for each in checked for digest in each.named if digest not in present | gone)


def fences_of(logs: Sequence[book.Log]) -> frozenset[bytes]:
    """The fences, without LF, of all values that leaves name: those of erased and of lost ones stay where they were."""
    return frozenset(
        values.fence(digest)[:-1]
        for log in logs
        for _, line in log.leaves()
        for digest in _digests(line.data)
    )


def _digests(line: bytes) -> tuple[str, ...]:
    try:
        return leaves.decode(line).digests
    except BadLeaf:
        return ()


def _values(
    home: Home, lacking: dict[str, str], named: dict[str, str], erased: set[str], fences: set[bytes],
    kept: dict[str, bytes],
) -> tuple[int, list[str], list[str]]:  # fmt: skip
    """(how many hold, what is wrong, what a write that was stopped may have left: it harms nothing). `lacking` are the
    digests that no value may lack; the bytes of those in `kept` are put there."""
    present: set[str] = set()
    faults: list[str] = []
    notes: list[str] = []
    before = b""
    for replica in safe.folders(home.places.values):
        for segment in segments.listed(f"{home.places.values}/{replica}"):
            where = f"values/{replica}/{segment.number:06d}.jsonl"
            for line in segments.lines(segment):
                offset = line.offset
                if isinstance(line, segments.Torn):
                    told = faults if before in fences else notes  # no stopped write leaves a named value without fence
                    told.append(f"{where}: byte {offset}: an unfinished last line of {len(line.data)} bytes")
                elif values.is_fence(line.data):
                    if line.data != before and line.data not in fences:
                        faults.append(f"{where}: the line at byte {offset} is the fence of no value that a leaf names")
                    before = b""
                elif (value := values.decode(line.data)) is None:
                    faults.append(f"{where}: the line at byte {offset} does not hash to what it says")
                elif not _is_as_written(line.data, value):
                    faults.append(f"{where}: the line at byte {offset} holds its value and is not as it was written")
                else:
                    if value.digest not in named and value.digest not in erased:
                        notes.append(f"{where}: no leaf names the value at byte {offset}; it is not served")
                    present.add(value.digest)
                    if value.digest in kept:
                        kept[value.digest] = value.data
                    before = values.fence(value.digest)[:-1]
    lost = [digest for digest in lacking if digest not in present and digest not in erased]
    faults += [f"{named[digest]}: its value is missing without an `erased` leaf; {_WAY_OUT}" for digest in lost]
    still = sorted(erased & present)
    faults += [f"value {digest[:16]}… was erased and is still there; the next write drops it" for digest in still]
    return len(present), faults, notes


def _is_as_written(line: bytes, value: values.Value) -> bool:
    """False for a line that says the same in other bytes: harmless, and not what was written."""
    start = len(f'{{"d":"{value.digest}","s":"')
    try:
        salt = bytes.fromhex(line[start : start + 2 * values.SALT_BYTES].decode("ascii"))
    except ValueError:
        return False
    return values.encode(value.data, salt)[1] == line + b"\n"


def head_line(log: book.Log) -> str:
    """One line to keep elsewhere: origin, size, root."""
    return f"{log.state.origin} {log.state.size} {log.state.root.hex()}"


def _parse_head(line: str) -> tuple[str, int, bytes]:
    parts = line.split()
    if len(parts) == 3 and parts[1].isdigit() and len(parts[2]) == 64:
        try:
            return parts[0], int(parts[1]), bytes.fromhex(parts[2])
        except ValueError:
            pass
    raise BadArgument("--head", line, "a line of `sapwood log head`: origin, size, root")


def _judge_head(
    places: Places, logs: tuple[book.Log, ...], given: tuple[str, int, bytes], findings: list[str]
) -> int:
    origin, size, root = given
    if origin.rpartition("/")[0] != f"sapwood-{places.workspace}":
        findings.append(f"{origin}: a head of another memory, this one is {places.workspace}; not judged")
        return NOTHING
    log = next((log for log in logs if log.state.origin == origin), None)
    if log is None:
        findings.append(f"{origin}: no log of that name is here")
        return OLDER
    if log.state.size < size:
        findings.append(f"{origin}: {log.state.size} leaves here, the head given has {size}")
        return OLDER
    frontier = Frontier()
    for at, line in log.leaves():
        if at == size:
            break
        frontier.append(leaf_hash(line.data))
    if frontier.root() != root:
        findings.append(f"{origin}: the first {size} leaves do not hash to the root of the head given: another history")
        return FORK
    return GOOD
