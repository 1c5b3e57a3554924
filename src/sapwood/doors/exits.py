"""Exit codes, in one table (the table of README)."""

from __future__ import annotations

from sapwood import errors

DONE, FOUND, USAGE, OLDER, FORK, TRUST_ROOT, REFUSED, BUSY, LOSSES = range(9)

_CODES: dict[type[errors.SapwoodError], int] = {
    errors.LogBehind: OLDER,
    errors.Refused: REFUSED,
    errors.PathRefused: REFUSED,
    errors.Busy: BUSY,
    errors.FileChanged: BUSY,
    errors.DiskFailed: LOSSES,
    errors.FileStepFailed: LOSSES,
}


def code_of(failure: errors.SapwoodError) -> int:
    """The exit code of an error; 2 for those that only say that the call cannot be evaluated."""
    if isinstance(failure, errors.LogAltered):
        return FORK if failure.fork else FOUND
    return _CODES.get(type(failure), USAGE)
