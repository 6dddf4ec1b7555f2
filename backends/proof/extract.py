"""From closed states to a proof: only what is needed, with its reasons, numbered as it is read."""

from __future__ import annotations

from collections.abc import Iterable

from hlogic.backends.proof.reasoner import ASSUMED, Reasoner, State
from hlogic.backends.proof.search import Tree
from hlogic.compiler.proof.places import Fact
from hlogic.compiler.proof.proof import Case, Concluded, Contradiction, Node, Proof, Split, Step
from hlogic.compiler.record import record


@record(eq=False)
class Drawn:
    """A node whose facts bear the indices of entries, the entries of cases above that it needs, and
    the premises that it uses."""

    node: Node
    needed: frozenset[int]
    premises: frozenset[int]


def extracted(reasoner: Reasoner, tree: Tree, goal: Fact | None) -> tuple[Proof, frozenset[int]]:
    """The proof, and the premises that it uses."""
    drawn = _drawn(reasoner, tree, 0)
    assert not drawn.needed
    return Proof(goal, _Numbering().node(drawn.node, {})), drawn.premises


def _drawn(reasoner: Reasoner, tree: Tree, above: int) -> Drawn:
    """A node from the entries of its state behind the first `above`, which are of cases above."""
    state = tree.state
    needed: set[int] = set()
    premises: set[int] = set()
    end: Concluded | Contradiction | Split
    tail: tuple[Step, ...] = ()
    if tree.choice is None:
        end = _closing(reasoner, state, needed, premises)
    else:
        cases: list[Case] = []
        for (place, mask), case in zip(tree.choice.cases, tree.cases, strict=True):
            own = len(state.entries)
            drawn = _drawn(reasoner, case, own)
            premises |= drawn.premises
            needed |= {i for i in drawn.needed if i < own}
            if own not in drawn.needed:  # closed without what it assumes: no case is needed
                needed = {i for i in drawn.needed if i < own}
                premises = set(drawn.premises)
                tail, end = drawn.node.steps, drawn.node.end
                break
            cases.append(Case(own, reasoner.fact(place, mask), drawn.node))
        else:
            end = _split(reasoner, tree, tuple(cases), needed, premises)
    steps = _steps(reasoner, state, above, needed, premises)
    return Drawn(Node((*steps, *tail), end), frozenset(needed), frozenset(premises))


def _closing(
    reasoner: Reasoner, state: State, needed: set[int], premises: set[int]
) -> Concluded | Contradiction:
    if state.conflict is None:
        assert reasoner.goal is not None
        cites = reasoner.reasons(state, ASSUMED, reasoner.goal, state.layer + 1)
        needed |= set(cites)
        return Concluded(tuple(cites))
    cites = reasoner.reasons(state, state.conflict, None, state.layer)
    needed |= set(cites)
    if state.conflict == ASSUMED:
        return Contradiction(None, tuple(cites))
    premises.add(state.conflict)
    return Contradiction(reasoner.list[state.conflict].ref, tuple(cites))


def _split(
    reasoner: Reasoner, tree: Tree, cases: tuple[Case, ...], needed: set[int], premises: set[int]
) -> Split:
    """Why there are no other cases."""
    assert tree.choice is not None
    cites = reasoner.exhaustive(tree.state, tree.choice.premise, tree.choice.cases)
    assert cites is not None
    needed |= set(cites)
    if tree.choice.premise == ASSUMED:
        return Split(None, tuple(cites), cases)
    premises.add(tree.choice.premise)
    return Split(reasoner.list[tree.choice.premise].ref, tuple(cites), cases)


def _steps(
    reasoner: Reasoner, state: State, above: int, needed: set[int], premises: set[int]
) -> list[Step]:
    """The steps to what is needed, the last first; what they need of cases above stays needed."""
    steps: list[Step] = []
    for number in range(len(state.entries) - 1, above - 1, -1):
        entry = state.entries[number]
        if number not in needed or entry.premise == ASSUMED:
            continue
        target = (entry.place, entry.mask)
        cites = reasoner.reasons(state, entry.premise, target, entry.layer)
        needed |= set(cites)
        needed.discard(number)
        premises.add(entry.premise)
        premise = reasoner.list[entry.premise]
        fact = reasoner.fact(entry.place, entry.mask)
        steps.append(Step(number, fact, premise.ref, tuple(cites), premise.atoms))
    return steps[::-1]


class _Numbering:
    """Numbers facts from 1 in the order in which they are read."""

    def __init__(self) -> None:
        self._last = 0

    def _next(self) -> int:
        self._last += 1
        return self._last

    def node(self, node: Node, known: dict[int, int]) -> Node:
        """The node with its own numbers; `known` has those of facts before it."""
        known = dict(known)
        steps = []
        for step in node.steps:
            cites = _renumbered(step.cites, known)
            known[step.number] = self._next()
            steps.append(Step(known[step.number], step.fact, step.premise, cites, step.atoms))
        end = node.end
        cites = _renumbered(end.cites, known)
        match end:
            case Concluded():
                return Node(tuple(steps), Concluded(cites))
            case Contradiction():
                return Node(tuple(steps), Contradiction(end.premise, cites))
            case Split():
                cases = tuple(self._case(case, known) for case in end.cases)
                return Node(tuple(steps), Split(end.premise, cites, cases))

    def _case(self, case: Case, known: dict[int, int]) -> Case:
        number = self._next()
        return Case(number, case.fact, self.node(case.node, {**known, case.number: number}))


def _renumbered(cites: Iterable[int], known: dict[int, int]) -> tuple[int, ...]:
    return tuple(sorted(known[n] for n in cites))
