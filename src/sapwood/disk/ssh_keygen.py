"""What `ssh-keygen` itself says of a signature: a second opinion beside our own parser, never the one that counts."""

from __future__ import annotations

import os
import subprocess
from typing import NamedTuple

from sapwood.disk import replace, scratch
from sapwood.errors import NotFound

_SECONDS = 20  # that one call may take


class Question(NamedTuple):
    """Whether `principal` signed `message` in `namespace`. `signers` and `revoked` are the bytes of an allowed_signers
    file and of a list of revoked keys (empty for none); `at` is the time to believe, as `YYYYMMDDHHMMSSZ`."""

    signers: bytes
    revoked: bytes
    principal: str
    namespace: str
    at: str
    armored: bytes
    message: bytes


def verifies(asked: Question) -> bool:
    """What `ssh-keygen -Y verify` answers. Raises `NotFound` where there is no such command."""
    with scratch.file("message", asked.message) as message:
        files = {"allowed_signers": asked.signers, "revoked_keys": asked.revoked, "message.sig": asked.armored}
        paths = {name: os.path.join(os.path.dirname(message), name) for name in files}
        for name, data in files.items():
            replace.write_atomic(paths[name], data, sync=False, mode=0o600)
        command = ["ssh-keygen", "-Y", "verify", "-f", paths["allowed_signers"], "-I", asked.principal]
        command += ["-n", asked.namespace, "-s", paths["message.sig"], "-O", f"verify-time={asked.at}"]
        command += ["-r", paths["revoked_keys"]] if asked.revoked else []
        try:
            with open(message, "rb") as given:
                done = subprocess.run(command, stdin=given, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603 - no shell
        except FileNotFoundError:
            raise NotFound("command", "ssh-keygen", "install OpenSSH, or leave --with-ssh-keygen out") from None
    return done.returncode == 0
