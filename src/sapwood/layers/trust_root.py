"""The files of the trust root: written by a decision about a key that a valid key signed, after its leaf; or by hand.

OpenSSH reads them as they are, and a person may edit them: lines that are there keep their bytes.
"""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator

from sapwood.core import signers
from sapwood.core.decision import Statement
from sapwood.disk import lock, owned, replace
from sapwood.disk.steps import reached
from sapwood.gate.keys import ENROL, KeyDecision
from sapwood.gate.root import REVOKED, SIGNERS, Root

_END = "END"


@contextlib.contextmanager
def held(root: Root, seconds: float) -> Iterator[None]:
    """Hold the root of a user against other homes of the workspace on this machine. That of the machine is not held:
    who runs this cannot write there, and root does one thing at a time."""
    if root.system:
        yield
        return
    replace.make_folder(root.folder, 0o700)
    with lock.held(os.path.join(root.folder, "lock"), seconds):
        yield


def write(root: Root, decided: KeyDecision) -> list[str]:
    """Put the decision into the file it is about. For a root of the machine that this process may not write: nothing
    is written, and the commands that do it come back, for a person to read and run."""
    if decided.act.act == ENROL:
        path, data = os.path.join(root.folder, SIGNERS), _enrolled(root, decided)
    else:
        line = signers.revoked_line(decided.enrolled.key, comment(decided.statement))
        path, data = os.path.join(root.folder, REVOKED), _ended(root.revoking) + line
    if root.system and not owned.is_root():
        return _commands(root.folder, path, data)
    replace.make_folder(root.folder, 0o755 if root.system else 0o700)
    replace.write_atomic(path, data, mode=0o644 if root.system else 0o600)
    reached("root-written")
    return []


def comment(said: Statement) -> str:
    """What stands beside a revoked key: when and why."""
    return f"{said.decided_at} {said.reason}".rstrip()


def _enrolled(root: Root, decided: KeyDecision) -> bytes:
    """The signers with the new one at the end, or in the place of the line that the key has."""
    line = signers.written([decided.enrolled])
    known = root.signers.of(decided.enrolled.key)
    if known is None:
        return _ended(root.enrolling) + line
    lines = _ended(root.enrolling).split(b"\n")
    lines[known.line - 1] = line.rstrip(b"\n")
    return b"\n".join(lines)


def _ended(data: bytes) -> bytes:
    return data if not data or data.endswith(b"\n") else data + b"\n"


def _commands(folder: str, path: str, data: bytes) -> list[str]:
    """The text stands in the command itself: a file beside it could be changed before it is taken."""
    return [
        f"sudo install -d -m 755 -o root {shlex.quote(folder)}",
        f"sudo tee {shlex.quote(path)} > /dev/null <<'{_END}'\n{data.decode('utf-8', 'replace')}{_END}",
    ]
