"""How things are timed: medians side by side, bare controls, whole processes and the syncs they make."""

from __future__ import annotations

import contextlib
import cProfile
import hashlib
import io
import os
import pstats
import re
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

TOKENIZER = "porter unicode61 remove_diacritics 2"
K = 10  # answers of a lane, as `recall` gives by default
LANES = ("marks", "substrate", "daily")
_SHOWN = 14  # rows of a profile

# Counts the syncs that the process asks the operating system for through `os`; SQLite's own are not among them.
_COUNTED = """
import os, sys
counts = {"fsync": 0}
real = os.fsync
def fsync(descriptor):
    counts["fsync"] += 1
    real(descriptor)
os.fsync = fsync
from sapwood.doors.start import main
try:
    main()
finally:
    with open(os.environ["BENCH_COUNTS"], "w") as file:
        file.write(str(counts["fsync"]))
"""

_SIZED = """
import os, sys
null = os.open(os.devnull, os.O_RDWR)
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
print(os.wait4(child, 0)[2].ru_maxrss)
"""

_PROFILED = """
import cProfile, io, pstats, sys
from sapwood.doors.start import main
profile = cProfile.Profile()
try:
    profile.runcall(main)
except SystemExit:
    pass
finally:
    out = io.StringIO()
    pstats.Stats(profile, stream=out).sort_stats("tottime").print_stats(%d)
    sys.stderr.write(out.getvalue())
"""


def clocked(call: Callable[..., object], *given: object) -> float:
    """Seconds of one call, by the clock that the run has."""
    start = clock()
    call(*given)
    return clock() - start


def clock() -> float:
    """Seconds that pass, or with `use_processor` those that this process and the ones it has waited for computed."""
    if not _processor:
        return time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + used.ru_utime + used.ru_stime


_processor: list[bool] = []


def uses_processor() -> bool:
    """True after `use_processor`."""
    return bool(_processor)


def use_processor() -> None:
    """Count what is computed instead of the time that passes: on a busy machine only that can be compared."""
    _processor.append(True)


def interleaved(calls: Mapping[str, Callable[[], object]], rounds: int, *, warm: int = 1) -> dict[str, list[float]]:
    """Seconds of each call, in turn, so that what slows the machine for a while slows all of them."""
    for _ in range(warm):
        for call in calls.values():
            call()
    took: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            took[name].append(clocked(call))
    return took


def median(samples: Sequence[float]) -> float:
    """The middle one."""
    return statistics.median(samples)


def high(samples: Sequence[float]) -> float:
    """The 95th percentile: the sample that 95 % do not exceed."""
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, round(len(ordered) * 0.95))]


class Control:
    """Bare FTS5 over the text that a memory holds, one table a lane, kept open with the cache that the index has.

    `add` takes (text, second field) rows. The query is the words of a question joined by OR, the best `K` rows.
    """

    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA cache_size=-16384")
        self.db.execute("PRAGMA synchronous=OFF")
        for lane in LANES:
            self.db.execute(f'CREATE VIRTUAL TABLE {lane} USING fts5(text, beside, tokenize = "{TOKENIZER}")')

    def add(self, lane: str, rows: Iterable[tuple[str, str]]) -> None:
        """Rows of one lane, in one transaction."""
        self.db.execute("BEGIN")
        self.db.executemany(f"INSERT INTO {lane} VALUES (?, ?)", rows)
        self.db.execute("COMMIT")

    def ask(self, words: Sequence[str]) -> list[list[Any]]:
        """One query a lane: (row, rank) of the best ones."""
        return [_bare(self.db, lane, words) for lane in LANES]

    def close(self) -> None:
        """Let the database go."""
        self.db.close()


class IndexTables:
    """The full-text tables of the product's own index, asked read-only in the same way; `tables` are their names."""

    def __init__(self, cache: str) -> None:
        found = [os.path.join(at, "index.db") for at, _, names in os.walk(cache) if "index.db" in names]
        self.db = sqlite3.connect(f"file:{found[0]}?mode=ro", uri=True, isolation_level=None)
        self.db.execute("PRAGMA cache_size=-16384")
        rows = self.db.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%using fts5%'").fetchall()
        named = [name for (name,) in rows]
        self.tables = [name for name in named if any(name.startswith(lane) for lane in LANES)]

    def ask(self, words: Sequence[str]) -> list[list[Any]]:
        """One query a table: (row, rank) of the best ones."""
        return [_bare(self.db, table, words) for table in self.tables]

    def close(self) -> None:
        """Let the database go."""
        self.db.close()


def _bare(db: sqlite3.Connection, table: str, words: Sequence[str]) -> list[Any]:
    match = " OR ".join(f'"{word}"' for word in words)
    return db.execute(
        f"SELECT rowid, rank FROM {table} WHERE {table} MATCH ? ORDER BY rank LIMIT {K}", (match,)
    ).fetchall()


