"""What somebody gives to recall is judged before anything is asked of the index."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from household import Household, only
from sapwood.errors import BadArgument


@pytest.mark.parametrize("given", [{"$ne": ""}, ["home", "work"], ("home",), 42, None, b"home", True])
@pytest.mark.parametrize("field", ["about", "query", "scope", "root"])
def test_what_is_not_text_is_no_text(tmp_path: Path, field: str, given: Any) -> None:
    house = Household(tmp_path / "home")
    house.memory(scope="work").mark("joshua.food", "Joshua eats no eggs at work.")
    house.memory().mark("joshua.food", "Joshua eats no eggs.")
    asked: dict[str, Any] = {"about": "joshua.food", "query": "eggs", "scope": "home", "root": ""}
    assert only(house.memory().recall(**asked).marks)["observation"] == "Joshua eats no eggs."
    with pytest.raises(BadArgument, match=f"--{field}"):
        house.memory().recall(**{**asked, field: given})
