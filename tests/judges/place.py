"""A home for a judge: in folders of its own, written by the product, asked through the command that is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from household import Household

COMMAND = Path(sys.executable).with_name("sapwood")
_FOLDERS = ("STATE", "CACHE", "DATA", "CONFIG")


class Answer(NamedTuple):
    """What the command said: exit code, the lanes of its JSON, its notices, the error."""

    code: int
    lanes: dict[str, list[dict[str, Any]]]
    notices: list[str]
    error: str


class Place:
    """Folders for one home and what Sapwood keeps of it elsewhere; the environment leads there until `close`."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="sapwood-judge-")
        self.top = Path(self._folder.name) / "place"
        self._before: dict[str, str] = {}

    def open(self) -> None:
        """Lead the environment here, into empty folders, and make a home."""
        self.top.mkdir()
        self._before = dict(os.environ)
        for name in [name for name in os.environ if name.startswith("SAPWOOD_")]:
            del os.environ[name]
        os.environ["HOME"] = str(self.top)
        for kind in _FOLDERS:
            os.environ[f"XDG_{kind}_HOME"] = str(self.top / kind.lower())
        self.house = Household(self.top / "home")

    def close(self) -> None:
        """Remove the folders, and put the environment back."""
        os.environ.clear()
        os.environ.update(self._before)
        shutil.rmtree(self.top, ignore_errors=True)

    @property
    def _copy(self) -> Path:
        return self.top.with_name("copy")

    @property
    def is_kept(self) -> bool:
        """Whether there is a copy to go back to."""
        return self._copy.exists()

    def keep(self) -> None:
        """Copy the folders as they are now."""
        shutil.copytree(self.top, self._copy, symlinks=True)

    def go_back(self) -> None:
        """Put the copy back where it was made: at another path the same home is another replica."""
        shutil.rmtree(self.top)
        shutil.copytree(self._copy, self.top, symlinks=True)

    def memory(self, **options: Any) -> Any:
        """The product, with the clock of the machine."""
        self.house.now = time.time()
        return self.house.memory(**options)

    @property
    def cache(self) -> Path:
        """Where the index and the trees of the logs lie."""
        return Path(self.memory().home.places.cache)

    def recall(self, *arguments: str) -> Answer:
        """`sapwood recall … --json` as a process."""
        done = subprocess.run(
            [COMMAND, "--home", str(self.house.folder), "recall", *arguments, "--json"],
            capture_output=True, text=True, check=False, timeout=60, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if done.returncode or not done.stdout:
            return Answer(done.returncode, {}, [], done.stderr.strip())
        found = json.loads(done.stdout)
        lanes = {name: lane for name, lane in found.items() if isinstance(lane, list) and name != "notices"}
        return Answer(0, lanes, found["notices"], done.stderr.strip())
