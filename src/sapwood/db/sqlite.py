"""Connections to SQLite, nothing else. What is asked of them stands in `index`."""

from __future__ import annotations

import sqlite3

BUSY_MILLISECONDS = 5_000


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
