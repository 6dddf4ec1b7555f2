"""What the steps of a proof may use: the premises of one view, each with a name and a ground term.

A constraint that says something of every member of a sort, or several things at once, is as many
premises, each with what it is said of (`p3 for x = rina`): what a reader would call one sentence
applied to one thing. A definition gives a place its value; each rule of a `define` gives an atom,
and *only these rules* takes it away. What an ask assumes (`where`) is given, and the formula that
is asked about has a place of its own, `goal`, where it is not already a fact about one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Literal

from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ir import NO_PARAMETERS, Instance, RuleInstance, Symbol, Theory, View, value_id
from hlogic.compiler.open.reduce import NAMELESS
from hlogic.compiler.ops import AND, DEFINED, EQ, NOT, OR
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.proof.declared import numbers_in
from hlogic.compiler.proof.firings import Firing
from hlogic.compiler.proof.places import Fact, Places, clamped, place_id
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL, BOOLS, UNDEFINED, Maybe, Value
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, Terms, below

MOST_PREMISES = 20_000
JOINT = 8  # places up to which what is asked is used together with other premises
GOAL = "goal"
JOINED = f"&{GOAL}"  # behind the ref of a premise, the same together with what is asked
GOAL_SYMBOL = Symbol("derive", GOAL, NO_PARAMETERS, BOOLS, BOOL)
Kind = Literal[
    "constraint", "equality", "given", "definition", "rule", "rules", "unfounded", "goal"
]
Binding = tuple[tuple[str, Value], ...]
Environment = Mapping[Bound, Value]


@record(eq=False)
class Premise:
    """One premise. `ref` names it within its theory; `name` is what it counts as (the sentence: a
    family, a definition, a rule), `binding` what it is applied to beyond that.

    A premise with a `place` says that the place has the value of `term`; one without, that the term
    is defined and true. `unfounded` ones have `atoms` and no term: none of these atoms holds, each
    rule for any of them being blocked or resting on another of them."""

    ref: str
    kind: Kind
    id: str
    name: str
    term: Term
    place: Ref | None = None
    binding: Binding = ()
    source: Instance | RuleInstance | Symbol | None = None
    text: str = ""
    atoms: tuple[Ref, ...] = ()

    @property
    def with_goal(self) -> bool:
        """Whether it is used together with the meaning of what is asked."""
        return self.ref.endswith(JOINED)

    @property
    def leaves(self) -> tuple[Ref, ...]:
        """The places that its term names."""
        return tuple(t for t in below([self.term]) if isinstance(t, Ref))

    def accepts(self, value: Maybe, of_place: Iterable[Maybe]) -> bool:
        """Whether the premise holds where its term comes to the value and its place has one of
        these."""
        if self.place is None:
            return value is True
        return clamped(self.place, value) in of_place


class Premises:
    """The premises of a view, of what is given and of what is asked."""

    def __init__(
        self,
        theory: Theory,
        view: View,
        given: Sequence[tuple[str, Term]] = (),
        goal: Term | None = None,
        bound: Mapping[Instance, Environment] | None = None,
    ) -> None:
        """`bound` has what an instance is already said of, for a theory that was taken apart."""
        self.theory = theory
        self.view = view
        self.given = tuple(text for text, _ in given)
        self._grounder = Grounder(theory, view)
        asked = [*(term for _, term in given), *([] if goal is None else [goal])]
        self.places = Places(
            view, self._grounder, numbers_in([*(i.body for i in view.instances), *asked])
        )
        self.by_ref: dict[str, Premise] = {}
        self._symbols: dict[Ref, None] = {}
        self._seen: dict[str, int] = {}
        for instance in view.instances:
            self._add_parts(instance, {} if bound is None else bound.get(instance, {}))
        for text, term in given:
            self._add_given(text, term)
        self.goal: Ref | None = None
        self.goal_term: Term | None = None
        if goal is not None:
            self._add_goal(goal)
        for group in theory.groups:
            if group.stable:
                for atom in self.places.firings.of(group):
                    self.places.read(atom)
        self._add_definitions()

    @property
    def values(self) -> Mapping[Ref, tuple[Maybe, ...]]:
        """The values of each place."""
        return self.places.values

    def fact(self, place: Ref, values: Iterable[Maybe]) -> Fact:
        """A fact with its values in the order of the place's."""
        wanted = list(values)
        return Fact(place, tuple(v for v in self.values[place] if v in wanted))

    # ------------------------------------------------------------------ constraints

    def _add_parts(self, instance: Instance, said_of: Environment) -> None:
        family = instance.family
        kind: Kind = "equality" if family is NAMELESS else "constraint"
        already = tuple((v.name, value) for v, value in said_of.items())
        for term, env, binding in parts(self.theory.pool, instance.body, instance.environment):
            ground = self._grounder.ground(term, env, instance.id)
            number = self._seen[instance.id] = self._seen.get(instance.id, -1) + 1
            if isinstance(ground, Const) and ground.value is True:
                continue
            ref = f"{kind}:{instance.id}#{number}"
            whole = (*already, *binding)
            self._add(Premise(ref, kind, instance.id, family.id, ground, None, whole, instance))

    def _add_given(self, text: str, root: Term) -> None:
        for number, (term, env, binding) in enumerate(parts(self.theory.pool, root, {})):
            ground = self._grounder.ground(term, env, text)
            if not (isinstance(ground, Const) and ground.value is True):
                ref = f"given:{text}#{number}"
                self._add(Premise(ref, "given", text, text, ground, None, binding, text=text))

    def _add(self, premise: Premise) -> None:
        if len(self.by_ref) >= MOST_PREMISES:
            raise Beyond(f"more than {MOST_PREMISES:,} premises: a proof would not be found")
        term = self.places.read(premise.term)
        made = Premise(
            premise.ref, premise.kind, premise.id, premise.name, term, premise.place,
            premise.binding, premise.source, premise.text, premise.atoms,
        )  # fmt: skip
        self.by_ref[made.ref] = made

    # ------------------------------------------------------------------ the question

    def _add_goal(self, goal: Term) -> None:
        ground = self.places.read(self._grounder.ground(goal, {}, "the question"))
        self.goal_term = ground
        known = literal(ground)
        if known is not None and known[0] in self.values:
            self.goal = known[0]
            return
        self.goal = place = self.theory.pool.ref(GOAL_SYMBOL, ())
        self.places.settle_truth(place, ground)
        before = list(self.by_ref.values())
        self._add(Premise(GOAL, "goal", GOAL, GOAL, ground, place))
        if len(self.by_ref[GOAL].leaves) <= JOINT:
            for premise in before:
                self._add_joint(premise, place, self.by_ref[GOAL])

    def _add_joint(self, premise: Premise, place: Ref, goal: Premise) -> None:
        """A constraint together with the meaning of what is asked, where they speak of two places
        in common: `p implies a or b` gives `a or b` in one step."""
        if len(set(premise.leaves) & set(goal.leaves)) < 2:
            return
        make = self._grounder.make
        same = make.eq(place, goal.term)
        if UNDEFINED in self.values[place]:
            unknown = [make.not_(make.app(DEFINED, (t,), BOOL)) for t in (place, goal.term)]
            same = make.or_(make.and_(*unknown), same)
        term = make.and_(premise.term, same)
        self._add(
            Premise(
                premise.ref + JOINED, premise.kind, premise.id, premise.name, term, None,
                premise.binding, premise.source, premise.text,
            )
        )  # fmt: skip

    def target(self, truth: bool) -> Fact:
        """The fact that what is asked has this truth; it is known to be defined."""
        assert self.goal is not None
        assert self.goal_term is not None
        if GOAL in self.by_ref:
            return self.fact(self.goal, (truth,))
        found = literal(self.goal_term)
        assert found is not None
        place, values, positive = found
        inside = positive is truth
        return self.fact(
            place,
            [v for v in self.values[place] if v is not UNDEFINED and (v in values) is inside],
        )

    # ------------------------------------------------------------------ definitions

    def _add_definitions(self) -> None:
        """Of every place that a term names, and of every group that it names an atom of."""
        for place, body in list(self.places.definitions.items()):
            symbol = place.symbol
            ref = f"definition:{place_id(place)}"
            self._add(
                Premise(ref, "definition", place_id(place), symbol.name, body, place, (), symbol)
            )
        for group, firings in list(self.places.groups.items()):
            for atom, rules in firings.items():
                self._add_atom(group.stable, atom, rules)

    def _add_atom(self, stable: bool, atom: Ref, firings: Sequence[Firing]) -> None:
        make = self._grounder.make
        pool = make.pool
        bodies: list[Term] = []
        for number, firing in enumerate(firings):
            holds = make.and_(make.app(DEFINED, (firing.body,), BOOL), firing.body)
            given = pool.holds(atom)
            term = make.or_(make.not_(holds), given)
            rule = firing.rule
            ref = f"rule:{rule.id}>{place_id(atom)}#{number}"
            self._add(Premise(ref, "rule", rule.id, rule.rule.id, term, None, (), rule))
            bodies.append(holds if stable else firing.body)
        name = atom.symbol.name
        ref = f"rules:{place_id(atom)}"
        body = make.or_(*bodies)
        self._add(Premise(ref, "rules", place_id(atom), name, body, atom, (), atom.symbol))

    def unfounded(self, atoms: Sequence[Ref]) -> Premise:
        """That none of some atoms of one group has anything but the others to rest on."""
        ids = ", ".join(map(place_id, atoms))
        name = atoms[0].symbol.name
        true = self.theory.pool.bool(True)
        return Premise(
            f"unfounded:{ids}", "unfounded", ids, name, true, None, (), atoms[0].symbol,
            "", tuple(atoms),
        )  # fmt: skip


