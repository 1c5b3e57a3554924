"""The shape of the tree, held by the build: rank, pure core, one door to the disk, who may sign, docstrings.

Every rule is a function from a parsed tree to a list of complaints. Each has its positive control beside it:
a tiny tree that breaks the rule and must be reported. To change the layout, change RANK (and the allow-lists)
in the same commit as the tree.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import click
import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "sapwood"

# Lowest first. A name is a room (a folder) or a file at the top of the package.
RANK = [
    "errors",
    "core",
    "disk",
    "db",
    "log",
    "index",
    "reading",
    "gate",
    "change",
    "admit",
    "layers",
    "lanes",
    "extract",
    "verbs",
    "signals",
    "rhythms",
    "settings",
    "memory",
    "signing",
    "doors",
]

# The package's own __init__ and __main__ stand above everything; from below only these names may be taken.
PUBLIC_NAMES = {"__version__"}

# Files outside disk/ that may open, list or move files themselves. Keep it short, give the reason.
MAY_TOUCH_FILES = {
    "doors/demo.py": "copies the package's own sample into a folder of its own",
    "db/sqlite.py": "sqlite opens its own file: a disposable index, never a person's file",
}
# Files that may read the environment.
MAY_READ_ENVIRONMENT = {"settings.py"}
# Files (or rooms, with a slash at the end) that may import signing.
MAY_SIGN = ("doors/review.py", "doors/review/", "doors/web.py", "doors/web/")
# The automatic roads, and the writer that none of them may reach by any chain of imports.
AUTOMATIC = ("verbs/observe", "verbs/consolidate", "verbs/reflect")
KNOWLEDGE = "layers/knowledge"

NOT_IN_CORE = frozenset(
    [
        "time",
        "os",
        "io",
        "pathlib",
        "random",
        "secrets",
        "uuid",
        "socket",
        "subprocess",
        "tempfile",
        "shutil",
        "glob",
        "sqlite3",
        "fcntl",
        "msvcrt",
    ]
)
IMPORTERS = frozenset({"importlib.import_module", "__import__"})
CLOCK_CALLS = frozenset({"now", "today", "utcnow"})
FILE_CALLS = frozenset(
    [
        "os.open",
        "os.replace",
        "os.unlink",
        "os.remove",
        "os.rename",
        "os.renames",
        "os.scandir",
        "os.listdir",
        "os.walk",
        "os.mkdir",
        "os.makedirs",
        "os.rmdir",
        "os.link",
        "os.symlink",
        "os.truncate",
        "io.open",
        "codecs.open",
    ]
)
FILE_MODULES = frozenset({"pathlib", "shutil", "tempfile", "glob"})
ENVIRONMENT = frozenset({"os.environ", "os.environb", "os.getenv", "os.getenvb", "os.putenv", "os.unsetenv"})
HEAVY = [
    "click",
    "yaml",
    "sqlite3",
    "dataclasses",
    "pathlib",
    "subprocess",
    "asyncio",
    "tomllib",
    "cryptography",
]
DOCSTRINGS = 0.93


class File:
    """One parsed source file: `path` as `room/name.py`, `module` as `room.name`; its imports and uses."""

    def __init__(self, root: Path, path: Path) -> None:
        self.path = path.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text, filename=self.path)
        parts = self.path.removesuffix(".py").split("/")
        self.is_package = parts[-1] == "__init__"
        self.module = ".".join(parts[:-1] if self.is_package else parts)
        self.room = parts[0] if len(parts) > 1 else self.module
        self.names = {}  # local name -> the dotted name it stands for
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self.names[alias.asname or alias.name.split(".")[0]] = (
                        alias.name if alias.asname else alias.name.split(".")[0]
                    )
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    self.names[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def __str__(self) -> str:
        return self.path

    def imports(self) -> Iterator[tuple[int, str, str | None]]:
        """(line, absolute module, name or None) of every import, wherever it stands in the file."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield node.lineno, alias.name, None
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    package = self.module.split(".") if self.module else []
                    if not self.is_package:
                        package = package[:-1]
                    package = package[: len(package) - (node.level - 1)]
                    base = ".".join(["sapwood", *package, *([node.module] if node.module else [])])
                for alias in node.names:
                    yield node.lineno, base, alias.name
            elif isinstance(node, ast.Call) and self.dotted(node.func) in IMPORTERS:
                target = node.args[0] if node.args else None
                if isinstance(target, ast.Constant) and isinstance(target.value, str):
                    yield node.lineno, target.value, None

    def dotted(self, node: ast.AST) -> str | None:
        """The dotted name of an expression, aliases resolved: `o.environ` is `os.environ`; or None."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return None
        return ".".join([self.names.get(node.id, node.id), *reversed(parts)])

    def uses(self) -> Iterator[tuple[int, str]]:
        """(line, dotted name) of every name and attribute that is read."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute | ast.Name):
                name = self.dotted(node)
                if name:
                    yield node.lineno, name


