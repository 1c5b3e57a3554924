"""Names that file services give to a second version of a file, and to files that are not all here. The one place that
knows them.

Syncthing, Dropbox, Nextcloud and ownCloud say in the name that it is a conflict. iCloud Drive, Google Drive, OneDrive
and Finder only add a number, a machine's name or the word copy: that counts only beside a file of the original name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_SAYS_SO = re.compile(
    r"(?P<stem>.+?)"
    r"(?:\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]+)?"
    r"|_conflict-\d{8}-\d{6}"
    r"| ?\([^()]*(?:conflict|konflikt|conflit|conflito|conflitto|競合|冲突|衝突)[^()]*\))"
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
_NOT_HERE = re.compile(r"\.(?P<name>.+)\.icloud", re.IGNORECASE)
_PASSING_STARTS = (".#", "._", "~$", ".~lock.", ".syncthing.", "~syncthing~", ".goutputstream-", ".nfs")
_PASSING_ENDS = ("~", "#", ".tmp", ".part", ".partial", ".swp", ".swx", ".crdownload", ".!sync")


def original(name: str, present: Iterable[str] = ()) -> str | None:
    """The name of the file that `name` is a second version of, or None. `present` are the names in its folder."""
    match = _SAYS_SO.fullmatch(name)
    if match is not None:
        return match["stem"] + (match["ending"] or "")
    match = _BESIDE.fullmatch(name)
    if match is None:
        return None
    found = match["stem"] + (match["ending"] or "")
    return found if found in present else None


def not_here(name: str) -> str | None:
    """The name of a file of which only a placeholder is on this disk (iCloud Drive), or None."""
    match = _NOT_HERE.fullmatch(name)
    return None if match is None else match["name"]


def is_passing(name: str) -> bool:
    """True for what editors and file services leave for a moment: locks, temporary and half-written files."""
    return name.startswith(_PASSING_STARTS) or name.lower().endswith(_PASSING_ENDS)
