"""Every exception of Sapwood. One class a case; the message says what was got, what was wanted, what to do next."""

from __future__ import annotations


class SapwoodError(Exception):
    """Base of all. Its exit code stands in one table at the door (`doors/exits.py`)."""


class BadSubject(SapwoodError):
    """A subject that is not a dot-path of letters, digits, `_` and `-`."""

    def __init__(self, got: str, why: str) -> None:
        super().__init__(f"subject {got!r}: {why}; wanted a dot-path such as joshua.food.vegetables")
        self.got, self.why = got, why


class BadLeaf(SapwoodError):
    """A line of the log that is not a leaf in the format of docs/format.md."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"log line: {why}; wanted one JSON object with the keys of docs/format.md, in order; hold it "
            f"against a copy of the home"
        )
        self.why = why


class BadDecision(SapwoodError):
    """Bytes that are no decision in the format of docs/format.md."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"decision: {why}; wanted an in-toto statement in a DSSE envelope as docs/format.md has it; sign it anew "
            f"with `sapwood review`"
        )
        self.why = why


class BadClaim(SapwoodError):
    """Bytes that are no file of knowledge/ in the format of docs/format.md."""

    def __init__(self, why: str) -> None:
        super().__init__(f"claim: {why}; wanted the header and the text of docs/format.md, byte for byte")
        self.why = why


class BadInstant(SapwoodError):
    """Text that is not a date or an instant."""

    def __init__(self, got: str, wanted: str) -> None:
        super().__init__(f"time {got!r} does not read; wanted {wanted}; write it so")


class BadZone(SapwoodError):
    """A time zone name that the time zone database does not hold."""

    def __init__(self, got: str, where: str) -> None:
        mend = (
            "give another"
            if where.startswith("--")
            else f"set time_zone in {where}"
            if "/" in where
            else f"mend {where}"
        )
        super().__init__(
            f"time zone {got!r} ({where}) is not in the time zone database; wanted a name such as Europe/Berlin; {mend}"
        )


class BadSetting(SapwoodError):
    """A key of `sapwood.toml`, an environment variable or an option that cannot be used."""

    def __init__(self, where: str, key: str, got: object, wanted: str) -> None:
        super().__init__(f"{where}: {key} = {got!r}; wanted {wanted}; set it so, or leave it out for the default")


class BadArgument(SapwoodError):
    """An argument of a verb that cannot be used."""

    def __init__(self, name: str, got: object, wanted: str) -> None:
        super().__init__(f"{name} {got!r}: wanted {wanted}")


class NoHome(SapwoodError):
    """No home was found, or the folder named is none."""

    def __init__(self, looked: str) -> None:
        super().__init__(f"no Sapwood home at {looked}; run `sapwood init` there, or name one with --home")


class HomeGone(SapwoodError):
    """The folder that was watched is no longer the home that it was."""

    def __init__(self, home: str) -> None:
        super().__init__(
            f"{home} is no longer the home that was watched (moved, deleted, or another folder in its place); start "
            f"`sapwood watch --home FOLDER` where it is now"
        )


class NotADirectory(SapwoodError):
    """A home is a folder; something else lies there."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is not a folder; a home is one, name another place")


class NotWritable(SapwoodError):
    """A write to a folder that has no `sapwood.toml`: it is read only."""

    def __init__(self, home: str) -> None:
        super().__init__(f"{home} has no sapwood.toml, so it is read only; run `sapwood init` there first")


class SaltMissing(SapwoodError):
    """The home's salt is gone or another: keys of what was taken away cannot be computed."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"{path} is missing, or not the one that the log was begun with, so what was taken away could come back; "
            f"put it back from a copy of the home; nothing was written"
        )


class NotFound(SapwoodError):
    """Nothing has that id or name."""

    def __init__(self, what: str, got: str, hint: str) -> None:
        super().__init__(f"no {what} {got!r}; {hint}")


class Ambiguous(SapwoodError):
    """A short id that fits more than one."""

    def __init__(self, got: str, ids: list[str]) -> None:
        super().__init__(f"{got!r} fits {len(ids)} of them ({', '.join(ids[:4])}); give more of the id")


class Refused(SapwoodError):
    """A rule refused the write. `reason` is a short stable word; nothing was written but the count in the log."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class RootRefused(SapwoodError):
    """The trust root lets nobody sign, or has other words than those that were given."""

    def __init__(self, folder: str, why: str) -> None:
        super().__init__(f"trust root {folder}: {why}; `sapwood trust list` shows it; nothing was taken for approved")


class NoTerminal(SapwoodError):
    """A person has to be asked, and there is no terminal to ask on."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is asked for on a terminal, and there is none here; run this in one, by hand")


class Busy(SapwoodError):
    """Another process holds the lock."""

    def __init__(self, path: str, seconds: float) -> None:
        super().__init__(f"{path} was held by another process for {seconds:g} s; nothing was written; try again")


class FileChanged(SapwoodError):
    """A file is no longer what it was when it was read, so it was left alone."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} changed while it was being written; it was left as it is; try again")


class PathRefused(SapwoodError):
    """A path that leads out of the home and its declared folders, or is no regular file."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"{path}: {why}; wanted a regular file inside the home or a folder that sapwood.toml declares; name "
            f"another file, or declare its folder"
        )


class DiskFailed(SapwoodError):
    """The disk refused a write (full, over quota, read only). What was acknowledged before is intact."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"{path}: {why}; nothing of this change was kept, all earlier ones are; mend that (space, rights, the path)"
        )
        self.why = why


class FileStepFailed(SapwoodError):
    """The leaf is on disk, the file could not be written: the next write finishes it."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(
            f"{path}: {why}; what is to be done is safe in the log and the next write does it; mend that first "
            f"(free space, give rights, make way)"
        )


class LogBehind(SapwoodError):
    """The log is shorter than its witness: a tail was cut off, or an older copy lies here."""

    def __init__(self, origin: str, size: int, witnessed: int) -> None:
        super().__init__(
            f"log {origin} has {size} leaves, its witness saw {witnessed}: something was cut off or an older copy "
            f"lies here; `sapwood log recover` looks for a longer copy beside it and in git, "
            f"`sapwood log recover --from COPY` takes one, `--accept-loss` goes on without it"
        )


class LogAltered(SapwoodError):
    """The log is not an extension of what its witness saw. `fork` tells another history from a changed line."""

    def __init__(self, origin: str, detail: str, *, fork: bool) -> None:
        kind = "holds another history than" if fork else "was changed since"
        super().__init__(
            f"log {origin} {kind} its witness: {detail}; `sapwood verify` shows where, `sapwood log recover` takes an "
            f"intact copy (from git, or --from COPY)"
        )
        self.fork = fork