class Tree:
    """All files under one package folder, and which file each import inside the package means."""

    def __init__(self, root: Path) -> None:
        self.files = [File(root, path) for path in sorted(root.rglob("*.py"))]
        self.by_module = {file.module: file for file in self.files}

    def inner(self, file: File) -> Iterator[tuple[int, File, str | None]]:
        """(line, imported file, name) for the imports of one file that stay inside the package."""
        for line, module, name in file.imports():
            if module != "sapwood" and not module.startswith("sapwood."):
                continue
            inside = module.removeprefix("sapwood").lstrip(".")
            deeper = f"{inside}.{name}".lstrip(".") if name else inside
            if deeper in self.by_module:
                yield line, self.by_module[deeper], None
            elif inside in self.by_module:
                yield line, self.by_module[inside], name

    def reach(self, start: File) -> dict[str, list[str]]:
        """Every file reached from `start` by imports, each with the chain that leads to it."""
        chains = {start.path: [start.path]}
        waiting = deque([start])
        while waiting:
            file = waiting.popleft()
            for _, other, _ in self.inner(file):
                if other.path not in chains:
                    chains[other.path] = [*chains[file.path], other.path]
                    waiting.append(other)
        return chains


def is_top(file: File) -> bool:
    """Whether this is the package's own __init__ or __main__, which no rank holds."""
    return file.module in {"", "__main__"}


def breaks_rank(tree: Tree) -> list[str]:
    """Imports that go up the chain, and files that the chain does not name."""
    found = []
    for file in tree.files:
        if is_top(file):
            continue
        if file.room not in RANK:
            found.append(f"{file}: no rank for `{file.room}`; add it to RANK in tests/test_shape.py")
            continue
        for line, other, name in tree.inner(file):
            if is_top(other):
                if name not in PUBLIC_NAMES:
                    allowed = ", ".join(sorted(PUBLIC_NAMES))
                    found.append(f"{file}:{line}: imports `sapwood` itself; from below only {allowed}")
            elif other.room in RANK and RANK.index(other.room) > RANK.index(file.room):
                found.append(f"{file}:{line}: `{file.room}` imports `{other}`, which stands higher")
    return found


def breaks_room_order(tree: Tree) -> list[str]:
    """Circles among the files of one room: a file imports only earlier files of its own room."""
    found = []
    for room in sorted({file.room for file in tree.files if not is_top(file)}):
        graph = {
            file.path: {
                other.path for _, other, _ in tree.inner(file) if other.room == room and other is not file
            }
            for file in tree.files
            if file.room == room and not is_top(file)
        }
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as circle:
            found.append(f"{room}: circle {' <- '.join(circle.args[1])}")
    return found


def breaks_dynamic_import(tree: Tree) -> list[str]:
    """Imports by a computed name, which no rule here can see; only doors and the package's __init__ may."""
    found = []
    for file in tree.files:
        if is_top(file) or file.room == "doors":
            continue
        for node in ast.walk(file.tree):
            if isinstance(node, ast.Call) and file.dotted(node.func) in IMPORTERS:
                target = node.args[0] if node.args else None
                if not isinstance(target, ast.Constant):
                    found.append(f"{file}:{node.lineno}: imports a computed name")
    return found


def breaks_pure_core(tree: Tree) -> list[str]:
    """A clock, a disk, chance or a process in core."""
    found = []
    for file in tree.files:
        if file.room != "core":
            continue
        for line, module, _ in file.imports():
            if module.split(".")[0] in NOT_IN_CORE:
                found.append(f"{file}:{line}: core imports `{module}`")
        for node in ast.walk(file.tree):
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Name) and node.func.id == "open":
                found.append(f"{file}:{node.lineno}: core opens a file")
            if isinstance(node.func, ast.Attribute) and node.func.attr in CLOCK_CALLS:
                call = f"`.{node.func.attr}()`"
                found.append(f"{file}:{node.lineno}: core asks a clock: {call}; pass the instant in")
    return found


