"""A review that is signed on another device: what waits is carried there in a folder, and what was signed comes back.

For each proposal and each answer there are three files: `NAME.txt` to read, `NAME.pae` whose bytes are signed with
`ssh-keygen -Y sign -n sapwood-decision@v1 -f KEY NAME.pae`, and `NAME.json` that is brought back with `NAME.pae.sig`.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sapwood.core import decision
from sapwood.disk import replace, safe
from sapwood.errors import BadDecision, Refused, SapwoodError
from sapwood.memory import Memory

if TYPE_CHECKING:
    from sapwood.verbs.decide import Decided

_WAITING = ("pending", "held", "deferred")


def export(memory: Memory, folder: str, ids: Sequence[str], fingerprint: str) -> list[str]:
    """Write what waits; the names of what can be signed, two a proposal: to approve it and to reject it."""
    from sapwood.verbs import review as drafts  # noqa: PLC0415 - with what it imports

    waiting = [memory.proposal(each).proposal for each in ids] or memory.proposals(states=_WAITING)
    replace.make_folder(folder, 0o700)
    names = []
    for number, found in enumerate(waiting, 1):
        with memory.desk(fingerprint) as desk:
            for draft in (drafts.approve(desk, found), drafts.reject(desk, found)):
                name = f"{number:03}-{found.id[-8:]}-{draft.decision}"
                carried = {"payload": _text(draft.payload), "data": _text(draft.data)}
                _put(folder, f"{name}.txt", f"{draft.shown}\n{draft.sentence}\n".encode())
                _put(folder, f"{name}.pae", decision.pae(draft.payload))
                _put(folder, f"{name}.json", json.dumps(carried).encode())
                names.append(name)
    return names


def apply(memory: Memory, folder: str) -> dict[str, Decided]:
    """Take in every decision of the folder that has its signature, in the order of the names. Raises `Refused` at the
    first that does not count; those before it stand."""
    made: dict[str, Decided] = {}
    for entry in sorted(safe.scan(folder) or (), key=lambda each: each.name):
        name = entry.name.removesuffix(".pae.sig")
        if name == entry.name:
            continue
        try:
            payload, data = _carried(os.path.join(folder, f"{name}.json"))
            signature = safe.read_own(entry.path) or b""
            made[name] = memory.decide(decision.envelope(payload, "", signature), data)
        except SapwoodError as failure:
            raise Refused(getattr(failure, "reason", "form"), f"{name}: {failure}") from failure
    return made


def _carried(path: str) -> tuple[bytes, bytes]:
    try:
        fields = json.loads(safe.read_own(path) or b"")
        return base64.b64decode(fields["payload"], validate=True), base64.b64decode(fields["data"], validate=True)
    except (OSError, ValueError, TypeError, KeyError) as failure:
        raise BadDecision(f"{path} does not read as an export ({failure})") from failure


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _put(folder: str, name: str, data: bytes) -> None:
    replace.write_atomic(os.path.join(folder, name), data, mode=0o600)
