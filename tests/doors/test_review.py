"""A person at the terminal: reads in full, decides, undoes, signs; and the same on another device."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from household import SOURCE, Household, only
from keys import make_key
from test_docs import agrees
from typist import CODE, Typist

OPENSSH = """
import subprocess, sys
sys.exit(subprocess.call(["ssh-keygen", "-Y", "sign", "-n", "sapwood-decision@v1", "-f", *sys.argv[1:]]))
"""

README = Path(__file__).resolve().parents[2] / "README.md"
PASSPHRASE = "a tree grows slowly"
KEYS, CONFIRM = "[q]uit:", "[u]ndo:"
pytestmark = pytest.mark.needs("ssh-keygen")


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("ring")
    return {name: make_key(folder / name, PASSPHRASE) for name in ("mine", "stranger")}


@pytest.fixture
def house(tmp_path: Path, own_home: Path, keys: dict[str, Path]) -> Household:
    found = Household(tmp_path / "memory")
    with Typist(["--home", str(found.folder), "trust", "enrol", str(keys["mine"])]) as typist:
        typist.expect("[y/N]").type("y").expect("Passphrase of").type(PASSPHRASE)
        assert typist.end() == 0, typist.shown
    return found


def propose(house: Household, text: str = "Joshua eats no eggs.") -> str:
    made = house.memory().mark("joshua.food", text)
    asked = house.memory().propose("promotion", source=made.id)
    return str(asked.id)


def review(house: Household, key: Path, *typed: tuple[str, str], arguments: tuple[str, ...] = (), code: int = 0) -> str:
    with Typist(["--home", str(house.folder), "review", "--key", str(key), *arguments], columns=80) as typist:
        for wanted, line in (("Passphrase of", PASSPHRASE), *typed):
            typist.expect(wanted).type(line)
        assert typist.end() == code, typist.shown
    return typist.shown


def one(house: Household, key: Path, *arguments: str, answer: str = "s", code: int = 0) -> str:
    with Typist(["--home", str(house.folder), *arguments, "--key", str(key)]) as typist:
        typist.expect("Passphrase of").type(PASSPHRASE).expect(CONFIRM).type(answer)
        assert typist.end() == code, typist.shown
    return typist.shown


def states(house: Household) -> list[str]:
    return [each.state for each in house.memory().proposals()]


def trusted(house: Household, query: str = "eggs") -> list[str]:
    return [item["claim"] for item in house.memory().recall("", query, trusted=True).knowledge]


def test_the_transcript_in_the_readme_is_what_a_person_sees(house: Household, keys: dict[str, Path]) -> None:
    propose(house)
    shown = review(house, keys["mine"], (KEYS, "a"), (CONFIRM, "s"))
    section = README.read_text().split("\n## What you approve\n")[1]
    block = re.findall(r"```text\n(.*?)```", section, re.S)[0]
    assert "\x1b" not in shown
    assert agrees(block.splitlines()[1:], shown.splitlines()), shown
    assert trusted(house) == ["Joshua eats no eggs."]
    assert states(house) == ["accepted"]


def test_until_it_is_signed_everything_can_be_undone(house: Household, keys: dict[str, Path]) -> None:
    propose(house)
    shown = review(house, keys["mine"], (KEYS, "a"), (CONFIRM, "u"), (KEYS, "r"), ("Why?", "no"), (CONFIRM, ""), (KEYS, "q"))
    assert shown.count("Undone: nothing was signed.") == 2
    assert (trusted(house), states(house)) == ([], ["pending"])


def test_edited_text_is_what_is_signed(house: Household, keys: dict[str, Path], tmp_path: Path) -> None:
    propose(house)
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "Joshua eats no raw eggs." > "$1"\n')
    editor.chmod(0o755)
    with Typist(
        ["--home", str(house.folder), "review", "--key", str(keys["mine"])], env={"VISUAL": str(editor)}
    ) as typist:
        typist.expect("Passphrase of").type(PASSPHRASE).expect(KEYS).type("e").expect("no raw eggs")
        typist.expect(KEYS).type("a").expect(CONFIRM).type("s")
        assert typist.end() == 0, typist.shown
    assert trusted(house) == ["Joshua eats no raw eggs."]
    assert states(house) == ["accepted"]


def test_a_rejected_value_is_refused_and_signed_back(house: Household, keys: dict[str, Path]) -> None:
    propose(house)
    review(house, keys["mine"], (KEYS, "r"), ("Why?", "it is wrong"), (CONFIRM, "s"))
    assert states(house) == ["rejected"]
    assert house.memory().mark("joshua.breakfast", "JOSHUA eats no eggs").reason == "tombstone"
    stone = only(house.memory().tombstones()["tombstones"])
    assert (stone["reason"], stone["counts"], stone["lifted"]) == ("it is wrong", True, False)
    one(house, keys["mine"], "untombstone", stone["id"][:12])
    assert house.memory().mark("joshua.breakfast", "Joshua eats no eggs").status == "created"


def test_deferred_and_skipped_ones_stay_and_sign_nothing(house: Household, keys: dict[str, Path]) -> None:
    propose(house)
    propose(house, "Joshua eats rice on Mondays.")
    before = len(list(house.memory().tail(1_000)))
    shown = review(house, keys["mine"], (KEYS, "d"), (KEYS, "s"))
    assert "0 signed, 1 deferred, 1 left" in shown
    assert sorted(states(house)) == ["deferred", "pending"]
    assert len(list(house.memory().tail(1_000))) == before + 1  # the deferral


def test_a_key_that_is_not_enrolled_is_refused_before_its_passphrase(house: Household, keys: dict[str, Path]) -> None:
    propose(house)
    with Typist(["--home", str(house.folder), "review", "--key", str(keys["stranger"])]) as typist:
        assert typist.end() == 6
    assert "is not enrolled" in typist.shown
    assert "Passphrase" not in typist.shown


def test_a_wrong_passphrase_signs_nothing(house: Household, keys: dict[str, Path]) -> None:
    propose(house)
    with Typist(["--home", str(house.folder), "review", "--key", str(keys["mine"])]) as typist:
        for _ in range(3):
            typist.expect("Passphrase of").type("guess")
        assert typist.end() == 6
    assert (trusted(house), states(house)) == ([], ["pending"])


def test_without_a_terminal_nothing_is_decided(house: Household, keys: dict[str, Path]) -> None:
    propose(house)
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    found = subprocess.run(  # in a session of its own: no terminal to open
        [sys.executable, "-c", CODE, "--home", str(house.folder), "review", "--key", str(keys["mine"])],
        input="a\ns\n", capture_output=True, text=True, env=environment, start_new_session=True, check=False,
    )  # fmt: skip
    assert found.returncode == 2
    assert "terminal" in found.stderr
    assert states(house) == ["pending"]


def test_signed_on_another_device(house: Household, keys: dict[str, Path], tmp_path: Path) -> None:
    propose(house)
    propose(house, "Joshua eats rice on Mondays.")
    fingerprint = subprocess.run(
        ["ssh-keygen", "-l", "-f", f"{keys['mine']}.pub"], check=True, capture_output=True, text=True
    ).stdout.split()[1]
    done = house.cli("review", "export", str(tmp_path / "out"), "--fingerprint", fingerprint, "--json")
    exported: list[str] = json.loads(done.stdout)
    assert [name.rsplit("-", 1)[1] for name in exported] == ["approve", "reject"] * 2
    for name in (exported[0], exported[3]):
        with Typist([str(keys["mine"]), str(tmp_path / "out" / f"{name}.pae")], code=OPENSSH) as typist:
            typist.expect("passphrase").type(PASSPHRASE)
            assert typist.end() == 0, typist.shown
    house.cli("review", "apply", str(tmp_path / "out"))
    assert trusted(house) == ["Joshua eats no eggs."]
    assert sorted(states(house)) == ["accepted", "rejected"]
    again = house.cli("review", "apply", str(tmp_path / "out"), check=6)
    assert "already" in again.stderr or "decided" in again.stderr


def test_seals_retirements_and_refusals_by_command(house: Household, keys: dict[str, Path]) -> None:
    mine = keys["mine"]
    house.write("long-term/food.md", "# Food\n\nNo eggs, ever.\n")
    one(house, mine, "seal", "food.md")
    assert [item["trust"] for item in house.memory().recall("", "eggs").substrate] == ["sealed"]
    propose(house)
    review(house, mine, (KEYS, "a"), (CONFIRM, "s"))
    claim = only(house.memory().knowledge()["claims"])
    one(house, mine, "retire", claim["id"][-8:], answer="u")
    assert len(trusted(house)) == 1
    one(house, mine, "retire", claim["id"][-8:])
    assert trusted(house) == []
    marked = house.memory().mark("joshua.drink", "Joshua drinks tea at night.")
    one(house, mine, "forget", marked.id, "--tombstone")
    assert house.memory().recall("", "tea").marks == []
    assert house.memory().mark("joshua.evening", "Joshua drinks tea at night").reason == "tombstone"


def test_a_seed_is_taken_up_by_signature_and_the_file_left_alone(house: Household, keys: dict[str, Path]) -> None:
    file = house.write("long-term/food.md", "# Food\n\nNo eggs, ever.\n")
    seed = house.memory().propose("seed", file="long-term/food.md", text="Also no raw fish.", subject="joshua.food")
    before: dict[str, Any] = {"bytes": file.read_bytes(), "mtime": file.stat().st_mtime_ns}
    one(house, keys["mine"], "seeds", "accept", seed.id)
    assert states(house) == ["accepted"]
    assert before == {"bytes": file.read_bytes(), "mtime": file.stat().st_mtime_ns}


def test_the_file_is_put_back_as_it_was_signed(house: Household, keys: dict[str, Path]) -> None:
    propose(house)
    review(house, keys["mine"], (KEYS, "a"), (CONFIRM, "s"))
    row = only(house.memory().knowledge()["claims"])
    file = house.folder / row["file"]
    signed = file.read_bytes()
    file.write_bytes(signed.replace(b"no eggs", b"many eggs"))
    changed = only(house.memory().knowledge()["claims"])
    assert changed["state"] == "unverifiable"
    assert any("many eggs" in line for line in house.memory().knowledge(row["id"])["difference"])
    kept = house.memory().restore_knowledge(row["id"])["kept"]
    assert file.read_bytes() == signed
    assert b"many eggs" in (house.folder / kept).read_bytes()
    file.unlink()
    house.memory().restore_knowledge(row["id"])
    assert file.read_bytes() == signed
    assert trusted(house) == ["Joshua eats no eggs."]


def test_hidden_characters_are_named_on_the_screen(house: Household, keys: dict[str, Path]) -> None:
    propose(house, "Joshua eats \u202eno\u202c eggs\u200b.")
    shown = review(house, keys["mine"], (KEYS, "q"))
    assert "⟦U+202E⟧no⟦U+202C⟧" in shown
    assert "\u202e" not in shown
