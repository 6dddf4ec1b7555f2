"""What a proof speaks of: places, the values that each can have, and facts about them.

A *place* is a variable, an instance of a derived term or an atom of a `define`. What values it can
have comes from its declaration: its domain, and for a derived term whether it may be `UNDEFINED`.
That its definition allows it fewer is for a step to say, which cites the definition; where the
domain is left out, `declared.py` says what else there is. A *fact* says that the value of a place
is among some.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ir import Group, View
from hlogic.compiler.ops import EQ, IF, WITHIN
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.passes.symbols import leaf_key
from hlogic.compiler.proof.declared import declared
from hlogic.compiler.proof.firings import Firing, Firings
from hlogic.compiler.proof.values import Can, Possible
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL, INT, UNDEFINED, Domain, Maybe, order_key
from hlogic.compiler.terms import App, Ref, Term, below

MOST_VALUES = 256  # that a place may have; a derived term with more is read through


@record
class Fact:
    """The value of the place is one of these; in the order of the place's values."""

    place: Ref
    values: tuple[Maybe, ...]


def ordered(values: Iterable[Maybe]) -> tuple[Maybe, ...]:
    """In canonical order, `UNDEFINED` last."""
    known = list(values)
    defined = sorted((v for v in known if v is not UNDEFINED), key=order_key)  # type: ignore[arg-type]
    return (*defined, *(v for v in known if v is UNDEFINED))


def clamped(leaf: Ref, value: Maybe) -> Maybe:
    """A derived term's value, given what its body comes to."""
    domain = leaf.symbol.domain
    inside = domain is None or value is UNDEFINED or value in domain
    return value if inside else UNDEFINED


class Places:
    """The places of one view, each with its values, settled when a term first names it.

    `definitions` has the ground body of each derived place; a derived term of too many values is no
    place, and `read` puts its body where it stood."""

    def __init__(self, view: View, grounder: Grounder, numbers: Collection[int] = ()) -> None:
        """`numbers` are those that formulas name."""
        self.values: dict[Ref, tuple[Maybe, ...]] = {}
        self.definitions: dict[Ref, Term] = {}
        self.firings = Firings(view, grounder)
        self.groups: dict[Group, dict[Ref, list[Firing]]] = {}  # the rules for each atom
        self._grounder = grounder
        self._numbers = numbers
        self._through: dict[Ref, Term] = {}
        self._reached: dict[Ref, tuple[Maybe, ...]] = {}  # what definitions of places can come to

    def read(self, term: Term) -> Term:
        """A ground term over places, all of them settled."""
        self._grounder.complete()
        stack = _leaves(term)
        while stack:
            leaf = stack[-1]
            waiting = (
                [] if self._known(leaf) else [n for n in self._needs(leaf) if not self._known(n)]
            )
            if waiting:
                stack.extend(waiting)
                continue
            stack.pop()
            if not self._known(leaf):
                self._settle(leaf)
        return self._replaced(term)

    def is_constant(self, place: Ref) -> bool:
        """Whether it is a derived place that comes to one value whatever the rest is."""
        return len(self._reached.get(place, ())) == 1

    def settle_truth(self, place: Ref, body: Term) -> None:
        """A place of a formula's truth."""
        can = self._can([body])[0]
        defined = can is not None and UNDEFINED not in can
        self.values[place] = (False, True) if defined else (False, True, UNDEFINED)

    def _known(self, leaf: Ref) -> bool:
        return leaf in self.values or leaf in self._through

    def _needs(self, leaf: Ref) -> list[Ref]:
        """The leaves that have to be settled before this one."""
        body = self._grounder.definitions.get(leaf)
        if body is not None:
            return _leaves(body)
        group = leaf.symbol.group
        if group is None:
            return []
        found = self.firings.of(group)
        self._grounder.complete()
        terms = [f.body for fs in found.values() for f in fs]
        return [
            n
            for n in _leaves(*terms)
            if n.symbol.group is not group or n in self._grounder.definitions
        ]

    def _settle(self, leaf: Ref) -> None:
        body = self._grounder.definitions.get(leaf)
        if body is not None:
            self._settle_derived(leaf, self._replaced(body))
        elif leaf.symbol.group is not None:
            self._settle_group(leaf.symbol.group)
        else:
            domain = leaf.symbol.domain
            assert domain is not None
            if domain.size > MOST_VALUES:
                raise Beyond(
                    f"{leaf.symbol.name} has {domain.size:,} values: a proof tells "
                    f"{MOST_VALUES:,} apart at most"
                )
            self.values[leaf] = tuple(domain)

    def _settle_derived(self, leaf: Ref, body: Term) -> None:
        can = self._can([body])[0]
        values = None if can is None else {clamped(leaf, v) for v in can}
        if values is None or len(values) > MOST_VALUES:
            domain = leaf.symbol.domain
            self._through[leaf] = body if domain is None else self._inside(domain, body)
        else:
            self.values[leaf] = ordered(
                values | declared(leaf.symbol, values, self._numbers, MOST_VALUES)
            )
            self._reached[leaf] = ordered(values)
            self.definitions[leaf] = body

    def _inside(self, domain: Domain, body: Term) -> Term:
        """The body where it is in the stated domain, else undefined."""
        make = self._grounder.make
        tests: list[Term] = []
        for part in domain.parts:
            if isinstance(part, range):
                ends = [make.const(n, INT) for n in (part.start, part.stop - 1)]
                tests.append(make.app(WITHIN, (body, *ends), BOOL))
            else:
                tests += [make.app(EQ, (body, make.const(v, body.type)), BOOL) for v in part]
        return make.app(IF, (make.or_(*tests), body, make.undefined(body.type)), body.type)

    def _settle_group(self, group: Group) -> None:
        """The atoms of a group: `UNDEFINED` is told away where no body can be, atoms being true or
        false; and only a least fixed point has it at all."""
        atoms = [a for a in self.firings.of(group) if a not in self._grounder.definitions]
        for atom in atoms:
            self.values[atom] = (False, True)
        found = {
            atom: [f.reading(self._replaced(f.body), self._replaced(f.inner)) for f in firings]
            for atom, firings in self.firings.of(group).items()
            if atom not in self._grounder.definitions
        }
        self.groups[group] = found
        if not group.stable:
            bodies = [f.body for fs in found.values() for f in fs]
            if any(can is None or UNDEFINED in can for can in self._can(bodies)):
                for atom in atoms:
                    self.values[atom] = (False, True, UNDEFINED)

    def _can(self, terms: Sequence[Term]) -> list[Can]:
        possible = Possible(terms)
        values = self.values | self._reached
        found = possible.values(
            {leaf: values[self.firings.outer(leaf)] for leaf in possible.leaves}
        )
        return [found[t.id] for t in terms]

    def _replaced(self, root: Term) -> Term:
        """The term with what is no place read through."""
        if not self._through:
            return root
        made: dict[int, Term] = {}
        for term in below([root]):
            match term:
                case Ref() if term in self._through:
                    made[term.id] = self._through[term]
                case App(op=op, args=args):
                    new = [made[a.id] for a in args]
                    made[term.id] = self._grounder.make.app(op, new, term.type)
                case _:
                    made[term.id] = term
        return made[root.id]


def _leaves(*roots: Term) -> list[Ref]:
    return [t for t in below(roots) if isinstance(t, Ref)]


def place_id(place: Ref) -> str:
    """`load(li)`."""
    from hlogic.compiler.ir import instance_id

    return instance_id(place.symbol.name, leaf_key(place))