def bare_inserts(rows: Sequence[tuple[str, str]], at_once: int = 1_000) -> None:
    """Put rows into an FTS5 table on disk, a transaction with its syncs every `at_once` rows."""
    with tempfile.TemporaryDirectory() as folder:
        db = sqlite3.connect(os.path.join(folder, "bare.db"), isolation_level=None)
        db.execute(f'CREATE VIRTUAL TABLE t USING fts5(text, beside, tokenize = "{TOKENIZER}")')
        for at in range(0, len(rows), at_once):
            db.execute("BEGIN")
            db.executemany("INSERT INTO t VALUES (?, ?)", rows[at : at + at_once])
            db.execute("COMMIT")
        db.close()


def bare_hash(folder: str) -> int:
    """Hash every line of the segments under a folder as the leaf of a tree and once more as its node; the lines."""
    count, digest = 0, hashlib.sha256
    for at, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".jsonl"):
                with open(os.path.join(at, name), "rb") as file:
                    for line in file:
                        leaf = digest(b"\0" + line[:-1]).digest()
                        digest(b"\1" + leaf + leaf).digest()
                        count += 1
    return count


def stat_pass(folder: str) -> int:
    """One scandir of a folder with the stat of every entry: size, mtime and inode."""
    with os.scandir(folder) as entries:
        return sum(1 for entry in entries if entry.stat(follow_symlinks=False).st_size >= 0)


def sync_writes(folder: str, count: int = 2) -> None:
    """`count` appends of a line with an fsync each: what a small durable write costs at the least."""
    for number in range(count):
        with open(os.path.join(folder, f"sync-{number}"), "ab") as file:
            file.write(b"x" * 400 + b"\n")
            file.flush()
            os.fsync(file.fileno())


def process(command: Sequence[str], env: Mapping[str, str]) -> str:
    """Run a command to its end; what it printed. Raises `SystemExit` with what it said where it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=dict(env), check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[3:])} exits {done.returncode}: {done.stderr}")
    return done.stdout


def resident(command: Sequence[str], env: Mapping[str, str]) -> float:
    """The most memory in MB that a command holds. A small process starts it: the kernel counts what the parent of a
    new process held as the child's."""
    said = process([sys.executable, "-I", "-S", "-c", _SIZED, *command], env)
    return int(said) / (1024 * 1024 if sys.platform == "darwin" else 1024)


def syncs(arguments: Sequence[str], env: Mapping[str, str], again: Sequence[str] = ()) -> tuple[int, int | None]:
    """(syncs that the product asks for through `os`, all syncs with those of SQLite) of one `sapwood` command.

    The second is counted by `strace` over another run, with the arguments `again`; None without them or without it.
    """
    with tempfile.TemporaryDirectory() as folder:
        counts, trace = os.path.join(folder, "counts"), os.path.join(folder, "trace")
        told = {**env, "BENCH_COUNTS": counts}
        process([sys.executable, "-c", _COUNTED, *arguments], told)
        with open(counts, encoding="utf-8") as file:
            own = int(file.read())
        if not again or shutil.which("strace") is None:
            return own, None
        traced = ["strace", "-f", "-qq", "-e", "trace=fsync,fdatasync", "-o", trace]
        try:
            process([*traced, sys.executable, "-c", _COUNTED, *again], told)
        except SystemExit:  # a machine may forbid tracing
            return own, None
        with open(trace, encoding="utf-8") as file:
            return own, len(re.findall(r"\b(?:fsync|fdatasync)\(", file.read()))


def profiled(call: Callable[[], object]) -> str:
    """Where a call spends its time: the functions with the most time of their own."""
    profile = cProfile.Profile()
    profile.runcall(call)
    out = io.StringIO()
    pstats.Stats(profile, stream=out).sort_stats("tottime").print_stats(_SHOWN)
    return _compact(out.getvalue())


def profiled_process(arguments: Sequence[str], env: Mapping[str, str]) -> str:
    """The same for a whole `sapwood` command, imports included."""
    command = [sys.executable, "-c", _PROFILED % _SHOWN, *arguments]
    done = subprocess.run(command, env=dict(env), check=False, capture_output=True, text=True)
    return _compact(done.stderr)


def _compact(text: str) -> str:
    """A profile without its blank lines and with the paths cut to the package."""
    lines = [
        line for line in text.splitlines() if line.strip() and "Ordered by" not in line and "List reduced" not in line
    ]
    return "\n".join(re.sub(r"\S*/(?:src|site-packages|lib/python[\d.]+)/", "", line.rstrip()) for line in lines)


@contextlib.contextmanager
def scratch(folder: str, name: str) -> Iterator[str]:
    """A path under a folder that is gone afterwards."""
    path = os.path.join(folder, name)
    _remove(path)
    try:
        yield path
    finally:
        _remove(path)


def _remove(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
