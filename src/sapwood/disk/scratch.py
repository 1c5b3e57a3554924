"""A file for another program, in a folder that only this user can read and that is gone at the end."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator

from sapwood.disk import replace


def read(path: str) -> bytes:
    """What the other program left in it."""
    with open(path, "rb") as held:
        return held.read()


@contextlib.contextmanager
def file(name: str, data: bytes) -> Iterator[str]:
    """The path of a new file `name` that holds `data`; what the program puts beside it goes with the folder."""
    with tempfile.TemporaryDirectory(prefix="sapwood-") as folder:
        path = os.path.join(folder, name)
        replace.write_atomic(path, data, sync=False, mode=0o600)
        yield path
