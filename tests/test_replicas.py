"""One memory in several places: clones that are merged, copies that are put together, logs that went back or apart."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from household import Household
from sapwood.memory import Memory

CITE = "daily/2026-11-05.md#L3"
GIT = pytest.mark.needs("git")


class Machine(Household):
    """A clone of the home on a machine of its own: its own state, cache and git."""

    def __init__(self, folder: Path, person: Path, now: float) -> None:
        self.folder, self.owner, self.now = folder, "joshua", now
        self.env = {"HOME": str(person)}
        self.env |= {f"XDG_{kind}_HOME": str(person / kind.lower()) for kind in ("STATE", "CACHE", "DATA", "CONFIG")}
        person.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def _here(self) -> Iterator[None]:
        before = dict(os.environ)
        os.environ.update(self.env)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)

    def memory(self, *, actor: str = "", channel: str = "cli", scope: str = "home") -> Memory:
        with self._here():
            return super().memory(actor=actor, channel=channel, scope=scope)

    def cli(
        self, *arguments: str, stdin: str = "", check: int | None = 0, env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return super().cli(*arguments, stdin=stdin, check=check, env={**self.env, **(env or {})})

    def git(self, *arguments: str, check: bool = True) -> str:
        return git(self.folder, *arguments, check=check)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "as it is")

    def merge(self, other: Machine) -> None:
        """Take in what the other committed; a conflict fails the test."""
        self.git("fetch", "--quiet", str(other.folder), "HEAD")
        said = self.git("merge", "--no-edit", "FETCH_HEAD", check=False)
        assert self.git("status", "--porcelain") == "", said

    def marks(self) -> list[str]:
        return sorted(mark["observation"] for mark in self.memory().marks(states=("active",)))


def git(folder: Path, *arguments: str, check: bool = True) -> str:
    """git without any setting of this machine's."""
    env = {
        **os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "joshua", "GIT_AUTHOR_EMAIL": "joshua@example.org",
        "GIT_COMMITTER_NAME": "joshua", "GIT_COMMITTER_EMAIL": "joshua@example.org",
    }  # fmt: skip
    done = subprocess.run(["git", *arguments], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout + done.stderr


@pytest.fixture
def house(own_home: Path) -> Household:
    found = Household(own_home / "home")
    found.day("2026-11-05", "09:00 prefers green tea to coffee", "slept badly because of the noise")
    return found


@pytest.fixture
def pair(house: Household, own_home: Path) -> tuple[Machine, Machine]:
    """Two clones of one home that holds a mark already, each on a machine of its own."""
    house.memory().observe("joshua.begin", "known before they parted", CITE)
    git(house.folder, "init", "--quiet", "--initial-branch", "main")
    one = Machine(house.folder, own_home, house.now)
    one.commit()
    git(own_home, "clone", "--quiet", str(house.folder), str(own_home / "two"))
    return one, Machine(own_home / "two", own_home / "other", house.now)


def meet(one: Machine, two: Machine) -> None:
    """Both commit, both merge the other, and both then hold the same files."""
    for each in (one, two):
        each.commit()
    one.merge(two)
    two.merge(one)
    assert one.git("rev-parse", "HEAD^{tree}") == two.git("rev-parse", "HEAD^{tree}")


def answers(machine: Machine) -> list[dict[str, Any]]:
    """What recall says of marks, without what may differ between machines (none of it may)."""
    found = machine.memory().recall("joshua", k=100, min_strength=0.0, layers=("marks",))
    assert {mark["trust"] for mark in found.marks} <= {"unreviewed"}, found
    return list(found.marks)


def agree(one: Machine, two: Machine) -> list[str]:
    """Both verify, both say the same, and a rebuild says it again; what they say."""
    said = answers(one)
    for each in (one, two):
        verdict = each.memory().verify()
        assert (verdict.code, [found for found in verdict.findings if "unwitnessed" not in found]) == (0, [])
        assert answers(each) == said
        each.memory().rebuild()
        assert answers(each) == said
    return [mark["observation"] for mark in said]


@GIT
def test_two_clones_meet_on_the_command_line(pair: tuple[Machine, Machine]) -> None:
    one, two = pair
    gone = one.memory().observe("joshua.x", "seen by one and forgotten", CITE).id
    one.cli("observe", "joshua.one", "seen by one", "--evidence", CITE)
    one.cli("forget", gone)
    two.cli("observe", "joshua.two", "seen by two", "--evidence", CITE)
    for each, words in ((one, "decided to use the blue teapot"), (two, "decided to use the red saucer")):
        each.cli("jot", words)
        each.cli("consolidate")
    meet(one, two)
    for each in (one, two):
        each.cli("verify")
        said = each.cli("recall", "joshua", "--layers", "marks").stdout
        assert "seen by one and forgotten" not in said
        for words in ("seen by one", "seen by two", "blue teapot", "red saucer", "known before"):
            assert words in said, said
    assert "seen by one and forgotten" not in agree(one, two)
