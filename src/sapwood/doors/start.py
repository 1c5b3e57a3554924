"""The console script: the quick way where it serves, else the whole command line. An error is one line on stderr."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from sapwood import __version__
from sapwood.errors import SapwoodError


def main(arguments: Sequence[str] | None = None) -> None:
    """Run and exit with a code of README's table; never a traceback for what a person or a disk can do wrong."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):  # memory is UTF-8; what is not is refused where it is judged
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _run(given)
        sys.stdout.flush()
    except SapwoodError as failure:
        from sapwood.doors import exits  # noqa: PLC0415

        _fail(str(failure), exits.code_of(failure))
    except KeyboardInterrupt:
        _fail("stopped; what was acknowledged is kept", 130)
    except BrokenPipeError:  # whoever read the output has enough; the work itself is done
        os._exit(0)
    except OSError as failure:
        _fail(f"{failure.filename or 'disk'}: {failure.strerror}; nothing of this change was kept", 8)
    sys.exit(code)


def _run(given: list[str]) -> int:
    if given == ["--version"]:
        sys.stdout.write(f"sapwood, version {__version__}\n")
        return 0
    if "recall" in given:
        from sapwood.doors import asking  # noqa: PLC0415

        if asking.try_quick(given):
            return 0
    from sapwood.doors import cli  # noqa: PLC0415

    return cli.run(given)


def _fail(message: str, code: int) -> None:
    from sapwood.doors import render  # noqa: PLC0415

    sys.stderr.write(f"sapwood: {render.plain(message)}\n")
    sys.exit(code)
