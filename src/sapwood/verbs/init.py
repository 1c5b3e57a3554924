"""init: make a folder a home, also one that another program laid out. Creates what is missing, overwrites nothing."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sapwood.core import instant
from sapwood.core.limits import Limits
from sapwood.core.subject import parse
from sapwood.disk import layouts, places, replace, safe, trees
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


_NOTES = """
[notes]
# Read only: folders (their top-level *.md; FOLDER/** takes all below too) and single files.
paths = [{notes}]
"""
_COMPOST = """
[compost]
# Read only: folders of JSONL, memory folders of agents that are gone, sqlite:PATH#VIEW.
paths = [{compost}]
"""


class Made(NamedTuple):
    """`home`, what was created in it (empty where all was there), and what else to know."""

    home: str
    created: list[str]
    notices: list[str]


class Proposal(NamedTuple):
    """What `folder` would be set to as a home that reads `origin`: the layouts recognised there, the text of its
    `sapwood.toml`, the owner and zone in it, what to know of the choice."""

    folder: str
    origin: str
    layouts: tuple[layouts.Layout, ...]
    config: str
    owner: str
    time_zone: str
    said: list[str]


def init(
    folder: str, *, owner: str, time_zone: str, substrate: tuple[str, ...] = (), daily: str = "daily",
    dry_run: bool = False,
) -> Made:  # fmt: skip
    """Make `folder` a home. Raises `BadArgument`, `BadSubject`, `BadZone`, `DiskFailed`."""
    name = _checked(folder, owner, time_zone)
    paths = substrate or ("long-term",)
    text = _text(name, time_zone, paths, daily)
    folders = [daily, *[os.path.expanduser(path) for path in paths if not path.lower().endswith(".md")]]
    return _made(folder, name, time_zone, text, folders, dry_run)


def propose(folder: str, origin: str, *, owner: str, time_zone: str) -> Proposal:
    """Look at `origin` and say how `folder` would be set to read it; nothing is written. Where they are one folder the
    paths are relative, else absolute. Raises as `init` does."""
    name = _checked(folder, owner, time_zone)
    if not os.path.isdir(origin):
        raise NotADirectory(origin)
    found = layouts.recognise(origin)
    is_own = os.path.realpath(folder) == os.path.realpath(origin)
    said = list(found.said)
    if not found.layouts:
        said.append(f"{origin}: no layout that is known; its top-level Markdown is read as notes")
    if found.daily and not is_own:
        said.append(
            f"days in {os.path.join(origin, found.daily)} are read as notes, dated by their names: days of this home "
            f"lie in it, and nothing is written elsewhere; to consolidate those, run `sapwood init --from .` there"
        )
    elif found.daily:
        said.append("`sapwood consolidate` moves days to an archive folder; without it they stay where they are")

    def placed(path: str) -> str:
        return path if is_own else os.path.normpath(os.path.join(origin, path))

    noted = list(found.notes or (() if found.layouts else (".",)))
    if not is_own and found.daily:
        dated = [found.daily, f"{found.daily}/archive"]
        noted += [each for each in dated if each not in noted and os.path.isdir(os.path.join(origin, each))]
    own_notes = [] if is_own else ["."]
    text = _text(
        name, time_zone, [placed(path) for path in found.substrate], found.daily if found.daily and is_own else "daily",
        notes=[*own_notes, *[placed(path) for path in noted]],
        exclude=[placed(path) for path in found.exclude], compost=[placed(path) for path in found.compost],
    )  # fmt: skip
    return Proposal(folder, origin, found.layouts, text, name, time_zone, said)


def adopt(proposal: Proposal, *, dry_run: bool = False) -> Made:
    """Make the home that was proposed. Creates no folder but the home's own, and touches no file that is there."""
    made = _made(proposal.folder, proposal.owner, proposal.time_zone, proposal.config, [], dry_run)
    return made._replace(notices=[*made.notices, *proposal.said])


def _checked(folder: str, owner: str, time_zone: str) -> str:
    """The owner's name in normal form."""
    name = parse(owner, Limits())
    if "." in name:
        raise BadArgument("--owner", owner, "one name without dots")
    instant.zone(time_zone, "--time-zone")
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise NotADirectory(folder)
    return name


def _text(
    owner: str, time_zone: str, substrate: Iterable[str], daily: str, *, notes: Sequence[str] = (),
    exclude: Sequence[str] = (), compost: Sequence[str] = (),
) -> str:  # fmt: skip
    """The text of a new `sapwood.toml`."""
    text = _CONFIG.format(
        workspace=f"{_id(owner)}-{os.urandom(4).hex()}", owner=owner, zone=time_zone, daily=_quoted(daily),
        substrate=_array(substrate),
    )  # fmt: skip
    if notes:
        text += _NOTES.format(notes=_array(notes))
    if exclude:
        text += f"exclude = [{_array(exclude)}]\n"
    return text + (_COMPOST.format(compost=_array(compost)) if compost else "")


def _made(
    folder: str, owner: str, time_zone: str, text: str, folders: Sequence[str], dry_run: bool
) -> Made:  # fmt: skip
    created: list[str] = []
    daily = tomllib.loads(text)["daily"]["path"]
    _folder(folder, 0o755, created, dry_run)
    for path in folders:
        _folder(os.path.join(folder, path), 0o755, created, dry_run)
    _folder(os.path.join(folder, ".sapwood"), 0o700, created, dry_run)
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
    return Made(folder, created, _notices(folder, owner, time_zone, created))


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


def _array(paths: Iterable[str]) -> str:
    return ", ".join(f'"{_quoted(path)}"' for path in paths if trees.is_text(path))


def _quoted(text: str) -> str:
    """What stands between the quotes of a basic string (TOML 1.0)."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f")
