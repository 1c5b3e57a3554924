"""leaf: one leaf of a log in full: its bytes, its fields, its values, its proof, its file step."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any

from sapwood.core import leaf as leaves
from sapwood.core.merkle import leaf_hash, prove_inclusion, verify_inclusion
from sapwood.disk.home import Home
from sapwood.errors import BadArgument, NotFound
from sapwood.log import book
from sapwood.log.tree import Tree
from sapwood.reading import Reading, is_own
from sapwood.verbs.leaves import DAMAGED, GIVEN_UP, Line, about, decoded, masked, value


def show(home: Home, reading: Reading, given: str = "") -> dict[str, Any]:
    """Everything of one leaf: its bytes, its fields, its values, its proof, its file step. `given` is `REPLICA/I`
    (the first digits of a replica are enough), `I` of this home's own log, or empty for the last leaf of that.
    `sound` is False where the line is no leaf, is not proven, or where a value of it is damaged. Raises `NotFound`."""
    log, at = _named(reading, given)
    line = next((line for _, line in log.leaves(at)), None)
    if line is None:
        raise NotFound(
            "leaf", given or "last", f"the file that holds it is gone; {log.state.detail or log.state.origin}"
        )
    read = decoded(log.replica, at, line.data)
    leaf, proof = read.leaf, _proof(reading, log, read)
    values = [_value_row(reading, leaf, digest) for digest in leaf.digests] if leaf is not None else []
    return {
        "leaf": f"{log.replica}/{at}",
        "log": log.state.origin,
        "file": f".sapwood/log/{log.replica}/{line.segment:06d}.jsonl",
        "offset": line.offset,
        "bytes": len(line.data),
        "line": line.data.decode("utf-8", "backslashreplace"),
        "fault": read.fault,
        "fields": {**leaf._asdict(), "asserted": ["at", "actor"]} if leaf is not None else None,
        "about": about(reading, leaf) if leaf is not None else "",
        "values": values,
        "proof": proof,
        "step": _step(home, reading, log, read),
        "sound": leaf is not None and proof["holds"] and all(each["state"] != DAMAGED for each in values),
    }


def _named(reading: Reading, given: str) -> tuple[book.Log, int]:
    name, slash, number = given.strip().rpartition("/")
    fitting = [
        log for log in reading.logs if (log.replica.startswith(name.lower()) if slash else is_own(reading.places, log))
    ] or ([] if slash else list(reading.logs))
    if len(fitting) != 1:
        raise BadArgument("leaf", given, "REPLICA/I, such as " + (
            ", ".join(f"{log.replica}/0" for log in fitting or reading.logs) or "there will be after the first write"
        ))  # fmt: skip
    log = fitting[0]
    at = int(number) if number.isdecimal() and len(number) < 19 else -1 if number else log.state.size - 1
    if not 0 <= at < log.state.size:
        raise NotFound("leaf", given, f"{log.state.origin} has {log.state.size} leaves, the first is 0")
    return log, at


def _value_row(reading: Reading, leaf: leaves.Leaf, digest: str) -> dict[str, Any]:
    state, data = value(reading, digest)
    if leaf.type == "gap" and data is None:
        state = GIVEN_UP
    text, hidden = masked(data) if data is not None else (None, 0)
    return {"digest": digest, "state": state, "text": text, "masked": hidden}


def _proof(reading: Reading, log: book.Log, line: Line) -> dict[str, Any]:
    """The audit path of a line to the root that the witness saw, to the log's own where the witness has not seen the
    leaf. A log that does not agree with its witness is held against the hashes that were kept beside the index."""
    then = log.witness
    witnessed = then is not None and line.i < then.size
    size, root = log.state.size, log.state.root
    if then is not None and witnessed:
        size, root = then.size, bytes.fromhex(then.root)
    path, holds = _path(Tree(reading.places.cache, log.replica), line, size, root)
    if log.sound and not holds:
        path, holds = _path(book.grown_tree(reading.places.cache, log, anew=True), line, size, root)
    return {
        "holds": holds and (log.sound or witnessed),
        "against": "witness" if witnessed else "log",
        "size": size,
        "root": root.hex(),
        "leaf_hash": leaf_hash(line.data).hex(),
        "path": [each.hex() for each in path],
        "status": log.state.status,
        "detail": log.state.detail,
    }


def _path(tree: Tree, line: Line, size: int, root: bytes) -> tuple[list[bytes], bool]:
    if not line.i < size <= tree.size:
        return [], False
    path = prove_inclusion(line.i, size, tree.get)
    return path, verify_inclusion(leaf_hash(line.data), line.i, size, path, root)


def _step(home: Home, reading: Reading, log: book.Log, line: Line) -> dict[str, Any] | None:
    """The file step of a leaf, whether it is done, and how the file stands now against what the leaf left there."""
    fields = line.leaf.body.get("file") if line.leaf is not None else None
    if not isinstance(fields, dict):
        return None
    step = {key: fields.get(key) for key in ("op", "path", "source", "before", "after") if key in fields}
    now = _digest_now(home, reading, step.get("path"))
    return {**step, "done": _done(reading, log, line.i, step, now), "now": _now(step, now)}


def _digest_now(home: Home, reading: Reading, path: Any) -> str | None:
    """The keyed digest of a file that may be read; None where it is not there, empty where it cannot be looked at."""
    try:
        located = home.places.located(path)
        data = home.places.read(located, home.config.limits.file_bytes)
    except (ValueError, TypeError):  # no name of a file
        return ""
    if isinstance(data, bytes):
        return hmac.digest(reading.index.rules.salt, data, "sha256").hex()
    return None if data.kind == "missing" else ""


def _done(reading: Reading, log: book.Log, at: int, step: Mapping[str, Any], now: str | None) -> str:
    """At most the last leaf of a log can lack its file, and a step that came to nothing is said by the next leaf."""
    following = next((decoded(log.replica, at + 1, line.data).leaf for _, line in log.leaves(at + 1)), None)
    if following is not None and following.type == "undone" and following.body.get("leaf") == at:
        return f"undone ({following.body.get('why')})"
    settled = log.witness.settled if log.witness is not None else 0
    if at + 1 < max(log.state.size, settled + 1) or now == step.get("after"):
        return "done"
    if now == step.get("before"):
        return "waits for the next write" if is_own(reading.places, log) else "waits for the machine that wrote it"
    return "not done: the file is neither as before nor as after"


def _now(step: Mapping[str, Any], now: str | None) -> str:
    if now == "":
        return "cannot be looked at"
    if now == step.get("after"):
        return "as this leaf left it"
    if now is None:
        return "not there"
    return "as before this leaf" if now == step.get("before") else "changed since"
