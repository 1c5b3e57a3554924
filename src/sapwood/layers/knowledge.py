"""Written only with a person's signature: facts, one file each, the exact bytes that were signed.

A file here counts for what the log proves of it (`gate.ledger`). One that a hand or a program changed, or put here, is
`unverifiable` until its bytes are approved; nothing rewrites it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapwood.admit import Admitted
from sapwood.change import Change, FileStep
from sapwood.core.claim import Claim
from sapwood.disk import replace, safe
from sapwood.disk.places import Places
from sapwood.errors import Refused

if TYPE_CHECKING:
    from sapwood.gate.decisions import Verified
    from sapwood.gate.ledger import Standing


def step(change: Change, claim: Claim, data: bytes) -> FileStep:
    """The file step that writes a claim. Raises `Refused` where another file stands in its place."""
    shown = f"{change.places.shown(change.places.knowledge)}/{claim.file_name}"
    path = change.places.located(shown)
    here = safe.read_own(path)
    if here is not None and here != data:
        message = f"{shown} is there and holds something else; move it away, then approve again"
        raise Refused("file", message)
    return FileStep("write", shown, None if here is None else change.digest(here), change.digest(data))


def write(change: Change, admitted: Admitted, verified: Verified, where: FileStep) -> str:
    """Put signed bytes into their file; where it lies, as shown."""
    stated = admitted.leaf.body.get("file")
    if verified.claim is None or stated != where.to_json() or where.after != change.digest(verified.data):
        raise Refused("signature", "knowledge is written with the bytes that were signed and with nothing else")
    change.write_file(where, verified.data)
    return where.path


def put_back(change: Change, admitted: Admitted, standing: Standing, where: FileStep, before: bytes | None) -> str:
    """Put signed bytes back into their file; where what stood there is kept, as shown (empty: nothing did)."""
    if standing.state != "approved" or admitted.leaf.body.get("file") != where.to_json():
        raise Refused("signature", "only the bytes of an approved claim are put back")
    kept = ""
    if before is not None:
        replace.make_folder(change.places.aside, 0o700)
        path = f"{change.places.aside}/knowledge-{admitted.leaf.i}-{where.path.rsplit('/', 1)[-1]}"
        replace.write_atomic(path, before, mode=0o600)
        kept = change.places.shown(path)
    change.write_file(where, standing.data)
    return kept


def owned(places: Places) -> tuple[str, ...]:
    """The folder that this layer may write."""
    return (places.knowledge,)
