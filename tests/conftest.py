"""What every test stands on: a home of its own, no setting from outside, and no skip that goes unnoticed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

FULL = os.environ.get("SAPWOOD_TEST_FULL") == "1"

# The same examples every time: a change is judged by what it changed. `.ci/full` looks for new ones.
settings.register_profile("ci", deadline=None, max_examples=60, derandomize=True)
settings.register_profile("full", deadline=None, max_examples=1000)
settings.load_profile("full" if FULL else "ci")

NOT_RUN = "not run: "
XDG_FOLDERS = ("STATE", "CACHE", "DATA", "CONFIG")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker that says what a test needs from the machine."""
    config.addinivalue_line("markers", "needs(*commands): skipped as `not run` where a command is missing")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test marked `needs("ssh-keygen")` where that command is missing, and says so."""
    for mark in item.iter_markers("needs"):
        _skip_without(*mark.args)


def _skip_without(*commands: str) -> None:
    for command in commands:
        if shutil.which(command) is None:
            pytest.skip(f"{NOT_RUN}{command} missing")


@pytest.fixture
def needs() -> Callable[..., None]:
    """`needs("ssh-keygen")` inside a test: the same as the marker, for what is known only at run time."""
    return _skip_without


@pytest.fixture(scope="session")
def full() -> bool:
    """True where SAPWOOD_TEST_FULL=1 asks for the long rounds (.ci/full); tests do not see the variable."""
    return FULL


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A person's folder for this test alone: HOME and the XDG folders lie in it, and no setting leaks in."""
    person = tmp_path_factory.mktemp("person")
    for name in [name for name in os.environ if name.startswith("SAPWOOD_")]:
        monkeypatch.delenv(name)
    for name in ("SUBSTRATE_MEMORY_DIR", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(person))
    for kind in XDG_FOLDERS:
        folder = person / kind.lower()
        folder.mkdir()
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(folder))
    yield person


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Lists the tests that could not run here, one line each, so that a skip is never taken for a pass."""
    lines = []
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
        if reason.startswith(NOT_RUN):
            lines.append(f"{reason} ({report.nodeid})")
    if lines:
        terminalreporter.section("tests not run")
        for line in sorted(lines):
            terminalreporter.write_line(line)
