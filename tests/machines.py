"""One home at two paths: two replicas that write without knowing of each other, and then meet."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

from tests.household import Household


def copied(house: Household) -> Household:
    """The same home at another path."""
    other = copy.copy(house)
    other.folder = Path(shutil.copytree(house.folder, house.folder.parent / "other"))
    return other


def met(house: Household, other: Household) -> Household:
    """The first home with what the other wrote beside its own, as a synced folder or a merge leaves it."""
    for kind in ("log", "values"):
        for replica in (other.folder / ".sapwood" / kind).glob("*"):
            mine = house.folder / ".sapwood" / kind / replica.name
            if not mine.exists():
                shutil.copytree(replica, mine)
    return house
