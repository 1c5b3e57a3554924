"""One small world for tests: a home on a disk, a person, a clock that is set by hand, and the real product."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sapwood.core import instant
from sapwood.memory import Memory
from sapwood.verbs import init

SOURCE = Path(__file__).resolve().parents[1] / "src"
DATA = Path(__file__).resolve().parent / "data"


class Household:
    """A home of `owner`. `now` is the instant that the next operation sees."""

    def __init__(
        self, folder: Path, owner: str = "joshua", zone: str = "Europe/Berlin", now: str = "2026-11-05T20:00:00Z"
    ) -> None:
        self.folder, self.owner, self.now = folder, owner, instant.parse(now)
        init.init(str(folder), owner=owner, time_zone=zone, substrate=("long-term",))

    def at(self, moment: str) -> Household:
        """Set the clock."""
        self.now = instant.parse(moment)
        return self

    def memory(self, *, actor: str = "", channel: str = "cli", scope: str = "home") -> Memory:
        """The product, opened anew, as another process would."""
        return Memory(str(self.folder), actor=actor, channel=channel, scope=scope, now=lambda: self.now)

    def write(self, name: str, text: str | bytes) -> Path:
        """A file in the person's hand."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def day(self, date: str, *lines: str) -> Path:
        """A daily file with a heading and these lines; `- ` is put before a line that begins with a letter or digit."""
        body = "".join(f"- {line}\n" if line[:1].isalnum() else f"{line}\n" for line in lines)
        return self.write(f"daily/{date}.md", f"# {date}\n\n{body}")

    def texts(self) -> list[str]:
        """What the active marks say, sorted."""
        return sorted(mark["observation"] for mark in self.memory().marks())

    def snapshot(self) -> dict[str, bytes]:
        """Every file of the home with its bytes: what a reader must not change."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and not path.is_symlink()
        }

    def cli(
        self, *arguments: str, stdin: str = "", check: int | None = 0, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """The command line as a process; `check` is the exit code wanted, None for any."""
        done = run_cli(["--home", str(self.folder), *arguments], stdin=stdin, env=env)
        if check is not None:
            assert done.returncode == check, (arguments, done.returncode, done.stdout, done.stderr)
            assert "Traceback" not in done.stderr
        return done


def run_cli(
    arguments: Sequence[str], *, stdin: str = "", env: dict[str, str] | None = None, cwd: str | None = None
) -> subprocess.CompletedProcess[str]:
    """`sapwood …` as a process of its own, with the environment of the test."""
    merged = {**os.environ, "PYTHONPATH": str(SOURCE), **(env or {})}
    code = "from sapwood.doors.start import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=merged,
        cwd=cwd,
        check=False,
        timeout=120,
    )


def only(items: Sequence[Any]) -> Any:
    """The one item there is."""
    assert len(items) == 1, items
    return items[0]