def breaks_environment(tree: Tree) -> list[str]:
    """Environment variables read outside settings."""
    return [
        f"{file}:{line}: `{name}` outside settings.py"
        for file in tree.files
        if file.path not in MAY_READ_ENVIRONMENT
        for line, name in file.uses()
        if name in ENVIRONMENT
    ]


def breaks_signing(tree: Tree) -> list[str]:
    """`signing` imported by anything but the two doors where a person signs."""
    return [
        f"{file}:{line}: imports signing; only {', '.join(MAY_SIGN)} may"
        for file in tree.files
        if file.room != "signing" and not file.path.startswith(MAY_SIGN)
        for line, other, _ in tree.inner(file)
        if other.room == "signing"
    ]


def breaks_disk(tree: Tree) -> list[str]:
    """Files opened, listed, moved or removed outside disk/ and the allow-list."""
    found = []
    for file in tree.files:
        if file.room == "disk" or file.path in MAY_TOUCH_FILES:
            continue
        for line, module, _ in file.imports():
            if module.split(".")[0] in FILE_MODULES:
                found.append(f"{file}:{line}: imports `{module}` outside disk/")
        found += [
            f"{file}:{node.lineno}: `{file.dotted(node.func)}(` outside disk/"
            for node in ast.walk(file.tree)
            if isinstance(node, ast.Call) and file.dotted(node.func) in {"open", "sqlite3.connect"}
        ]
        found += [
            f"{file}:{line}: `{name}` outside disk/" for line, name in file.uses() if name in FILE_CALLS
        ]
    return found


def lies_in(path: str, *modules: str) -> bool:
    """Whether a file is one of these modules (`room/name`), be they a file or a folder."""
    return any(path == f"{module}.py" or path.startswith(f"{module}/") for module in modules)


def breaks_knowledge(tree: Tree) -> list[str]:
    """A chain of imports from an automatic road to the writer of knowledge."""
    found = []
    for file in tree.files:
        if not lies_in(file.path, *AUTOMATIC):
            continue
        found += [
            f"{' -> '.join(chain)}: an automatic road reaches the writer of knowledge"
            for path, chain in tree.reach(file).items()
            if lies_in(path, KNOWLEDGE)
        ]
    return found


def undocumented(tree: Tree) -> tuple[int, list[str]]:
    """(how many public names there are, those of them without a docstring)."""
    count, missing = 0, []

    def look(file: File, node: ast.Module | ast.ClassDef, inside: str) -> None:
        nonlocal count
        for child in node.body:
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            if child.name.startswith("_"):
                continue
            count += 1
            if ast.get_docstring(child) is None:
                missing.append(f"{file}:{child.lineno}: {inside}{child.name}")
            if isinstance(child, ast.ClassDef):
                look(file, child, f"{child.name}.")

    for file in tree.files:
        if not file.tree.body:
            continue  # an empty __init__
        count += 1
        if ast.get_docstring(file.tree) is None:
            missing.append(f"{file}:1: the module")
        look(file, file.tree, "")
    return count, missing


def breaks_docstrings(tree: Tree) -> list[str]:
    """The public names without a docstring, where they are more than the tree allows."""
    count, missing = undocumented(tree)
    return missing if count and 1 - len(missing) / count < DOCSTRINGS else []


def breaks_first_line(tree: Tree) -> list[str]:
    """Files of layers/ whose first line does not say who may write."""
    found = []
    for file in tree.files:
        if file.room != "layers" or not file.tree.body:
            continue
        first = file.text.lstrip("\ufeff").splitlines()[0]
        if not first.startswith(("#", '"""', "'''", 'r"""')) or not re.search(
            r"(?i)\b(writes?|written|writers?|appends?|read[- ]only)\b", first
        ):
            found.append(f"{file}:1: the first line of a layer says who may write, got {first[:60]!r}")
    return found


RULES = {
    "rank": breaks_rank,
    "room order": breaks_room_order,
    "dynamic import": breaks_dynamic_import,
    "pure core": breaks_pure_core,
    "environment": breaks_environment,
    "signing": breaks_signing,
    "disk": breaks_disk,
    "knowledge": breaks_knowledge,
    "docstrings": breaks_docstrings,
    "first line": breaks_first_line,
}


