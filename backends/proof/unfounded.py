"""Atoms of a `define` that have only each other to rest on.

The greatest such set under what is known: an atom leaves it when one of its rules may fire with the
atoms still in it read as false where the fixed point grows from them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from hlogic.backends.proof.tables import Masks
from hlogic.compiler.ir import Group
from hlogic.compiler.proof.firings import Firing
from hlogic.compiler.proof.premises import Premise, Premises
from hlogic.compiler.proof.values import Possible
from hlogic.compiler.sorts import Maybe
from hlogic.compiler.terms import Ref

Known = tuple[Maybe, ...]
Values = Mapping[Ref, Known]


class Rules:
    """The rules of the groups of one theory. Whether a rule may fire is asked in the same
    circumstances again and again, and remembered; `looked` counts the times it was not."""

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._outer = premises.places.firings.outer
        self._bodies: dict[Firing, Possible] = {}
        self._known: dict[tuple[Firing, tuple[Known, ...]], bool] = {}
        self.looked = 0
        self._recursive = [
            (group, firings)
            for group, firings in premises.places.groups.items()
            if any(self._outer(leaf) is not leaf for f in firings.values() for leaf in self.read(f))
        ]

    def read(self, firings: Sequence[Firing]) -> Iterator[Ref]:
        """The leaves of the rules' bodies, as their group reads them."""
        for firing in firings:
            yield from self._body(firing).leaves

    def unfounded(self, values: Values) -> Iterator[tuple[Ref, ...]]:
        """For each group whose atoms rest on each other, the unfounded ones if any is not yet known
        to be false."""
        for group, firings in self._recursive:
            left = {a: firings[a] for a in firings if any(v is not False for v in values[a])}
            false = dict.fromkeys(firings)
            while True:
                gone = [
                    a for a in left if any(self.fires(group, f, values, false) for f in left[a])
                ]
                if not gone:
                    break
                for atom in gone:
                    del left[atom], false[atom]
            if left:
                yield tuple(left)

    def fires(self, group: Group, firing: Firing, values: Values, false: Collection[Ref]) -> bool:
        """Whether a rule may give its atom when some atoms are false within the group."""
        possible = self._body(firing)
        read = tuple([self._reading(leaf, values, false) for leaf in possible.leaves])
        found = self._known.get((firing, read))
        if found is None:
            self.looked += 1
            can = possible.values(dict(zip(possible.leaves, read, strict=True)))
            of_body = can[firing.inner.id]
            if of_body is None:
                found = True
            elif group.stable:
                found = True in of_body
            else:
                found = any(v is not False for v in of_body)
            self._known[firing, read] = found
        return found

    def _body(self, firing: Firing) -> Possible:
        found = self._bodies.get(firing)
        if found is None:
            found = self._bodies[firing] = Possible([firing.inner])
        return found

    def _reading(self, leaf: Ref, values: Values, false: Collection[Ref]) -> Known:
        outer = self._outer(leaf)
        if outer is leaf:
            return values[leaf]
        if outer in false:
            return (False,)
        return tuple(dict.fromkeys([v is not False for v in values[outer]]))


class Unfounded:
    """The premise that some atoms are unfounded, as the search asks it: what it leaves possible is
    nothing where each of their rules is blocked."""

    work = 1

    def __init__(self, rules: Rules, premises: Premises, premise: Premise) -> None:
        self._rules = rules
        self._values = premises.values
        group = premise.atoms[0].symbol.group
        assert group is not None
        self._group = group
        self._false = dict.fromkeys(premise.atoms)
        by_atom = premises.places.groups[group]
        self._firings = [f for atom in premise.atoms for f in by_atom[atom]]
        outer = premises.places.firings.outer
        self.places = tuple(dict.fromkeys(map(outer, rules.read(self._firings))))

    def narrowed(self, masks: Masks) -> list[int] | None:
        """The atoms themselves are narrowed when the set is found."""
        return list(masks)

    def possible(self, masks: Masks) -> bool:
        values = {
            place: tuple(v for i, v in enumerate(self._values[place]) if mask >> i & 1)
            for place, mask in zip(self.places, masks, strict=True)
        }
        return any(self._rules.fires(self._group, f, values, self._false) for f in self._firings)
