"""The one path resolver: where everything of a home lies. Every reader and writer asks here."""

from __future__ import annotations

import hashlib
import os
import sys
from typing import NamedTuple

from sapwood.core.problem import Problem
from sapwood.disk import safe

CONFIG = "sapwood.toml"
# Where root keeps the trust roots of a machine: never from the environment or a setting. /etc is a link on macOS.
SYSTEM_TRUST = "/private/etc/sapwood/trust" if sys.platform == "darwin" else "/etc/sapwood/trust"


class Declared(NamedTuple):
    """A folder or file of notes. `deep`: with all folders below it. `named`: a person named it, so that it is a problem
    where it is not there; of a default it is none."""

    path: str
    deep: bool = False
    named: bool = True


class View(NamedTuple):
    """A table or view of a SQLite database that holds compost."""

    path: str
    name: str

    @property
    def shown(self) -> str:
        """As `sapwood.toml` writes it."""
        return f"sqlite:{self.path}#{self.name}"


class Places(NamedTuple):
    """Absolute paths of one home. `initialised` is False for a folder without `sapwood.toml`: it is read only."""

    home: str
    workspace: str
    initialised: bool
    state: str
    cache: str
    daily: str
    archive: str
    substrate: tuple[str, ...]
    notes: tuple[Declared, ...] = ()
    exclude: tuple[str, ...] = ()
    compost: tuple[str, ...] = ()
    views: tuple[View, ...] = ()
    user_trust: str = ""
    system_trust: str = SYSTEM_TRUST

    @property
    def user_root(self) -> str:
        """The trust root of this workspace in the user's configuration."""
        return os.path.join(self.user_trust, self.workspace)

    @property
    def system_root(self) -> str:
        """The trust root of this workspace in the folder that root owns."""
        return os.path.join(self.system_trust, self.workspace)

    @property
    def config(self) -> str:
        """`sapwood.toml`."""
        return os.path.join(self.home, CONFIG)

    @property
    def own(self) -> str:
        """`.sapwood/`, the folder that only Sapwood writes."""
        return os.path.join(self.home, ".sapwood")

    @property
    def log(self) -> str:
        """Folder of the logs, one folder a replica."""
        return os.path.join(self.own, "log")

    @property
    def values(self) -> str:
        """Folder of the values, one folder a replica."""
        return os.path.join(self.own, "values")

    @property
    def knowledge(self) -> str:
        """Folder of what a person approved, one file a fact."""
        return os.path.join(self.home, "knowledge")

    @property
    def aside(self) -> str:
        """Where damaged ends of files of our own are kept."""
        return os.path.join(self.own, "aside")

    @property
    def lock(self) -> str:
        """The home's lock: one writer at a time."""
        return os.path.join(self.own, "lock")

    @property
    def salt(self) -> str:
        """The workspace's salt for keys of absences and tombstones and for digests of files."""
        return os.path.join(self.own, "salt")

    @property
    def index_file(self) -> str:
        """The index, a database that can be thrown away."""
        return os.path.join(self.cache, "index.db")

    @property
    def index_lock(self) -> str:
        """The lock of whoever writes the index; a writer of the home holds it too."""
        return os.path.join(self.cache, "index.lock")

    def witness(self, replica: str) -> str:
        """The witness of one log."""
        return os.path.join(self.state, f"witness-{replica}.json")

    def shown(self, path: str) -> str:
        """A path as people and evidence name it: relative to the home with `/`, absolute where it lies outside."""
        return _below(path, self.home) or _below(os.path.realpath(path), os.path.realpath(self.home)) or path

    def located(self, shown: str) -> str:
        """The absolute path that a shown path names; it may lie anywhere: `root_of` says whether it may be opened."""
        return os.path.normpath(os.path.join(self.home, shown))

    def holds_notes(self, folder: str) -> bool:
        """Whether Markdown at the top of a folder is notes, as far as `[notes].paths` says."""
        return any(folder == each.path or (each.deep and _below(folder, each.path)) for each in self.notes)

    def root_of(self, path: str) -> str | None:
        """The root that makes a path readable: the home, or the declared path it lies in; None for all others."""
        declared = (*self.substrate, *[each.path for each in self.notes], *self.compost)
        for root in (self.home, self.daily, self.archive, *declared):
            if path == root or path.startswith(root.rstrip(os.sep) + os.sep):
                return root
        return None

    def read(self, path: str, limit_bytes: int, folders: safe.Folders | None = None) -> bytes | Problem:
        """The bytes of a file of the person's that may be read, or the problem that says why not. `folders` keeps the
        real places of folders from one file to the next."""
        root = self.root_of(path)
        shown = self.shown(path)
        if root is None:
            message = "lies outside the home and the folders sapwood.toml declares; not read"
            return Problem(shown, None, "outside", message)
        return safe.read(path, _folder(root), limit_bytes, shown, self.own, folders)


def _below(path: str, home: str) -> str:
    start = home.rstrip(os.sep) + os.sep
    return path[len(start) :].replace(os.sep, "/") if path.startswith(start) else ""


def _folder(root: str) -> str:
    """The folder a root confines to: itself, or for a single declared file the folder it lies in."""
    return root if os.path.isdir(root) else os.path.dirname(root)


def path_key(home: str) -> str:
    """Twelve hex digits that stand for the real path of a home: one replica is one home at one path."""
    return hashlib.sha256(os.path.realpath(home).encode("utf-8", "surrogateescape")).hexdigest()[:12]


def nearest(start: str) -> str | None:
    """The nearest folder from `start` upwards that holds `sapwood.toml`."""
    folder = os.path.abspath(start)
    while True:
        if os.path.isfile(os.path.join(folder, CONFIG)):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
