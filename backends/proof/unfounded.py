"""Atoms of a `define` that have only each other to rest on.

The greatest such set under what is known: an atom leaves it when one of its rules may fire with the
atoms still in it read as false where the fixed point grows from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hlogic.backends.proof.tables import Masks
from hlogic.compiler.ir import Group
from hlogic.compiler.proof.firings import Firing
from hlogic.compiler.proof.premises import Premise, Premises
from hlogic.compiler.proof.values import Possible
from hlogic.compiler.sorts import Maybe
from hlogic.compiler.terms import Ref

Values = Mapping[Ref, Sequence[Maybe]]


def unfounded_sets(premises: Premises, values: Values) -> Iterator[tuple[Ref, ...]]:
    """For each group whose atoms rest on each other, the unfounded ones if any is not yet known to
    be false."""
    for group, firings in premises.places.groups.items():
        if not _recursive(premises, firings):
            continue
        left = {a: firings[a] for a in firings if any(v is not False for v in values[a])}
        false = dict.fromkeys(firings)
        while True:
            gone = [
                a for a in left if any(_fires(premises, group, f, values, false) for f in left[a])
            ]
            if not gone:
                break
            for atom in gone:
                del left[atom], false[atom]
        if left:
            yield tuple(left)


def _recursive(premises: Premises, firings: Mapping[Ref, Sequence[Firing]]) -> bool:
    outer = premises.places.firings.outer
    return any(
        outer(leaf) is not leaf
        for of_atom in firings.values()
        for firing in of_atom
        for leaf in Possible([firing.inner]).leaves
    )


def _fires(
    premises: Premises, group: Group, firing: Firing, values: Values, false: Mapping[Ref, object]
) -> bool:
    """Whether a rule may give its atom when some atoms are false within the group."""
    possible = Possible([firing.inner])
    leaves: dict[Ref, Sequence[Maybe]] = {}
    for leaf in possible.leaves:
        outer = premises.places.firings.outer(leaf)
        if outer is leaf:
            leaves[leaf] = values[leaf]
        elif outer in false:
            leaves[leaf] = (False,)
        else:
            leaves[leaf] = tuple(dict.fromkeys(v is not False for v in values[outer]))
    can = possible.values(leaves)[firing.inner.id]
    if can is None:
        return True
    return True in can if group.stable else any(v is not False for v in can)


class Unfounded:
    """The premise that some atoms are unfounded, as the search asks it: what it leaves possible is
    nothing where each of their rules is blocked."""

    work = 1

    def __init__(self, premises: Premises, premise: Premise) -> None:
        self._premises = premises
        group = premise.atoms[0].symbol.group
        assert group is not None
        self._group = group
        self._false = dict.fromkeys(premise.atoms)
        by_atom = premises.places.groups[group]
        self._firings = [f for atom in premise.atoms for f in by_atom[atom]]
        outer = premises.places.firings.outer
        found = {outer(leaf): None for f in self._firings for leaf in Possible([f.inner]).leaves}
        self.places = tuple(found)

    def narrowed(self, masks: Masks) -> list[int] | None:
        """The atoms themselves are narrowed when the set is found."""
        return list(masks)

    def possible(self, masks: Masks) -> bool:
        known = self._premises.values
        values = {
            place: [v for i, v in enumerate(known[place]) if mask >> i & 1]
            for place, mask in zip(self.places, masks, strict=True)
        }
        return any(
            _fires(self._premises, self._group, f, values, self._false) for f in self._firings
        )
