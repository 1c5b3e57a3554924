"""rebuild: throw the index away and make it again from log, values and files."""

from __future__ import annotations

from typing import NamedTuple

from sapwood.disk import lock, replace
from sapwood.disk.home import Home
from sapwood.index import store
from sapwood.log import book
from sapwood.reading import rules_of


class Rebuilt(NamedTuple):
    """How many leaves were replayed, and how many marks came of them."""

    leaves: int
    marks: int


def rebuild(home: Home, progress: store.Progress | None = None) -> Rebuilt:
    """Make the index anew. Nothing in the home is written. The trees of the logs are made anew too."""
    places = home.places
    for folder in (places.cache, places.state):
        replace.make_folder(folder, 0o700)
    with lock.held(places.index_lock, home.config.limits.lock_seconds):
        logs = book.opened(places)
        for log in logs:
            book.grown_tree(places.cache, log, anew=True)
        index = store.rebuilt(places, rules_of(home), logs, progress)
        try:
            (count,) = index.db.execute(
                "SELECT count(*) FROM memory_marks WHERE workspace=?", (places.workspace,)
            ).fetchone()
        finally:
            index.db.close()
    return Rebuilt(sum(log.state.size for log in logs), count)
