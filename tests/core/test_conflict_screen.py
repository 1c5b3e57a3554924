"""What is asked before two texts are taken apart must never keep a contradiction from being found."""

from __future__ import annotations

import random

from sapwood.core import conflict

ABOUT = "the van|Mara|the fuse-box|Anna's key|rent|die Werkstatt|le chat|min syster|la clé|el perro|I|".split("|")
SAYS = (
    "is|is not|isn't|lives|no longer lives|stands|costs|likes|does not like|eats|never eats|stopped eating|prefers|"
    "now lives|moved|has moved|meets|starts|wohnt|wohnt nicht mehr|kostet|ist umgezogen|habite|n'habite plus|"
    "a déménagé|vive|cuesta|bor|kostar|cannot open|opens"
).split("|")
REST = (
    "in Oslo|in Bergen|at Norr|at 10:30|at 11|30 euros|35 euros|on Monday|on Tuesday|in the shed|milk|oat milk|open|"
    "closed|red|blue|Ida|from Oslo to Bergen|to Berlin|to 19:30|nach Berlin|à Lyon|till Lund|with Juan|im Keller|"
    "not in the drawer but in the shed|3 kg|4 kg"
).split("|")
ENDS = (
    "||||| now| since 3 May| since it rained| as of 2026-05-01| again| instead| today| seit 3. Mai| depuis mai|"
    ", the key stays with Ida|. The gym costs 20 euros| since May-based plans| from May-December|?"
).split("|")
PARTS = (ABOUT, SAYS, REST, ENDS)
COUNT = 20_000


def pairs() -> list[tuple[str, str]]:
    """Texts that differ in one to three parts, as those about one subject do; always the same."""
    chance = random.Random(11)
    made = []
    for _ in range(COUNT):
        one = [chance.choice(part) for part in PARTS]
        other = list(one)
        for at in chance.sample(range(1, len(PARTS)), chance.choice((1, 1, 2, 3))):
            other[at] = chance.choice(PARTS[at])
        made.append(("{} {} {}{}".format(*one).strip(), "{} {} {}{}".format(*other).strip()))
    return made


def test_every_contradiction_passes_the_screen_from_either_side() -> None:
    contradicting = kept_out = 0
    for older, newer in pairs():
        may = conflict.may_contradict(older, newer), conflict.may_contradict(newer, older)
        kept_out += may == (False, False)
        if conflict.relation(older, newer) in (conflict.REPLACES, conflict.DISPUTES):
            contradicting += 1
            assert may == (True, True), (older, newer)
    assert contradicting > COUNT / 200  # the pairs hold some
    assert kept_out > COUNT / 4  # and the screen keeps others out


def test_a_correction_and_an_arrow_always_pass() -> None:
    for newer in ("Correction: the drill lies in the boot", "drill in the shed → boot", "that was wrong: the drill"):
        assert conflict.may_contradict(newer, "The saw hangs on the wall")
        assert conflict.may_contradict("The saw hangs on the wall", newer)
    assert not conflict.may_contradict("The drill lies in the boot", "The saw hangs on the wall")


def test_a_move_of_nothing_to_nowhere_looks_no_farther_than_its_own_words() -> None:
    assert conflict.reach("Moved the raspberries into shade") == "all"
    assert conflict.reach("The choir moved to Norr") == "one"
    assert conflict.reach("Moved my desk, the gym costs 30 euros") == "one"