@pytest.mark.parametrize("rule", RULES)
def test_the_tree_keeps_the_rule(rule: str) -> None:
    found = RULES[rule](Tree(SOURCE))
    assert not found, "\n" + "\n".join(found)


def test_the_checkers_see_the_tree() -> None:
    tree = Tree(SOURCE)
    assert len(tree.files) > 5
    assert {"errors", "core.limits"} <= set(tree.by_module)


def test_allow_lists_name_files_that_exist() -> None:
    known = {file.path for file in Tree(SOURCE).files}
    assert not set(MAY_TOUCH_FILES) - known, "an allow-list entry outlived its file"
    assert all(MAY_TOUCH_FILES.values()), "an allow-list entry gives its reason"


# The positive controls: (rule, files that break it, a part of the complaint).
BROKEN = [
    (
        "rank",
        {"core/a.py": "from sapwood.disk import b", "disk/b.py": ""},
        "core/a.py:1: `core` imports `disk/b.py`",
    ),
    ("rank", {"core/a.py": "from ..disk.b import x", "disk/b.py": "x = 1"}, "`core` imports `disk/b.py`"),
    ("rank", {"core/a.py": "def f():\n    import sapwood.db.c", "db/c.py": ""}, "core/a.py:2:"),
    (
        "rank",
        {
            "log/a.py": "import typing\nif typing.TYPE_CHECKING:\n    from sapwood.admit import X",
            "admit.py": "X = 1",
        },
        "log/a.py:3: `log` imports `admit.py`",
    ),
    (
        "rank",
        {"core/a.py": "import importlib\nimportlib.import_module('sapwood.memory')", "memory.py": ""},
        "`core` imports `memory.py`",
    ),
    ("rank", {"memory.py": "from sapwood.signing import sign", "signing.py": "sign = 1"}, "`memory` imports"),
    (
        "rank",
        {"core/a.py": "from sapwood import Memory", "__init__.py": "Memory = 1"},
        "imports `sapwood` itself",
    ),
    ("rank", {"helpers/a.py": ""}, "no rank for `helpers`"),
    (
        "room order",
        {"core/a.py": "from sapwood.core import b", "core/b.py": "def f():\n    from .a import f"},
        "core: circle",
    ),
    (
        "dynamic import",
        {"verbs/a.py": "import importlib\nimportlib.import_module('sap' + 'wood')"},
        "computed name",
    ),
    *[
        ("pure core", {"core/a.py": f"import {module}"}, f"core imports `{module}`")
        for module in ("time", "os", "io", "pathlib", "random", "secrets", "uuid", "socket", "subprocess")
    ],
    ("pure core", {"core/a.py": "from os.path import join"}, "core imports `os.path`"),
    ("pure core", {"core/a.py": "def f():\n    return open('x')"}, "core/a.py:2: core opens a file"),
    (
        "pure core",
        {"core/a.py": "from datetime import datetime\nT = datetime.now()"},
        "asks a clock: `.now()`",
    ),
    ("pure core", {"core/a.py": "import datetime\nT = datetime.date.today()"}, "asks a clock: `.today()`"),
    ("environment", {"memory.py": "import os\nX = os.environ['HOME']"}, "memory.py:2: `os.environ`"),
    ("environment", {"disk/a.py": "import os as o\nX = o.getenv('HOME')"}, "`os.getenv`"),
    ("environment", {"disk/a.py": "from os import environ\nX = environ"}, "`os.environ`"),
    (
        "signing",
        {"doors/cli.py": "from sapwood import signing", "signing.py": ""},
        "doors/cli.py:1: imports signing",
    ),
    ("signing", {"verbs/a.py": "def f():\n    import sapwood.signing", "signing.py": ""}, "verbs/a.py:2:"),
    ("disk", {"verbs/a.py": "X = open('x')"}, "`open(` outside disk/"),
    ("disk", {"log/a.py": "import os\nos.replace('a', 'b')"}, "`os.replace` outside disk/"),
    ("disk", {"log/a.py": "from os import scandir\nX = scandir('.')"}, "`os.scandir` outside disk/"),
    ("disk", {"log/a.py": "import os\nf = os.unlink"}, "`os.unlink` outside disk/"),
    ("disk", {"log/a.py": "from pathlib import Path"}, "imports `pathlib` outside disk/"),
    ("disk", {"index/a.py": "import sqlite3\nX = sqlite3.connect('x')"}, "`sqlite3.connect(` outside disk/"),
    (
        "knowledge",
        {
            "verbs/consolidate.py": "from sapwood.layers import notes",
            "layers/notes.py": "from sapwood.layers import knowledge",
            "layers/knowledge.py": "",
        },
        "verbs/consolidate.py -> layers/notes.py -> layers/knowledge.py",
    ),
    (
        "knowledge",
        {
            "verbs/reflect.py": "def f():\n    from sapwood.layers.knowledge.write import put",
            "layers/knowledge/write.py": "put = 1",
        },
        "an automatic road reaches the writer of knowledge",
    ),
    ("docstrings", {"core/a.py": "def f():\n    pass"}, "core/a.py:1: f"),
    ("docstrings", {"core/a.py": '"""A."""\nclass A:\n    """A."""\n    def f(self):\n        pass'}, "A.f"),
    ("first line", {"layers/days.py": '"""The daily files."""'}, "layers/days.py:1:"),
    ("first line", {"layers/days.py": "import re\n# the person may write"}, "layers/days.py:1:"),
]

