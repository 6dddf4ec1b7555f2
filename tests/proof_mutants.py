"""Proofs with one thing wrong, and the verdicts that an answer asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hlogic.compiler.proof.explained import Explained, Proved
from hlogic.compiler.proof.places import Fact
from hlogic.compiler.proof.proof import Case, Concluded, Contradiction, Node, Proof, Split, Step

EXPECTED = {
    "possible": {True: {"somewhere"}, False: {"never", "no_world"}},
    "necessary": {True: {"always"}, False: {"not_everywhere", "no_world"}},
    "truth": {
        "true": {"always"},
        "false": {"never"},
        "uncertain": {"varies"},
        "inconsistent": {"no_world"},
    },
    "unique": {True: {"always"}, False: {"varies", "no_world"}},
}


def agrees(explained: Explained, modality: str, value: Any) -> bool:
    """Whether the last part says what the answer says, where the modality has just one part."""
    if modality not in EXPECTED:
        return True
    return explained.parts[-1].verdict in EXPECTED[modality][value]


def mutants(proved: Proved) -> Iterator[tuple[str, Proof]]:
    """Each way to take something away that the proof needs, or to claim something else."""
    proof = proved.proof
    for what, root in _of_node(proved, proof.root):
        yield what, Proof(proof.goal, root)


def _of_node(proved: Proved, node: Node) -> Iterator[tuple[str, Node]]:
    for i, step in enumerate(node.steps):
        for what, other in _of_step(proved, step):
            steps = (*node.steps[:i], other, *node.steps[i + 1 :])
            yield what, Node(steps, node.end)
        yield f"without step {step.number}", Node(node.steps[:i] + node.steps[i + 1 :], node.end)
    end = node.end
    for n in end.cites:
        cites = tuple(c for c in end.cites if c != n)
        yield f"end without {n}", Node(node.steps, replace(end, cites=cites))
    if isinstance(end, Split):
        for i, case in enumerate(end.cases):
            cases = end.cases[:i] + end.cases[i + 1 :]
            yield (
                f"without case {case.number}",
                Node(node.steps, Split(end.premise, end.cites, cases)),
            )
            for what, inner in _of_node(proved, case.node):
                changed = (*end.cases[:i], Case(case.number, case.fact, inner), *end.cases[i + 1 :])
                yield what, Node(node.steps, Split(end.premise, end.cites, changed))
    elif isinstance(end, Contradiction):
        yield "a conclusion instead", Node(node.steps, Concluded(end.cites))
    else:
        yield "a contradiction instead", Node(node.steps, Contradiction(None, end.cites))


def _of_step(proved: Proved, step: Step) -> Iterator[tuple[str, Step]]:
    for n in step.cites:
        cites = tuple(c for c in step.cites if c != n)
        yield f"{step.number} without {n}", replace(step, cites=cites)
    yield f"{step.number} by nothing", replace(step, premise="constraint:none#0", atoms=())
    yield f"{step.number} from itself", replace(step, cites=(*step.cites, step.number))
    place = step.fact.place
    rest = tuple(v for v in proved.premises.values[place] if v not in step.fact.values)
    if rest and step.premise != "goal":
        yield f"{step.number} denied", replace(step, fact=Fact(place, rest))
