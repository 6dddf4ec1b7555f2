"""The standard modules: each example is run, each name is explained, and the page is up to date.

`docs/stdlib.md` is made from the comments of the modules (`pytest --update`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import hlogic

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "stdlib").glob("*.hlogic"))
DEFINITION = re.compile(r"^(def|sort|table) (\w+)(\([^)]*\))?", re.MULTILINE)
INTRODUCTION = """# Standard modules

`use std.order` takes all names of a module, `use std.order (before, adjacent)` the ones it lists. A
module holds only macros, sorts and tables: what it gives is read where it is called, as if it stood
there. This page is made from the modules, `stdlib/*.hlogic`; each example is run by the tests.
"""


def opening(path: Path) -> tuple[str, str]:
    """The comment that opens a module: what it says, and its example."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").removeprefix(" "))
    said, _, example = "\n".join(lines).partition("\nExample:\n")
    return said.strip(), "\n".join(line.removeprefix("  ") for line in example.splitlines()).strip()


def definitions(path: Path) -> list[tuple[str, str]]:
    """Each definition's head and the comment above it."""
    text = path.read_text(encoding="utf-8")
    found = []
    for match in DEFINITION.finditer(text):
        above = text[: match.start()].splitlines()
        comment: list[str] = []
        while above and above[-1].startswith("#"):
            comment.insert(0, above.pop().removeprefix("#").strip())
        found.append((match.group(2) + (match.group(3) or ""), " ".join(comment)))
    return found


def page() -> str:
    """The whole of docs/stdlib.md."""
    parts = [INTRODUCTION]
    for path in MODULES:
        said, example = opening(path)
        parts.append(f"## std.{path.stem}\n\n{said}\n\n```hlogic\n{example}\n```\n")
        parts.append("".join(f"- `{head}`: {comment}\n" for head, comment in definitions(path)))
    return "\n".join(parts)


def test_the_page_is_made_from_the_modules(golden: Callable[[Path, str], None]) -> None:
    golden(ROOT / "docs" / "stdlib.md", page())


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_example(path: Path) -> None:
    _, example = opening(path)
    assert f"use std.{path.stem}" in example
    for engine in ("oracle", "sat"):
        outcomes = hlogic.loads(example, name=f"std.{path.stem}", engine=engine).test()
        assert outcomes
        assert [f"{o.id}: {o.actual}" for o in outcomes if not o.ok] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_module(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert f"\nmodule {path.stem}\n" in text
    found = definitions(path)
    assert found
    assert [head for head, comment in found if not comment] == []
    assert hlogic.load(path).warnings == ()
    users = [p.read_text(encoding="utf-8") for p in (ROOT / "items").glob("*.hlogic")]
    users = [u for u in users if f"use std.{path.stem}" in u]
    names = [re.split(r"\W", head)[0] for head, _ in found]
    calls = "\n".join([*users, *re.findall(r"^def .*?=(.*)$", text, re.MULTILINE)])
    unused = [n for n in names if not re.search(rf"\b{n}\b(?! *,|\))", calls)]
    assert users
    assert unused == [], "only what real items use"
