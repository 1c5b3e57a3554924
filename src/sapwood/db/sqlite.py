"""Connections to SQLite, nothing else. What is asked of them stands in `index` and `layers/compost`."""

from __future__ import annotations

import os
import sqlite3
import time

from sapwood.disk import safe

BUSY_MILLISECONDS = 5_000
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-")  # of a path in a URI


def connect(path: str, *, durable: bool = True) -> sqlite3.Connection:
    """A connection in autocommit mode (transactions are begun by hand); `:memory:` for one without a file.

    A rollback journal, not WAL: then the one database file changes only when a writer commits, so that its stamp
    (disk/safe.py `Stat`) tells whether anybody else touched it (docs/decisions/0001). `durable=False` is for a
    database that is being built under another name: no journal, no fsync.
    """
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_MILLISECONDS / 1000)
    if durable:
        connection.execute("PRAGMA journal_mode=TRUNCATE")
        connection.execute("PRAGMA synchronous=NORMAL")
    else:
        connection.execute("PRAGMA journal_mode=OFF")
        connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA cache_size=-16384")
    connection.execute("PRAGMA temp_store=MEMORY")
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection


def read_only(path: str, seconds: float) -> sqlite3.Connection:
    """A connection to a database of somebody else's that writes nothing, neither into it nor beside it, and gives up
    any one call after `seconds`.

    A database in WAL mode that nobody has open is opened as immutable: opening it in the common way would leave two
    files beside it (the caller looks whether it is as before when it is done). Raises `sqlite3.Error`, and `OSError`
    where there is no such file.
    """
    descriptor = safe.open_regular(path)
    try:
        is_wal = os.pread(descriptor, 2, 18) == b"\x02\x02"  # SQLite file format, 1.3: write and read version
    finally:
        os.close(descriptor)
    mode = "mode=ro" if not is_wal else "mode=ro&readonly_shm=1" if os.path.exists(path + "-wal") else "immutable=1"
    connection = sqlite3.connect(f"file:{_in_uri(path)}?{mode}", uri=True, isolation_level=None, timeout=seconds)
    connection.execute("PRAGMA query_only=ON")
    connection.execute("PRAGMA trusted_schema=OFF")
    end = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > end, 10_000)
    return connection


def frozen(path: str) -> sqlite3.Connection:
    """A connection that reads a database file as it lies: it takes no lock, plays in no journal and writes nothing.
    Whoever uses it finds out whether the file changed meanwhile. Raises `sqlite3.Error`."""
    connection = sqlite3.connect(f"file:{_in_uri(path)}?mode=ro&immutable=1", uri=True, isolation_level=None)
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection


def _in_uri(path: str) -> str:
    return "".join(chr(byte) if chr(byte) in _PLAIN else f"%{byte:02x}" for byte in os.fsencode(path))


def _escaped(path: str) -> str:
    return "".join(chr(byte) if chr(byte) in _PLAIN else f"%{byte:02x}" for byte in os.fsencode(path))
