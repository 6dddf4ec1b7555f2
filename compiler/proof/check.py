"""The checker of proofs: small, and in debt to nothing that finds them.

It reads the proof, and from the theory the premises and the values of places, and tries each use of
a premise: is there a way to give values to the places that the premise names, with the cited facts
true, the premise holding and the claimed fact false? Values are tried one place at a time, as far
as what is known leaves it open (`values.py`), up to a limit. A proof that is not shown is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from hlogic.compiler.proof.places import Fact, place_id
from hlogic.compiler.proof.premises import Premise, Premises
from hlogic.compiler.proof.proof import Case, Concluded, Contradiction, Node, Proof, Split, Step
from hlogic.compiler.proof.values import Possible
from hlogic.compiler.sorts import Maybe
from hlogic.compiler.terms import Ref, Term

MOST_TRIES = 20_000  # for one use of a premise
Allowed = dict[Ref, tuple[Maybe, ...]]
Known = Mapping[int, Fact]


class Unproved(Exception):
    """What is wrong with a proof."""


class Unchecked(Unproved):
    """That a step could not be checked within the limit: `premise` names what it uses."""

    premise = ""


def check(proof: Proof, premises: Premises, goal: Fact | None) -> None:
    """Raise Unproved unless the proof shows the goal (without one: that there is no world)."""
    if proof.goal != goal:
        raise Unproved("it is of something else")
    Checker(premises, goal).node(proof.root, {})


class Checker:
    """Checks the nodes of one proof."""

    def __init__(self, premises: Premises, goal: Fact | None) -> None:
        self._premises = premises
        self._goal = goal

    def node(self, root: Node, known: Known) -> None:
        """Check a node and, one after another, those of its cases."""
        stack = [(root, known)]
        while stack:
            node, before = stack.pop()
            facts = dict(before)
            for step in node.steps:
                self._step(step, facts)
                self._add(step.number, step.fact, facts)
            for case in self._end(node, facts):
                inner = dict(facts)
                self._add(case.number, case.fact, inner)
                stack.append((case.node, inner))

    def _add(self, number: int, fact: Fact, facts: dict[int, Fact]) -> None:
        if number in facts:
            raise Unproved(f"there are two facts {number}")
        if fact.place not in self._premises.values:
            raise Unproved(f"fact {number} is about no place")
        facts[number] = fact

    # ------------------------------------------------------------------ parts

    def _step(self, step: Step, facts: Known) -> None:
        cited = _cited(step.cites, facts)
        if step.atoms:
            self._unfounded(step, cited)
        elif self._possible(self._premise(step.premise), cited, [step.fact]):
            raise Unproved(f"step {step.number} does not follow from {step.premise}")

    def _end(self, node: Node, facts: Known) -> Sequence[Case]:
        end = node.end
        cited = _cited(end.cites, facts)
        match end:
            case Concluded():
                if self._goal is None or self._possible(None, cited, [self._goal]):
                    raise Unproved("the conclusion does not follow")
            case Contradiction():
                used = None if end.premise is None else self._premise(end.premise)
                if self._possible(used, cited, []):
                    raise Unproved(f"{end.premise or 'the facts'}: there is no contradiction")
            case Split():
                used = None if end.premise is None else self._premise(end.premise)
                if self._possible(used, cited, [case.fact for case in end.cases]):
                    raise Unproved("the cases leave something out")
                return end.cases
        return ()

    def _premise(self, ref: str) -> Premise:
        found = self._premises.by_ref.get(ref)
        if found is None:
            raise Unproved(f"there is no premise {ref}")
        return found

    # ------------------------------------------------------------------ uses

    def _possible(
        self, premise: Premise | None, facts: Iterable[Fact], denied: Iterable[Fact]
    ) -> bool:
        """Whether the premise can hold with the facts true and what is denied false."""
        allowed = self._allowed(facts, denied)
        if any(not values for values in allowed.values()):
            return False
        if premise is None:
            return True
        for leaf in premise.leaves:
            allowed.setdefault(leaf, self._premises.values[leaf])
        place = premise.place
        if place is not None:
            allowed.setdefault(place, self._premises.values[place])
        try:
            return reaches(premise.term, allowed, premise.accepts, place)
        except Unchecked as problem:
            problem.premise = premise.ref
            raise

    def _allowed(self, facts: Iterable[Fact], denied: Iterable[Fact] = ()) -> Allowed:
        """The values that facts leave to the places that they are about."""
        allowed: Allowed = {}
        for given, keep in ((facts, True), (denied, False)):
            for fact in given:
                before = allowed.get(fact.place, self._premises.values[fact.place])
                allowed[fact.place] = tuple(v for v in before if (v in fact.values) is keep)
        return allowed

    def _unfounded(self, step: Step, facts: Sequence[Fact]) -> None:
        """Each rule for any of the atoms is blocked where the claimed fact is false, these atoms
        being read as false where the fixed point grows from them."""
        places, atoms = self._premises.places, step.atoms
        group = atoms[0].symbol.group
        if step.fact.place not in atoms or False not in step.fact.values or group is None:
            raise Unproved(f"step {step.number} is not about {step.premise}")
        allowed = self._allowed(facts, [step.fact])
        if any(not values for values in allowed.values()):
            return
        by_atom = places.groups.get(group, {})
        for atom in atoms:
            if atom not in by_atom:
                raise Unproved(f"{place_id(atom)} is not of the same define")
            for firing in by_atom[atom]:
                possible = Possible([firing.inner])
                inner: Allowed = {}
                for leaf in possible.leaves:
                    outer = places.firings.outer(leaf)
                    values = allowed.get(outer, self._premises.values[outer])
                    if outer is not leaf:
                        values = (False,) if outer in atoms else _in_h(values)
                    inner[leaf] = values
                fires = _is_true if group.stable else _is_not_false
                if reaches(firing.inner, inner, fires, None):
                    raise Unproved(f"{place_id(atom)} may hold by {firing.rule.id}")


def _cited(cites: Iterable[int], facts: Known) -> list[Fact]:
    missing = [n for n in cites if n not in facts]
    if missing:
        raise Unproved(f"fact {missing[0]} is cited where it does not stand")
    return [facts[n] for n in cites]


def _in_h(values: Iterable[Maybe]) -> tuple[Maybe, ...]:
    """How the rules for H read an atom: what is undefined is in it."""
    return tuple(dict.fromkeys(v is not False for v in values))


def _is_true(value: Maybe, of_place: Iterable[Maybe]) -> bool:
    return value is True


def _is_not_false(value: Maybe, of_place: Iterable[Maybe]) -> bool:
    return value is not False


def reaches(
    term: Term,
    allowed: Allowed,
    accepts: Callable[[Maybe, Iterable[Maybe]], bool],
    place: Ref | None,
) -> bool:
    """Whether leaves can be given values that they are allowed so that the term comes to what is
    accepted, which may depend on the values of a place. Raises Unchecked past the limit."""
    possible = Possible([term])
    within = place is not None and place in possible.leaves
    tries, stack = 0, [dict(allowed)]
    while stack:
        tries += 1
        if tries > MOST_TRIES:
            raise Unchecked(f"a step would take more than {MOST_TRIES:,} tries to check")
        now = stack.pop()
        can = possible.values(now)
        of_place = now[place] if place is not None else ()
        comes_to = can[term.id]
        if comes_to is not None:
            accepted = [accepts(value, of_place) for value in comes_to]
            if not any(accepted):
                continue
            settled = not within or len(of_place) == 1
            if settled and all(accepted):
                return True
        if within and len(of_place) > 1:
            assert place is not None
            chosen = place
        else:
            chosen = possible.deciding(term, now, can)
        stack.extend({**now, chosen: (value,)} for value in reversed(now[chosen]))
    return False
