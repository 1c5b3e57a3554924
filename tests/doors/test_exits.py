"""Exit codes: one table, README shows it, every error has its row and its words, every code in use is reached."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from household import SOURCE, Household, only
from sapwood import errors
from sapwood.doors import exits
from sapwood.errors import SapwoodError

README = Path(__file__).resolve().parents[2] / "README.md"

# Every error with arguments such as it is given, what it must say of what was got, of what was wanted, of what to do.
SPOKEN: list[tuple[SapwoodError, int, tuple[str, ...]]] = [
    (errors.BadSubject("a..b", "an empty segment"), 2, ("'a..b'", "an empty segment", "wanted a dot-path such as")),
    (errors.BadLeaf("a key stands twice"), 2, ("a key stands twice", "wanted one JSON object", "hold it against a copy")),
    (errors.BadInstant("noon", "an instant such as X"), 2, ("'noon'", "wanted an instant such as X", "write it so")),
    (errors.BadZone("Mars", "/h/sapwood.toml"), 2, ("'Mars'", "wanted a name such as", "set time_zone in /h/sapwood.toml")),
    (errors.BadSetting("f", "k", 0, "a number"), 2, ("f: k = 0", "wanted a number", "set it so, or leave it out")),
    (errors.BadArgument("-k", 0, "a number from 1"), 2, ("-k 0", "wanted a number from 1")),
    (errors.NoHome("/h"), 2, ("/h", "no Sapwood home", "sapwood init")),
    (errors.HomeGone("/h"), 2, ("/h", "no longer the home", "sapwood watch --home")),
    (errors.NotADirectory("/h"), 2, ("/h", "not a folder", "name another place")),
    (errors.NotWritable("/h"), 2, ("/h", "read only", "sapwood init")),
    (errors.SaltMissing("/s"), 2, ("/s", "not the one that the log was begun with", "put it back from a copy")),
    (errors.NotFound("mark", "ff", "`sapwood marks` lists them"), 2, ("no mark 'ff'", "sapwood marks")),
    (errors.Ambiguous("ab", ["1ab", "2ab"]), 2, ("'ab'", "1ab, 2ab", "give more of the id")),
    (errors.LogAltered("o", "leaf 3", fork=False), 1, ("o", "leaf 3", "sapwood log recover")),
    (errors.LogBehind("o", 3, 5), 3, ("3 leaves", "saw 5", "sapwood log recover --from COPY")),
    (errors.LogAltered("o", "leaf 3", fork=True), 4, ("o", "another history", "sapwood log recover")),
    (errors.NoTerminal("your decision"), 2, ("your decision", "a terminal", "run this in one")),
    (errors.RootRefused("/r", "nobody is enrolled"), 5, ("/r", "nobody is enrolled", "sapwood trust list")),
    (errors.BadDecision("a key stands twice"), 2, ("a key stands twice", "wanted an in-toto statement", "sign it anew")),
    (errors.BadClaim("it has no header"), 2, ("it has no header", "docs/format.md", "byte for byte")),
    (errors.Refused("evidence", "it cites nothing; give one"), 6, ("it cites nothing; give one",)),
    (errors.PathRefused("/etc/x", "lies outside"), 6, ("/etc/x: lies outside", "wanted a regular file inside", "name another")),
    (errors.Busy("/l", 30.0), 7, ("/l", "held by another process for 30 s", "try again")),
    (errors.FileChanged("/f"), 7, ("/f", "changed", "try again")),
    (errors.DiskFailed("/f", "no space"), 8, ("/f: no space", "nothing of this change was kept", "mend that")),
    (errors.FileStepFailed("/f", "no space"), 8, ("/f: no space", "the next write does it", "mend that first")),
]  # fmt: skip


def classes() -> set[type[SapwoodError]]:
    """Every error of Sapwood but the base of all."""
    found = {each for _, each in inspect.getmembers(errors, inspect.isclass) if issubclass(each, SapwoodError)}
    return found - {SapwoodError}


def test_every_error_has_its_row_and_an_example_here() -> None:
    assert set(exits._CODES) == classes()
    assert {type(failure) for failure, _, _ in SPOKEN} == classes()


@pytest.mark.parametrize(("failure", "code", "said"), SPOKEN, ids=lambda part: type(part).__name__)
def test_an_error_has_a_code_and_says_got_wanted_next(failure: SapwoodError, code: int, said: tuple[str, ...]) -> None:
    assert exits.code_of(failure) == code
    assert [words for words in said if words not in str(failure)] == []


def test_the_readme_shows_the_table() -> None:
    section = README.read_text(encoding="utf-8").split("\n## Exit codes\n")[1].split("\n## ")[0]
    assert {int(code): meaning for code, meaning in re.findall(r"^\| (\d+) \| (.*) \|$", section, re.M)} == exits.TABLE
    assert sorted(exits.TABLE) == [*range(9), 130]


# ---- each code, reached on the command line (5 needs the gate)


@pytest.fixture
def house(own_home: Path) -> Household:
    found = Household(own_home / "home")
    found.day("2026-11-05", "09:00 Prefers green tea to coffee")
    found.memory().mark("joshua.a", "Known")
    found.memory().mark("joshua.b", "Known as well")
    return found


def log_file(house: Household) -> Path:
    return only(list((house.folder / ".sapwood/log").rglob("*.jsonl")))


def test_0_done(house: Household) -> None:
    for verb in (["jot", "x"], ["verify"], ["log", "show"], ["recall", "known"]):
        house.cli(*verb)


def test_1_found_something(house: Household) -> None:
    house.cli("verify")
    path = log_file(house)
    path.write_bytes(path.read_bytes().replace(b'"actor":"joshua"', b'"actor":"joshuo"', 1))
    for verb in (["verify"], ["verify", "--no-index"], ["log", "show", "0"], ["jot", "x"]):
        house.cli(*verb, check=1)


def test_2_usage_or_nothing_to_evaluate(house: Household, own_home: Path) -> None:
    for verb in (
        ["recall"],
        ["no-such-verb"],
        ["log", "show", "99"],
        ["verify", "--head", "x"],
        ["mark", "show", "ffffffff"],
    ):
        house.cli(*verb, check=2)
    (head,) = house.memory().heads()
    house.cli("verify", "--head", head)
    other = house.cli("verify", "--head", head.replace("sapwood-joshua", "sapwood-other"), check=2)
    assert "a head of another memory" in other.stdout
    empty = Household(own_home / "empty")
    assert "nothing was checked" in empty.cli("verify", check=2).stdout


def test_3_older_than_witness_or_head(house: Household, own_home: Path) -> None:
    (head,) = house.memory().heads()
    path = log_file(house)
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    house.cli("verify", check=3)
    house.cli("jot", "x", check=3)
    shutil.rmtree(own_home / "state")  # nobody here has seen more: only the head that was kept tells
    house.cli("verify")
    house.cli("verify", "--head", head, check=3)
    path.write_bytes(whole)
    house.cli("verify", "--head", head)


def test_3_a_log_that_is_gone(house: Household) -> None:
    (head,) = house.memory().heads()
    shutil.rmtree(log_file(house).parent)
    house.cli("verify", check=3)
    assert "no log of that name is here" in house.cli("verify", "--head", head, check=3).stdout


def test_4_another_history_than_the_head_saw(house: Household, own_home: Path) -> None:
    path = log_file(house)
    fork_at = path.read_bytes()
    house.memory().mark("joshua.c", "One way")
    (head,) = house.memory().heads()
    house.cli("verify", "--head", head)
    path.write_bytes(fork_at)
    for witness in (own_home / "state").rglob("witness-*"):
        witness.unlink()
    house.memory().mark("joshua.c", "Another way")
    house.cli("verify")
    assert "another history" in house.cli("verify", "--head", head, check=4).stdout


def test_4_another_history_than_the_witness_saw(house: Household, own_home: Path) -> None:
    kept = {kind: own_home / kind for kind in ("state", "cache")}  # what this machine knows of the log
    path = log_file(house)
    fork_at = path.read_bytes()
    for kind, folder in kept.items():
        shutil.copytree(folder, own_home / f"{kind}-before")
    house.memory().mark("joshua.c", "One way")
    house.memory().mark("joshua.c", "And on")
    for kind, folder in kept.items():
        folder.rename(own_home / f"{kind}-one-way")
        (own_home / f"{kind}-before").rename(folder)
    path.write_bytes(fork_at)
    house.memory().mark("joshua.c", "Another way")
    house.memory().mark("joshua.c", "And on too")
    house.cli("verify", "--no-index")
    for kind, folder in kept.items():
        shutil.rmtree(folder)
        (own_home / f"{kind}-one-way").rename(folder)
    assert "fork" in house.cli("verify", check=4).stdout
    house.cli("jot", "x", check=4)


def test_6_refused_by_a_rule(house: Household) -> None:
    house.cli("observe", "joshua.a", "Cites nothing", check=6)
    house.cli("get", "../../etc/passwd", check=6)
    house.cli("observe", "joshua.a", "Cites a line", "-e", "daily/2026-11-05.md#L3")


def test_7_busy(house: Household) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c",
         "import sys; from sapwood.disk import lock\n"
         "with lock.held(sys.argv[1], 5): print('held', flush=True); sys.stdin.read()",
         str(house.folder / ".sapwood/lock")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )  # fmt: skip
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    busy = house.cli("jot", "x", check=7, env={"SAPWOOD_LOCK_SECONDS": "1"})
    assert "try again" in busy.stderr
    holder.communicate("")
    house.cli("jot", "x")


def test_8_done_with_losses(house: Household) -> None:
    good = {"subject": "joshua.a", "observation": "Likes tea", "evidence": "daily/2026-11-05.md#L3"}
    done = house.cli("observe", "--batch", "-", stdin=json.dumps(good) + "\nno json\n", check=8)
    assert "line 2" in done.stderr
    assert "Likes tea" in house.texts()
    house.cli("observe", "--batch", "-", stdin=json.dumps({**good, "observation": "Likes cocoa"}) + "\n")
