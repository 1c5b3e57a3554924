"""Exit codes, in one table (README shows the same, held by a test)."""

from __future__ import annotations

from sapwood import errors

DONE, FOUND, USAGE, OLDER, FORK, TRUST_ROOT, REFUSED, BUSY, LOSSES = range(9)
STOPPED = 130  # 128 and the number of SIGINT, as shells have it

TABLE: dict[int, str] = {
    DONE: "done",
    FOUND: "found something (`verify`: altered, a decision that does not count, or the index says something else; "
    "`log show`: not proven, unreadable or damaged; a write: the log was changed since its witness saw it)",
    USAGE: "usage, not found, or it cannot be evaluated",
    OLDER: "the log is older than its witness or the given head",
    FORK: "fork: the log is not the history that its witness, a second version of it or the given head saw",
    TRUST_ROOT: "the trust root lets nobody sign, or has other words than `--root` gives",
    REFUSED: "refused by a rule (absence, evidence, a path outside the home)",
    BUSY: "busy: another process writes, or a file changed meanwhile",
    LOSSES: "done, with losses: lines or files were skipped, and are named; or the disk refused a write",
    STOPPED: "stopped by Ctrl-C (`watch` and `log tail --follow` end with 0)",
}

_CODES: dict[type[errors.SapwoodError], int] = {
    errors.BadSubject: USAGE,
    errors.BadLeaf: USAGE,
    errors.BadInstant: USAGE,
    errors.BadZone: USAGE,
    errors.BadSetting: USAGE,
    errors.BadArgument: USAGE,
    errors.NoHome: USAGE,
    errors.HomeGone: USAGE,
    errors.NotADirectory: USAGE,
    errors.NotWritable: USAGE,
    errors.SaltMissing: USAGE,
    errors.NotFound: USAGE,
    errors.Ambiguous: USAGE,
    errors.BadDecision: USAGE,
    errors.BadClaim: USAGE,
    errors.LogAltered: FOUND,
    errors.LogBehind: OLDER,
    errors.NoTerminal: USAGE,
    errors.RootRefused: TRUST_ROOT,
    errors.Refused: REFUSED,
    errors.PathRefused: REFUSED,
    errors.Busy: BUSY,
    errors.FileChanged: BUSY,
    errors.DiskFailed: LOSSES,
    errors.FileStepFailed: LOSSES,
}


def code_of(failure: errors.SapwoodError) -> int:
    """The exit code of an error: that of its class, or of the nearest one above it (`tests/test_exits.py` holds that
    every class has its own row)."""
    if isinstance(failure, errors.LogAltered) and failure.fork:
        return FORK
    return next((_CODES[kind] for kind in type(failure).__mro__ if kind in _CODES), USAGE)
