"""What git holds of a home: older and longer copies of its files. Asked only when a person asks for it; nothing in the
repository or the working tree is changed."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator

from sapwood.disk import replace
from sapwood.errors import NotFound

_SECONDS = 120


def commits(home: str, path: str, given: str = "") -> Iterator[str]:
    """The commit that `given` names, or else those of every branch, tag, stash and reflog that changed `path`, newest
    first. `NotFound` where there is no such commit, no repository or no git."""
    if given:
        named = _run(home, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{given}^{{commit}}")
        yield named.decode().strip()
        return
    yield from _run(home, "rev-list", "--all", "--reflog", "--date-order", "--", path).decode().splitlines()


@contextlib.contextmanager
def taken_out(home: str, commit: str, path: str, beside: str) -> Iterator[str]:
    """A folder, gone at the end, with `path` and what lies below it as `commit` has it, byte for byte. It is made in
    the folder `beside`."""
    with tempfile.TemporaryDirectory(prefix=".sapwood-tmp-git-", dir=beside) as folder:
        for name in _run(home, "ls-tree", "-r", "-z", "--name-only", commit, "--", path).decode().split("\0")[:-1]:
            target = os.path.normpath(os.path.join(folder, name))
            if target.startswith(folder + os.sep):
                replace.make_folder(os.path.dirname(target), 0o700)
                data = _run(home, "cat-file", "blob", f"{commit}:./{name}")
                replace.write_atomic(target, data, sync=False, mode=0o600)
        yield folder


def _run(home: str, *arguments: str) -> bytes:
    command = ["git", "-C", home, *arguments]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603 - no shell
    except FileNotFoundError:
        raise NotFound("command", "git", "install it, or give a copy with --from") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise NotFound("git history", " ".join(arguments[:2]), said[-1] if said else "no such commit")
    return done.stdout
