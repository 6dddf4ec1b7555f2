"""A first-order theory, and what is asked of it, as a finite one.

    sentences → derived terms written out → formulas in negation normal form → witnesses named
    → instances over the universe of names → axioms of equality for what may be equal

Without functions over open sorts, among them those that name witnesses, the universe is all of it:
the finite theory has a world in which some formulas hold just where the item has a structure in
which they do. With functions the instances are those up to a depth, and only that there is no world
is proof of anything, unless nothing was cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hlogic.compiler.ir import Family, Instance, Parameters, Symbol, Theory, View
from hlogic.compiler.open.derived import OpenDerived
from hlogic.compiler.open.effort import MAX_INSTANCES, check_size
from hlogic.compiler.open.equality import equality_axioms
from hlogic.compiler.open.formulas import All, Any, Exists, Forall, Formula, Leaf, Lowering
from hlogic.compiler.open.ground import Instances, Missing
from hlogic.compiler.open.skolem import QUESTION, Skolem
from hlogic.compiler.open.speech import Speech
from hlogic.compiler.open.universe import Universe
from hlogic.compiler.record import record
from hlogic.compiler.sorts import Label, Value, open_root
from hlogic.compiler.terms import Bound, Const, Ref, Term, below, bind

NAMELESS = Family("equality", Parameters(()), None, ((),), named=False)  # type: ignore[arg-type]


class Sentences:
    """A view's constraints, in its order, and further formulas by the ids of their terms: each as
    a term with derived terms written out, and as what it takes for it to be defined and true."""

    def __init__(self, theory: Theory, view: View, formulas: Iterable[Term] = ()) -> None:
        self.theory = theory
        self.view = view
        self.speech = Speech()
        self.derived = OpenDerived(theory.pool, view)
        self._lowering = Lowering(theory.pool, self.speech)
        self.bodies = tuple(
            self.derived.written_out(bind(theory.pool, i.body, i.environment))
            for i in view.instances
        )
        self.constraints = tuple(map(self._lowering.formula, self.bodies))
        self.take(formulas)

    def take(self, formulas: Iterable[Term]) -> None:
        """The formulas that may be assumed, in the place of those before."""
        self.terms = {f.id: self.derived.written_out(f) for f in formulas}
        self.formulas = {id: self._lowering.formula(t) for id, t in self.terms.items()}


@record(eq=False)
class Reduction:
    """A finite theory and the view that has the item's constraints, in its order and under their
    names, then the axioms of equality. `sources` says of which constraint of the item each
    instance of the view is; an axiom is of none. `assumed` has the finite form of each formula by
    the id of its term, `cut` the ids of those of which instances are missing, and None if such are
    missing of the constraints. `universe` says what each element stands for. Taken `apart`, a
    constraint is as many instances as it says things, and `bound` has the elements that each says
    it of."""

    theory: Theory
    view: View
    assumed: Mapping[int, Term]
    sources: Mapping[Instance, Instance | None]
    universe: Universe
    cut: frozenset[int | None]
    bound: Mapping[Instance, Mapping[Bound, Value]]

    def exact(self, formulas: Iterable[Term]) -> bool:
        """Whether a world in which some formulas hold is proof of a structure in which they do."""
        return self.cut.isdisjoint({None, *(f.id for f in formulas)})


def reduced(
    given: Sentences, depth: int = 0, limit: int = MAX_INSTANCES, apart: bool = False
) -> Reduction:
    """The finite theory over all elements that functions make to a depth; `apart`, each instance of
    a constraint by itself. Raises Beyond where it would have more instances than the limit."""
    theory = given.theory
    skolem = Skolem(theory.pool, given.speech)
    held = [
        skolem.witnessed(f, i.id)
        for f, i in zip(given.constraints, given.view.instances, strict=True)
    ]
    asked = {id: skolem.witnessed(f, QUESTION) for id, f in given.formulas.items()}
    universe = Universe()
    instances = Instances(theory.pool, given.speech, universe)
    _populate(theory, instances, (*held, *asked.values()), depth)
    check_size((*held, *asked.values()), lambda v: universe.values(v.domain).size, limit)
    cut: set[int | None] = set()
    made: list[Instance] = []
    sources: dict[Instance, Instance | None] = {}
    bound: dict[Instance, Mapping[Bound, Value]] = {}
    for formula, instance in zip(held, given.view.instances, strict=True):
        for part, env in _apart(formula, universe) if apart else ((formula, {}),):
            body = instances.of(part, env)
            made.append(Instance(instance.family, instance.key, body, {}, instance.text))
            sources[made[-1]] = instance
            bound[made[-1]] = env
    if instances.cut or not universe.full:
        cut.add(None)
    assumed: dict[int, Term] = {}
    for id, formula in asked.items():
        instances.cut = False
        assumed[id] = instances.of(formula, {})
        if instances.cut:
            cut.add(id)
    for term in equality_axioms(instances):
        made.append(Instance(NAMELESS, (), term, {}))
        sources[made[-1]] = None
    instances.close()
    return Reduction(
        _finite(theory, instances, given.derived),
        given.view.holding(made),
        assumed,
        sources,
        universe,
        frozenset(cut),
        bound,
    )


def _apart(formula: Formula, universe: Universe) -> Iterator[tuple[Formula, Mapping[Bound, Value]]]:
    """What a formula says, one by one, with the elements that it says it of."""
    waiting: list[tuple[Formula, dict[Bound, Value]]] = [(formula, {})]
    while waiting:
        part, env = waiting.pop()
        match part:
            case All(parts=parts) if parts:
                waiting.extend((p, env) for p in reversed(parts))
            case Forall(variable=variable, body=body):
                values = tuple(universe.values(variable.domain))
                waiting.extend((body, {**env, variable: v}) for v in reversed(values))
            case _:
                yield part, env


def _populate(
    theory: Theory, instances: Instances, formulas: Sequence[Formula], depth: int
) -> None:
    """The elements that the formulas speak of, and what functions make of them."""
    universe, speech = instances.universe, instances.speech
    terms = below([leaf.term for leaf in _leaves(formulas) if speech.speaks(leaf.term)])
    for root in theory.open_roots:
        if root.distinct:
            for label in root.labels:
                universe.name(label)
    symbols: dict[Symbol, None] = {}
    for term in terms:
        match term:
            case Const(value=Label() as label) if label.root.open:
                universe.name(label)
            case Ref(symbol=symbol) if open_root(symbol.type) is not None:
                symbols[symbol] = None
    universe.grow(list(symbols), theory.open_roots, 0)
    for term in terms:
        if isinstance(term, Ref) and term.symbol in symbols and term.symbol.open:
            _apply(instances, term)
    universe.grow(list(symbols), theory.open_roots, depth)


def _apply(instances: Instances, term: Ref) -> None:
    """The element that a function makes of given elements, where the term says which."""
    if instances.speech.free(term):
        return
    try:
        args = [instances.term(a, {}) for a in term.args]
    except Missing:
        return  # what it is applied to depends on the world
    values = tuple(a.value for a in args if isinstance(a, Const))
    if len(values) == len(args):
        instances.universe.apply(term.symbol, values)  # type: ignore[arg-type]


def _leaves(formulas: Iterable[Formula]) -> Iterator[Leaf]:
    waiting = list(formulas)
    while waiting:
        match waiting.pop():
            case Leaf() as leaf:
                yield leaf
            case All(parts=parts) | Any(parts=parts):
                waiting.extend(reversed(parts))
            case Forall(body=body) | Exists(body=body):
                waiting.append(body)


def _finite(theory: Theory, instances: Instances, derived: OpenDerived) -> Theory:
    """The theory of the finite symbols: the item's own, and those that stand for others."""
    symbols: dict[str, Symbol] = {}
    for symbol in theory.symbols.values():
        if symbol in instances.finite:
            symbols[symbol.name] = instances.finite[symbol]
        elif not derived.speaks(symbol):
            symbols[symbol.name] = symbol
    for symbol in instances.same_symbols.values():
        symbols[symbol.name] = symbol
    return Theory(
        pool=theory.pool,
        name=theory.name,
        title=theory.title,
        meta=theory.meta,
        roots=theory.roots,
        symbols=symbols,
        families=theory.families,
        groups=theory.groups,
        claims=theory.claims,
    )
