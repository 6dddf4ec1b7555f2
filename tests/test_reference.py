"""The reference evaluator gives the worked answers of the conformance cases."""

from __future__ import annotations

from pathlib import Path

import pytest

import reference
from hlogic.compiler import ast
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file

CASES = Path(__file__).resolve().parent / "cases"


def parsed(path: Path) -> ast.File:
    return parse_file(Source.of(path.name, path.read_text(encoding="utf-8")))[0]


@pytest.mark.parametrize("path", sorted(CASES.glob("*.hlogic")), ids=lambda path: path.stem)
def test_reference_on_case(path: Path) -> None:
    file = parsed(path)
    if reference.needs_later_step(file):
        pytest.skip("needs a form of a later step")
    found = reference.answers(file)
    for ask in file.declarations:
        if isinstance(ask, ast.Ask) and ask.expect is not None and ask.id.name in found:
            answer = found[ask.id.name]
            assert reference.matches(ask.expect, answer), f"{ask.id.name}: {answer}"