# And what must not be reported, so that no rule passes by refusing everything.
KEPT = {
    "__init__.py": '"""Names."""\n__version__ = "1"\n\ndef f():\n    """F."""\n    import sapwood.memory\n',
    "core/a.py": '"""A."""\nfrom datetime import datetime, timedelta\nfrom sapwood import __version__\n',
    "core/b.py": '"""B."""\nfrom sapwood.core import a\nfrom sapwood.core.a import datetime\n',
    "disk/safe.py": '"""Safe."""\nimport os\nfrom sapwood.core import b\n\nF = os.open\nG = open("x")\n',
    "layers/days.py": '"""Days: the person writes, an agent appends."""\nfrom sapwood.disk import safe\n',
    "layers/knowledge.py": '"""Knowledge: written by a signed decision only."""\n',
    "verbs/observe.py": '"""Observe."""\nfrom sapwood.layers import days\n',
    "verbs/recall.py": '"""Recall."""\nfrom sapwood.layers import days, knowledge\n',
    "settings.py": '"""Settings."""\nimport os\nX = os.environ\n',
    "memory.py": '"""Memory."""\nM = 1\n',
    "signing.py": '"""Signing."""\n',
    "doors/review.py": '"""Review."""\nfrom sapwood import signing\n',
    "doors/cli.py": '"""The CLI."""\nimport importlib\n\ndef load(name):\n    """Loads."""\n'
    "    return importlib.import_module(name)\n",
}


def grow(root: Path, files: dict[str, str]) -> Tree:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Tree(root)


@pytest.mark.parametrize(("rule", "files", "complaint"), BROKEN)
def test_a_broken_tree_is_reported(rule: str, files: dict[str, str], complaint: str, tmp_path: Path) -> None:
    found = RULES[rule](grow(tmp_path, files))
    assert any(complaint in line for line in found), found


@pytest.mark.parametrize("rule", RULES)
def test_a_sound_tree_is_not_reported(rule: str, tmp_path: Path) -> None:
    assert RULES[rule](grow(tmp_path, KEPT)) == []


def test_every_rule_has_a_positive_control() -> None:
    assert {rule for rule, _, _ in BROKEN} == set(RULES)


def loaded_by_import(parent: Path) -> set[str]:
    """The heavy modules that `import sapwood` from this folder brings into a bare interpreter."""
    packages = [str(parent), str(Path(click.__file__).parents[1])]
    code = (
        f"import sys; sys.path[:0] = {packages!r}; before = set(sys.modules); import sapwood;"
        f"print(*(name for name in {HEAVY!r} if name in sys.modules and name not in before));"
        f"assert not before & set({HEAVY!r}), before"
    )
    command = [sys.executable, "-S", "-I", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_import_sapwood_is_light() -> None:
    assert loaded_by_import(SOURCE.parent) == set()


def test_a_heavy_import_is_reported(tmp_path: Path) -> None:
    grow(tmp_path, {"sapwood/__init__.py": "import click, yaml, sqlite3"})
    assert {"click", "yaml", "sqlite3"} <= loaded_by_import(tmp_path)
