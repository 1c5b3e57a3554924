"""Every ceiling of the system, with its unit in its name. Built once by `settings` and passed in."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Ceilings. Bytes are bytes of UTF-8, characters are Unicode code points."""

    file_bytes: int = 4 * 1024 * 1024  # a Markdown file that is larger is reported, not read
    observation_characters: int = 4_000  # of one mark; a longer one is refused
    jot_characters: int = 4_000
    name_characters: int = 80  # of an actor, a tag or a reference
    records: int = 32  # evidence records, tags or references of one observation
    quote_characters: int = 500  # of an evidence record (docs/format.md)
    subject_segments: int = 12
    subject_characters: int = 200
    segment_bytes: int = 16 * 1024 * 1024  # a log segment closes here and is never touched again
    batch_marks: int = 1_000  # observations between two fsyncs
    lock_seconds: float = 30.0  # how long a writer waits for another
