"""A file of knowledge/ that somebody took away or changed: the fact that it held is missed by every question it answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from household import Household, only
from person import Person
from sapwood.core.claim import Claim

FACT, OTHER = "Joshua eats no eggs.", "Joshua drives a blue van."


class Kitchen:
    """A home with two approved facts, and the questions that one of them answers."""

    def __init__(self, folder: Path) -> None:
        self.house = Household(folder)
        self.house.memory().mark("joshua.city", "Joshua lives in Berlin.")
        self.person = Person(self.house)
        self.claim: Claim = self.person.claim(FACT)
        self.person.approve(self.claim)
        self.person.approve(OTHER, "joshua.car")
        self.file = folder / "knowledge" / self.claim.file_name

    def served(self, about: str = "", query: str = "", **options: object) -> tuple[list[str], list[str]]:
        """Approved claims of an answer, and the notices that name the file."""
        found = self.house.memory().recall(about, query, root=self.person.words, **options)
        approved = [item["claim"] for item in found.knowledge if item["trust"] == "approved"]
        return sorted(approved), [note for note in found.notices if self.claim.file_name in note]


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    made = Kitchen(tmp_path / "home")
    assert made.served(query="eggs") == ([FACT], [])
    assert made.served("joshua") == ([OTHER, FACT], [])
    return made


def gone(kitchen: Kitchen) -> None:
    kitchen.file.unlink()


def folder_gone(kitchen: Kitchen) -> None:
    for path in kitchen.file.parent.iterdir():
        path.unlink()
    kitchen.file.parent.rmdir()


def other_words(kitchen: Kitchen) -> None:
    kitchen.file.write_bytes(kitchen.file.read_bytes().replace(FACT.encode(), b"Joshua likes pears."))


def other_fact(kitchen: Kitchen) -> None:
    """The signed bytes of another fact in its place: they verify, and are of another file."""
    other = only([path for path in kitchen.file.parent.iterdir() if path != kitchen.file])
    kitchen.file.write_bytes(other.read_bytes())


def folder_in_its_place(kitchen: Kitchen) -> None:
    kitchen.file.unlink()
    kitchen.file.mkdir()


@pytest.mark.parametrize("edit", [gone, folder_gone, other_words, other_fact, folder_in_its_place])
@pytest.mark.parametrize("trusted", [False, True])
def test_no_fact_goes_unseen(kitchen: Kitchen, edit: Callable[[Kitchen], None], trusted: bool) -> None:
    whole = kitchen.file.read_bytes()
    edit(kitchen)
    for about, query in (("", "eggs"), ("joshua.food", ""), ("joshua", "eggs")):
        approved, said = kitchen.served(about, query, trusted=trusted)
        assert FACT not in approved
        assert f"sapwood knowledge restore {kitchen.claim.id}" in only(said)
    assert kitchen.served(query="van")[1] == []  # what does not answer the question is not told about
    if kitchen.file.is_dir():
        kitchen.file.rmdir()
    kitchen.house.memory().restore_knowledge(kitchen.claim.id)
    assert kitchen.file.read_bytes() == whole
    assert kitchen.served(query="eggs", trusted=trusted) == ([FACT], [])


def test_a_fact_that_does_not_stand_is_not_missed(kitchen: Kitchen) -> None:
    kitchen.file.unlink()
    assert kitchen.served(query="eggs")[1]
    assert kitchen.served(query="eggs", scope="work")[1] == []
    kitchen.person.retire(kitchen.claim)
    assert kitchen.served(query="eggs") == ([], [])
