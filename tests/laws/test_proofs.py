"""Random items: what explains an answer says what the oracle says, and only checked proofs are had.

`HLOGIC_RANDOM_ITEMS=2000 HLOGIC_RANDOM_SEED=7000 pytest tests/laws/test_proofs.py` makes a long run
from another seed on.
"""

from __future__ import annotations

import os

import pytest

import agree
import generate
import generate_open
import hlogic
from hlogic.compiler.proof.check import Unproved, check
from hlogic.compiler.proof.explained import Explained, Proved
from hlogic.compiler.proof.proof import Proof
from proof_mutants import agrees, mutants

COUNT = int(os.environ.get("HLOGIC_RANDOM_ITEMS", "100")) // 4
FIRST = int(os.environ.get("HLOGIC_RANDOM_SEED", "0"))


def explained(item: hlogic.Item, oracle: hlogic.Item) -> list[Explained]:
    """Every ask that can be explained, held against the answers of an engine."""
    found = []
    for id in item.asks:
        if not item.explains(id):
            continue
        made = item.explain(id)
        answer = oracle.ask(id)
        if answer.modality == "choose" and answer.status == "error":
            continue  # which of its cases hold is explained all the same
        if made.status == "error" or answer.status != "ok":
            assert made.error == answer.error, id
            continue
        assert made.status == "ok", f"{id}: {made.error}"
        assert agrees(made, answer.modality, answer.value), id
        found.append(made)
    return found


def is_refused(proof: Proof, proved: Proved) -> bool:
    try:
        check(proof, proved.premises, proved.proof.goal)
    except Unproved:
        return True
    return False


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
def test_random_items(seed: int) -> None:
    text = agree.printed(generate.item(seed))
    oracle = hlogic.loads(text, engine="oracle")
    for made in explained(hlogic.loads(text), oracle):
        for part in made.parts:
            if part.proved is None:
                continue
            for what, mutant in mutants(part.proved):
                refused = is_refused(mutant, part.proved)
                assert refused, f"{made.id} {part.path}: accepted {what}"


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
@pytest.mark.parametrize("kind", ["epr", "mixed"])
def test_random_first_order_items(kind: str, seed: int) -> None:
    """Without functions every answer is explained."""
    item = hlogic.loads(generate_open.open_item(seed, kind))
    explained(item, item)
