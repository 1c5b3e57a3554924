"""A home as every verb is given it: where things lie and what is set."""

from __future__ import annotations

from typing import NamedTuple

from sapwood.core.config import Config
from sapwood.disk.places import Places


class Home(NamedTuple):
    """Places and settings of one home."""

    places: Places
    config: Config