def literal(term: Term) -> tuple[Ref, tuple[Maybe, ...], bool] | None:
    """The place, values and sign of a formula that says that one place has a value, or not."""
    positive = True
    while isinstance(term, App) and term.op is NOT:
        term, positive = term.args[0], not positive
    if isinstance(term, Ref) and term.type == BOOL:
        return term, (True,), positive
    if isinstance(term, App) and term.op is EQ:
        for place, value in (term.args, term.args[::-1]):
            if isinstance(place, Ref) and isinstance(value, Const):
                return place, (value.value,), positive
    return None


# ---------------------------------------------------------------------------- parts


def parts(
    pool: Terms, root: Term, environment: Environment
) -> Iterator[tuple[Term, Environment, Binding]]:
    """What a formula says, one by one: it is defined and true where each of these is. `forall` is
    taken member by member, `and` side by side, and `not` is drawn into `or`, `exists` and `not`."""
    stack: list[tuple[Term, Environment, Binding, bool]] = [(root, environment, (), True)]
    seen = 0
    while stack:
        term, env, binding, positive = stack.pop()
        seen += 1
        if seen > MOST_PREMISES:
            raise Beyond(f"more than {MOST_PREMISES:,} premises: a proof would not be found")
        joined = AND if positive else OR
        if isinstance(term, App) and term.op is NOT:
            stack.append((term.args[0], env, binding, not positive))
        elif isinstance(term, App) and term.op is joined:
            stack.extend((arg, env, binding, positive) for arg in reversed(term.args))
        elif isinstance(term, Spread) and term.op is joined and not term.leading:
            stack.extend(
                (term.element[0], inner, more, positive)
                for inner, more in reversed(list(_members(term, env, binding)))
            )
        else:
            yield (term if positive else pool.app(NOT, (term,))), env, binding


def _members(
    term: Spread, env: Environment, binding: Binding
) -> Iterator[tuple[Environment, Binding]]:
    size = 1
    for v in term.variables:
        size *= v.domain.size
    if size > MOST_PREMISES:
        raise Beyond(f"more than {MOST_PREMISES:,} premises: a proof would not be found")
    for values in product(*(v.domain for v in term.variables)):
        named = tuple((v.name, value) for v, value in zip(term.variables, values, strict=True))
        yield {**env, **dict(zip(term.variables, values, strict=True))}, (*binding, *named)


def binding_text(binding: Binding) -> str:
    """`x = rina, y = tom`."""
    return ", ".join(f"{name} = {value_id(value)}" for name, value in binding)
