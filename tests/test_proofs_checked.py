"""What explains an answer agrees with it; the checker refuses what is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

import hlogic
from hlogic.compiler.proof.check import Unproved, check
from hlogic.compiler.proof.explained import NoWorld, Shown, check_world
from proof_items import PAPER, SMALL, item
from proof_mutants import agrees, mutants


@pytest.mark.parametrize("path", SMALL, ids=lambda p: p.stem)
def test_items_are_explained_as_they_are_answered(path: Path) -> None:
    loaded = hlogic.load(path)
    seen = 0
    for id in loaded.asks:
        if loaded.explains(id):
            explained = loaded.explain(id)
            if explained.status == "error":
                continue
            assert explained.status == "ok", explained.error
            answer = loaded.ask(id)
            assert agrees(explained, answer.modality, answer.value), id
            seen += 1
    assert seen


@pytest.mark.parametrize("path", [*SMALL, *sorted(PAPER.glob("*"))], ids=lambda p: p.stem)
def test_the_checker_refuses_what_is_changed(path: Path) -> None:
    loaded = hlogic.load(path)
    refused = 0
    for id in loaded.asks:
        if not loaded.explains(id):
            continue
        for part in loaded.explain(id).parts:
            if part.proved is None:
                continue
            goal = part.proved.proof.goal
            check(part.proved.proof, part.proved.premises, goal)
            for what, mutant in mutants(part.proved):
                try:
                    check(mutant, part.proved.premises, goal)
                except Unproved:
                    refused += 1
                else:
                    pytest.fail(f"{id} {part.path}: accepted {what}")
    assert refused


def test_a_world_is_checked() -> None:
    loaded = hlogic.loads(item("constraint p1: a", "ask q: possible b"))
    compiled = loaded.compiled
    theory, view = compiled.theory, compiled.views["base"]
    good = loaded.explain("q").parts[0].worlds[0]
    check_world(theory, view, good, (), None)
    bad = Shown({name: not value for name, value in good.world.items()}, True)
    with pytest.raises(NoWorld):
        check_world(theory, view, bad, (), None)
