"""Measures of a proof, as the literature on step models takes them.

A step is one premise used once; a contradiction that a premise brings is a step too. `steps` are
those outside the cases that cannot be, `contradictory_steps` those inside them: |X| and |X^NE| of
the step model, which multiplies a step's accuracy once for each of both.
"""

from __future__ import annotations

from hlogic.compiler.ir import Theory, View
from hlogic.compiler.open.derived import OpenDerived
from hlogic.compiler.open.reduce import NAMELESS
from hlogic.compiler.proof.premises import Premises
from hlogic.compiler.proof.proof import Contradiction, Node, Proof, Split, nodes
from hlogic.compiler.record import record


@record
class Measures:
    """`kind` is `linear` or `cases`; `in_each` has the steps of each case, in order. `premises` are
    counted by name: a family is one sentence. `by_contradiction` has the steps of a proof of the
    same that assumes the denial of the conclusion and splits no further; None where there is
    none, and for a linear proof."""

    kind: str
    steps: int
    cases: int
    contradictory_cases: int
    contradictory_steps: int
    depth: int
    premises: int
    premises_used: int
    in_each: tuple[int, ...]
    by_contradiction: int | None = None

    @property
    def all_steps(self) -> int:
        """All that must be right: |X| + |X^NE|."""
        return self.steps + self.contradictory_steps


def measured(proof: Proof, premises: Premises, refutation: Proof | None = None) -> Measures:
    """The measures of a checked proof, and of one by contradiction of the same, if there is one."""
    root = proof.root
    leaves = [n for n in nodes(root) if not isinstance(n.end, Split)]
    split = isinstance(root.end, Split)
    apart = _contradictory(root) if split else 0
    used = names_used(proof, premises)
    return Measures(
        kind="cases" if split else "linear",
        steps=_all_steps(root) - apart,
        cases=len(leaves) if split else 0,
        contradictory_cases=(sum(isinstance(n.end, Contradiction) for n in leaves) if split else 0),
        contradictory_steps=apart,
        depth=_depth(root),
        premises=len(names(premises)),
        premises_used=len(used),
        in_each=_in_each(root),
        by_contradiction=None if refutation is None else _all_steps(refutation.root),
    )


def _all_steps(root: Node) -> int:
    return sum(map(own_steps, nodes(root)))


def own_steps(node: Node) -> int:
    """The steps of a node without its cases."""
    end = node.end
    return len(node.steps) + (isinstance(end, Contradiction) and end.premise is not None)


def _contradictory(root: Node) -> int:
    """The steps in cases that cannot be: of nodes that come to contradictions alone."""
    total = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if not isinstance(node.end, Split):
            continue
        for case in node.end.cases:
            ends = [n.end for n in nodes(case.node) if not isinstance(n.end, Split)]
            if all(isinstance(end, Contradiction) for end in ends):
                total += _all_steps(case.node)
            else:
                stack.append(case.node)
    return total


def _in_each(root: Node) -> tuple[int, ...]:
    return tuple(own_steps(n) for n in nodes(root) if n is not root)


def _depth(root: Node) -> int:
    if not isinstance(root.end, Split):
        return 0
    return 1 + max(_depth(case.node) for case in root.end.cases)


def sentences(theory: Theory, view: View) -> tuple[str, ...]:
    """The sentences of a scope that a proof may use: constraints and rules by name, and derived
    terms. Those that speak of open sorts are no premises: their bodies stand in their places."""
    found = [f"constraint:{i.family.id}" for i in view.instances if i.family is not NAMELESS]
    written_out = OpenDerived(theory.pool, view)
    derived = (s for s in theory.symbols.values() if s.kind == "derive")
    found += [f"definition:{s.name}" for s in derived if not written_out.speaks(s)]
    found += [f"definition:{symbol.name}" for symbol, _ in view.derived if symbol.kind != "derive"]
    found += [f"rule:{r.rule.id}" for group in theory.groups for r in view.rules.get(group, ())]
    return tuple(dict.fromkeys(found))


def names(premises: Premises) -> tuple[str, ...]:
    """The sentences that a proof may use, with what is given: the same for every ask of a scope
    that is given the same, also where one says nothing of the names at hand."""
    given = (f"given:{text}" for text in premises.given)
    return tuple(dict.fromkeys((*sentences(premises.theory, premises.view), *given)))


def names_used(proof: Proof, premises: Premises) -> tuple[str, ...]:
    """Those that it uses. That only some rules give an atom uses these rules."""
    found: dict[str, None] = {}
    for node in nodes(proof.root):
        refs = [step.premise for step in node.steps]
        if isinstance(node.end, Split | Contradiction) and node.end.premise is not None:
            refs.append(node.end.premise)
        for ref in refs:
            for name in _counted(ref, premises):
                found[name] = None
    for node in nodes(proof.root):
        for step in node.steps:
            for atom in step.atoms:
                found.update(dict.fromkeys(_rules(f"rules:{_id(atom)}", premises)))
    return tuple(found)


def _id(atom: object) -> str:
    from hlogic.compiler.proof.places import place_id

    return place_id(atom)  # type: ignore[arg-type]


def _counted(ref: str, premises: Premises) -> tuple[str, ...]:
    premise = premises.by_ref.get(ref)
    if premise is None or premise.kind in ("goal", "equality"):
        return ()
    if premise.kind == "rules":
        return _rules(ref, premises)
    return (f"{premise.kind}:{premise.name}",)


def _rules(ref: str, premises: Premises) -> tuple[str, ...]:
    """The rules that may give the atom of a `rules` premise."""
    atom = premises.by_ref[ref].place
    assert atom is not None
    assert atom.symbol.group is not None
    firings = premises.places.groups[atom.symbol.group][atom]
    return tuple(dict.fromkeys(f"rule:{f.rule.rule.id}" for f in firings))
