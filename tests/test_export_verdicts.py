"""Every item through another program, as a user would pipe it: z3's own binary reads the SMT-LIB
and the DIMACS, and comes to our verdicts.

Of each item the first questions are asked here; `HLOGIC_VERDICTS=1000` asks them all: whether each
scope has a world, and each `possible` and `necessary` that one formula answers.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hlogic
from hlogic.backends.budget import Budget
from hlogic.backends.engines import make_engine
from read_back import said_by

ROOT = Path(__file__).resolve().parent.parent
ITEMS = sorted((ROOT / "items").glob("*.hlogic"))
ASKING = [
    path
    for path in ITEMS
    if re.search(r"(?m)^(ask|check) [^:]*:\s*(possible|necessary)\b", path.read_text("utf-8"))
]
EACH = int(os.environ.get("HLOGIC_VERDICTS", "1"))  # scopes, and asks, of an item
READERS = {"smtlib": ("-smt2", "-in"), "dimacs": ("-dimacs", "-in")}


def z3(form: str, text: str) -> bool:
    """Whether the binary that z3-solver brings says that the text is satisfiable."""
    folder = str(Path(sys.executable).parent)
    binary = shutil.which("z3", path=os.pathsep.join((folder, os.environ.get("PATH", ""))))
    assert binary is not None, "z3-solver installs a program z3 beside Python"
    run = subprocess.run(
        [binary, *READERS[form]],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    words = [line for line in run.stdout.splitlines() if line.startswith(("s ", "sat", "unsat"))]
    assert words, run.stdout + run.stderr
    return words[0].removeprefix("s ").lower() in ("sat", "satisfiable")


@pytest.mark.parametrize("path", ITEMS, ids=lambda path: path.stem)
def test_scopes(path: Path) -> None:
    item = hlogic.load(path)
    theory, views = item.compiled.theory, item.compiled.views
    for scope in item.scopes[:EACH]:
        expected = make_engine("sat").open(theory, views[scope], Budget()).possible(())
        for form in READERS:
            assert z3(form, item.export(form, scope)) == expected, (scope, form)


def simple_asks(item: hlogic.Item) -> list[str]:
    """The asks that one formula may answer; test_exports holds which of them are refused."""
    return [
        id for id, ask in item.compiled.asks.items() if ask.modality in ("possible", "necessary")
    ]


def exports(item: hlogic.Item, id: str) -> dict[str, str]:
    """An ask in each form; none where it is refused."""
    try:
        return {form: item.export(form, ask=id) for form in READERS}
    except hlogic.HlogicError:
        return {}


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_asks(path: Path) -> None:
    item = hlogic.load(path, engine="sat")
    asks = simple_asks(item)
    assert asks
    for id in asks[:EACH]:
        answer = str(item.ask(id).value).lower()
        for form, text in exports(item, id).items():
            assert said_by(text, z3(form, text)) == answer, (id, form)
