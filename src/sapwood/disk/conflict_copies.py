"""Names that file services give to a second version of a file, and to files that are not all here. The one place that
knows them.

Syncthing, Dropbox, Nextcloud and ownCloud say in the name that it is a conflict. iCloud Drive, Google Drive, OneDrive
and Finder only add a number, a machine's name or the word copy: that counts only beside a file of the original name.
"""

from __future__ import annotations

import os
import re

from sapwood.disk import looks

_SAYS_SO = re.compile(
    r"(?P<stem>.+?)"
    r"(?:\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?"
    r"|_conflict-\d{8}-\d{6}"
    r"| ?\((?=[^()]*(?:conflict|konflikt|conflit|競合|冲突|衝突))(?=[^()]*(?:cop[iy]|kopi|cópia|コピー|副本))[^()]*\)"
    r"| ?\((?:case|selective sync|whitespace|unicode encoding) conflict(?: \d+)?\))"
    r"(?P<ending>\.[^.]+)?",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"(?P<stem>.+?)"
    r"(?: \(\d{1,3}\)| \d{1,3}| - (?:copy|kopie|copie|copia)(?: \(\d{1,3}\))?| (?:copy|kopie)(?: \d{1,3})?"
    r"|-(?:desktop|laptop)-[a-z0-9]{7})"
    r"(?P<ending>\.[^.]+)?",
    re.IGNORECASE,
)
_SIGNS = (" ", "conflict-", "desktop-", "laptop-", "(")  # one of these is in every such name
_NOT_HERE = re.compile(r"\.(?P<name>.+)\.icloud", re.IGNORECASE)
_PASSING_STARTS = (".#", "._", "~$", ".~lock.", ".syncthing.", "~syncthing~", ".goutputstream-", ".nfs")
_PASSING_ENDS = ("~", "#", ".tmp", ".part", ".partial", ".swp", ".swx", ".crdownload", ".!sync")


def original(path: str, *, also: str = "") -> str | None:
    """The path of the file that the one at `path` is a second version of, or None. What only a number or the word copy
    tells counts where a file of the original name lies in the same folder or in `also`."""
    folder, name = os.path.split(path)
    if not any(sign in name.lower() for sign in _SIGNS):
        return None
    says_so = _SAYS_SO.fullmatch(name)
    match = says_so or _BESIDE.fullmatch(name)
    if match is None:
        return None
    first = match["stem"] + (match["ending"] or "")
    places = [os.path.join(each, first) for each in (folder, also) if each]
    for place in places:
        looks.note("path", place)
    present = [place for place in places if os.path.lexists(place)]
    return present[0] if present else places[0] if says_so else None


def not_here(name: str) -> str | None:
    """The name of a file of which only a placeholder is on this disk (iCloud Drive), or None."""
    match = _NOT_HERE.fullmatch(name)
    return None if match is None else match["name"]


def is_passing(name: str) -> bool:
    """True for what editors and file services leave for a moment: locks, temporary and half-written files."""
    return name.startswith(_PASSING_STARTS) or name.lower().endswith(_PASSING_ENDS)
