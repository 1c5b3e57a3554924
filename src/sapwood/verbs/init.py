"""init: make a folder a home. Creates what is missing, overwrites nothing."""

from __future__ import annotations

import os
from typing import NamedTuple

from sapwood.core import instant
from sapwood.core.limits import Limits
from sapwood.core.subject import parse
from sapwood.disk import places, replace, safe
from sapwood.errors import BadArgument, NotADirectory

_CONFIG = """\
# Sapwood home. Settings: flag > environment SAPWOOD_* > this file > default.
workspace = "{workspace}"
owner = "{owner}"            # first segment of every subject
time_zone = "{zone}"

[substrate]
# Your handwritten files: folders (their top-level *.md) or single files. Sapwood only reads them.
paths = [{substrate}]

[daily]
path = "{daily}"
"""
_ATTRIBUTES = """\
# Proofs and evidence are over exact bytes: git must not change line ends.
* -text
# Lines that two machines added to one day, or to its archive, are kept from both.
{daily}/**/*.md merge=union
"""


class Made(NamedTuple):
    """`home`, what was created in it (empty where all was there), and what else to know."""

    home: str
    created: list[str]
    notices: list[str]


def init(
    folder: str, *, owner: str, time_zone: str, substrate: tuple[str, ...] = (), daily: str = "daily",
    dry_run: bool = False,
) -> Made:  # fmt: skip
    """Make `folder` a home. Raises `BadArgument`, `BadSubject`, `BadZone`, `DiskFailed`."""
    name = parse(owner, Limits())
    if "." in name:
        raise BadArgument("--owner", owner, "one name without dots")
    instant.zone(time_zone, "--time-zone")
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise NotADirectory(folder)
    paths = substrate or ("long-term",)
    text = _CONFIG.format(
        workspace=f"{_id(name)}-{os.urandom(4).hex()}", owner=name, zone=time_zone, daily=_quoted(daily),
        substrate=", ".join(f'"{_quoted(path)}"' for path in paths),
    )  # fmt: skip
    created: list[str] = []
    for made, mode in [
        (folder, 0o755),
        (os.path.join(folder, daily), 0o755),
        (os.path.join(folder, ".sapwood"), 0o700),
    ]:
        _folder(made, mode, created, dry_run)
    for path in paths:
        if not path.lower().endswith(".md"):
            _folder(os.path.join(folder, os.path.expanduser(path)), 0o755, created, dry_run)
    files = [
        (places.CONFIG, text.encode(), 0o644),
        (".gitattributes", _ATTRIBUTES.format(daily=_inside(daily)).encode(), 0o644),
    ]
    if not safe.folders(os.path.join(folder, ".sapwood", "log")):  # a new salt for an old log would forget its absences
        files.append((".sapwood/salt", os.urandom(32), 0o600))
    for shown, data, mode in files:
        path = os.path.join(folder, shown)
        if safe.stat_of(path) is None and not os.path.islink(path):
            created.append(shown)
            if not dry_run:
                replace.write_atomic(path, data, mode=mode)
    return Made(folder, created, _notices(folder, name, time_zone, created))


def _notices(folder: str, owner: str, time_zone: str, created: list[str]) -> list[str]:
    if places.CONFIG not in created:
        return [f"{places.CONFIG} was there and stays as it is: change owner, zone and folders in it"]
    said = [f"owner {owner}, days of {time_zone}: change them in {places.CONFIG} before the first day is consolidated"]
    around = places.nearest(os.path.dirname(folder))
    if around is not None:
        said.append(f"this home lies inside the home {around}; commands find the nearest one")
    return said


def _folder(path: str, mode: int, created: list[str], dry_run: bool) -> None:
    if not os.path.isdir(path):
        created.append(path.rstrip("/") + "/")
        if not dry_run:
            replace.make_folder(path, mode)


def _id(name: str) -> str:
    plain = "".join(char for char in name if char.isascii() and char.isalnum())
    return plain[:24] or "home"


def _inside(daily: str) -> str:
    """The folder of the days as `.gitattributes` can name it; the usual one where it lies outside or has odd signs."""
    plain = os.path.normpath(daily).replace(os.sep, "/")
    odd = plain.startswith(("/", "~", "..", "#", "!", '"')) or any(sign in plain for sign in " \t*?[\\")
    return "daily" if odd or plain == "." else plain


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
