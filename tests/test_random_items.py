"""Random items: all engines and the reference answer every ask alike, to the byte.

`HLOGIC_RANDOM_ITEMS=2000 HLOGIC_RANDOM_SEED=7000 pytest tests/test_random_items.py` makes a long
run from another seed on. A failure shows the item shrunk; once it is understood, it goes to
`tests/found/` with its expectations, where `test_found` keeps it from coming back.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import agree
import generate
import hlogic
import reference
from hlogic.compiler import ast

COUNT = int(os.environ.get("HLOGIC_RANDOM_ITEMS", "150"))
FIRST = int(os.environ.get("HLOGIC_RANDOM_SEED", "0"))
FOUND = Path(__file__).resolve().parent / "found"


def explain(file: ast.File, seed: int, found: agree.Disagreement) -> str:
    def fails(smaller: ast.File) -> bool:
        other = agree.disagreement(smaller)
        return other is not None and other.kind == found.kind

    small = agree.shrink(file, fails, 600)
    last = agree.disagreement(small) or found
    return f"seed {seed}: {last.kind}: {last.text}\n\n{agree.printed(small)}"


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
def test_random_item(seed: int) -> None:
    file = generate.item(seed)
    found = agree.disagreement(file)
    if found is not None:
        pytest.fail(explain(file, seed, found), pytrace=False)


@pytest.mark.parametrize("engine", agree.ENGINES)
@pytest.mark.parametrize("path", sorted(FOUND.glob("*.hlogic")), ids=lambda path: path.stem)
def test_found(path: Path, engine: str) -> None:
    item = hlogic.load(path, engine=engine)
    outcomes = item.test()
    assert [o.id for o in outcomes] == list(item.asks), "every ask is expected"
    wrong = [f"{o.id}: expected {o.expected}, got {o.actual}" for o in outcomes if not o.ok]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.hlogic")), ids=lambda path: path.stem)
def test_found_agrees(path: Path) -> None:
    """Byte for byte, which an `expect` does not look at; and the reference meets the `expect`s."""
    file = agree.reread(path.read_text(encoding="utf-8"))
    assert agree.disagreement(file) is None
    answers = reference.answers(file)
    for ask in file.declarations:
        if isinstance(ask, ast.Ask) and ask.expect is not None:
            assert reference.matches(ask.expect, answers[ask.id.name]), answers[ask.id.name]
