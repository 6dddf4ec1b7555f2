"""The typed intermediate language: few kinds of term, interned, and the theory made of them.

A term is a constant, a bound variable, an application of a declared symbol (`Ref`), an application
of an operator of the table (`App`), or an operator spread over the tuples of some bound variables
(`Spread`: every quantifier and aggregate). Terms live in a `Terms` pool that makes each just once;
a term's `id` is larger than the ids of its parts, so any set of terms sorted by `id` is in
dependency order and passes need no recursion.

Terms are shared and so know no place in the text: spans belong to constraints and queries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar

from hlogic.compiler.diagnostics import fail
from hlogic.compiler.ops import Op
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import (
    BOOL,
    UNDEFINED,
    CaseName,
    Domain,
    Label,
    Maybe,
    Root,
    Type,
    Value,
    in_order,
)
from hlogic.compiler.source import NOWHERE, Span

MAX_INSTANCES = 1_000_000
Key = tuple[Value, ...]

# ---------------------------------------------------------------------------- terms


@record(eq=False)
class Term:
    id: int
    type: Type


@record(eq=False)
class Const(Term):
    """A value, or `UNDEFINED` (what a missing default gives)."""

    value: Maybe


@record(eq=False)
class Bound(Term):
    """A variable of a `Spread`, of a family's parameters, or of a query's members."""

    name: str
    domain: Domain


@record(eq=False)
class Ref(Term):
    """A variable, table or derived term at its arguments; undefined outside its instances."""

    symbol: Symbol
    args: tuple[Term, ...]


@record(eq=False)
class App(Term):
    op: Op
    args: tuple[Term, ...]


@record(eq=False)
class Spread(Term):
    """`op` applied to `leading`, then `element` once for each tuple of the variables."""

    op: Op
    leading: tuple[Term, ...]
    variables: tuple[Bound, ...]
    element: tuple[Term, ...]


# ---------------------------------------------------------------------------- the pool


T = TypeVar("T", bound=Term)


class Terms:
    """Makes each term once. One pool belongs to one item; nothing is shared between items."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], Term] = {}
        self._next = 0

    def _intern(self, key: tuple[object, ...], make: Callable[[int], T]) -> T:
        found = self._made.get(key)
        if found is None:
            found = make(self._next)
            self._next += 1
            self._made[key] = found
        return found  # type: ignore[return-value]

    def const(self, value: Maybe, type: Type) -> Const:
        key = (Const, value.__class__, value, type)  # by class: True == 1 in Python
        return self._intern(key, lambda i: Const(i, type, value))

    def bool(self, value: bool) -> Const:
        return self.const(value, BOOL)

    def bound(self, name: str, domain: Domain) -> Bound:
        """A fresh variable: two binders of one name are two variables."""
        return self._intern((Bound, self._next), lambda i: Bound(i, domain.type, name, domain))

    def ref(self, symbol: Symbol, args: Sequence[Term]) -> Ref:
        args = tuple(args)
        return self._intern(
            (Ref, symbol, symbol.type, args), lambda i: Ref(i, symbol.type, symbol, args)
        )

    def app(self, op: Op, args: Sequence[Term]) -> App:
        """Apply an operator; raises `TypeProblem` where the table's typing rule refuses."""
        args = tuple(args)
        key = (App, op, args)
        found = self._made.get(key)
        if found is not None:
            return found  # type: ignore[return-value]
        type = op.typing([a.type for a in args])
        return self._intern(key, lambda i: App(i, type, op, args))

    def made(self, op: Op, args: Sequence[Term], type: Type) -> App:
        """Apply an operator whose typing is known. Passes use it: the operand that a rewrite puts
        in place may be of a narrower type than the one that the table's rule accepted."""
        args = tuple(args)
        return self._intern((App, op, args), lambda i: App(i, type, op, args))

    def spread(
        self,
        op: Op,
        leading: Sequence[Term],
        variables: Sequence[Bound],
        element: Sequence[Term],
    ) -> Spread:
        leading, variables, element = tuple(leading), tuple(variables), tuple(element)
        type = op.typing([t.type for t in (*leading, *element)])
        return self._intern(
            (Spread, op, leading, variables, element),
            lambda i: Spread(i, type, op, leading, variables, element),
        )


def parts(term: Term) -> tuple[Term, ...]:
    """The terms that a term is made of, but for the variables that it binds."""
    match term:
        case Ref(args=args) | App(args=args):
            return args
        case Spread(leading=leading, element=element):
            return (*leading, *element)
    return ()


def below(roots: Iterable[Term], known: Callable[[Term], bool] = lambda t: False) -> list[Term]:
    """Every term that the roots are made of, parts first; what is `known` is not entered."""
    seen: dict[int, Term] = {}
    stack = list(roots)
    while stack:
        term = stack.pop()
        if term.id not in seen and not known(term):
            seen[term.id] = term
            stack.extend(parts(term))
    return [seen[i] for i in sorted(seen)]


def bind(pool: Terms, root: Term, env: Mapping[Bound, Value]) -> Term:
    """The term with some of its free bound variables given values."""
    if not env:
        return root
    new: dict[int, Term] = {}
    for term in below([root]):
        match term:
            case Bound() if term in env:
                new[term.id] = pool.const(env[term], term.type)
            case Ref(symbol=symbol, args=args):
                new[term.id] = pool.ref(symbol, [new[a.id] for a in args])
            case App(op=op, args=args):
                new[term.id] = pool.app(op, [new[a.id] for a in args])
            case Spread(op=op, leading=leading, variables=variables, element=element):
                new[term.id] = pool.spread(
                    op, [new[a.id] for a in leading], variables, [new[a.id] for a in element]
                )
            case _:
                new[term.id] = term
    return new[root.id]


# ---------------------------------------------------------------------------- the theory


@record(eq=False)
class Parameters:
    """The parameters of a declaration; `where` is constant, `True` mostly."""

    variables: tuple[Bound, ...]
    where: Term | None = None
    where_span: Span = NOWHERE

    @property
    def domains(self) -> tuple[Domain, ...]:
        return tuple(v.domain for v in self.variables)

    @property
    def size(self) -> int:
        """How many instances there are at most: what the limit is held against."""
        size = 1
        for d in self.domains:
            size *= d.size
        return size


NO_PARAMETERS = Parameters(())


@record(eq=False, frozen=False)
class Symbol:
    """A declared variable, table or derived term, or a predicate of a `define`.

    `domain` is None only for a derived term whose domain was left out. `entries` and `default` are
    a table's; `body` a derived term's, over its parameters. A symbol is filled while its
    declaration is elaborated and not changed afterwards."""

    kind: Literal["var", "table", "derive", "predicate"]
    name: str
    parameters: Parameters
    domain: Domain | None
    type: Type
    aliases: tuple[str, ...] = ()
    span: Span = NOWHERE
    cites: tuple[str, ...] = ()
    entries: Mapping[Key, Value] = field(default_factory=dict)
    default: Maybe = UNDEFINED
    body: Term | None = None
    keys: tuple[Key, ...] = ((),)  # its instances, in canonical order
    key_set: frozenset[Key] = frozenset({()})
    group: Group | None = None  # of a predicate

    def __repr__(self) -> str:
        return f"Symbol({self.name})"


@record(eq=False, frozen=False)
class Group:
    """The predicates of one `define`, with the item's own rules for them.

    *Least*: two fixed points are taken, given everything outside the group. L counts a body if it
    is true with the group's atoms read as membership in L, H counts it unless it is false with
    them read in H; atoms in L are true, outside H false, else undefined. *Stable*: the atoms belong
    to the world; positive occurrences are read in the set that grows, the outermost negated formula
    in the candidate model; a body or head that is undefined does not fire."""

    stable: bool
    symbols: tuple[Symbol, ...] = ()
    rules: tuple[Rule, ...] = ()
    span: Span = NOWHERE


@record(eq=False)
class Rule:
    """`head(args) if body`: fires for an atom whose key equals the arguments, where these are
    defined and the body holds. Terms are over the rule's parameters."""

    id: str
    parameters: Parameters
    keys: tuple[Key, ...]
    head: Symbol
    args: tuple[Term, ...]
    body: Term
    cites: tuple[str, ...] = ()
    span: Span = NOWHERE


@record(eq=False)
class RuleInstance:
    """One rule as a scope holds it, its parameters bound."""

    rule: Rule
    key: Key
    environment: Mapping[Bound, Value]

    @property
    def id(self) -> str:
        return instance_id(self.rule.id, self.key)


@record(eq=False)
class Family:
    """A named constraint, or a family of them with its instances' keys."""

    id: str
    parameters: Parameters
    body: Term
    keys: tuple[Key, ...]
    aliases: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    span: Span = NOWHERE
    text: str = ""  # the formula as the author wrote it, for messages


@record(eq=False)
class Instance:
    """One constraint as a scope holds it: its name, and its formula with parameters bound."""

    family: Family
    key: Key
    body: Term
    environment: Mapping[Bound, Value]

    @property
    def id(self) -> str:
        return instance_id(self.family.id, self.key)


def instance_id(name: str, key: Key) -> str:
    """`at_most_two(li)`."""
    return f"{name}({', '.join(map(value_id, key))})" if key else name


def value_id(value: Value) -> str:
    """A value as the language writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Label):
        return value.id
    if isinstance(value, tuple):
        return f"({', '.join(map(value_id, value))})"
    if isinstance(value, frozenset):
        return "{" + ", ".join(map(value_id, in_order(value))) + "}"
    return value.name if isinstance(value, CaseName) else str(value)


@record(eq=False)
class View:
    """The theory as one scope sees it: what holds, and what is overridden. Instances of derived
    terms that a scope replaces stand in `derived`, with the body's own parameters bound by key."""

    scope: str
    instances: tuple[Instance, ...]
    entries: Mapping[Symbol, Mapping[Key, Value]]
    derived: Mapping[tuple[Symbol, Key], tuple[Term, Mapping[Bound, Value]]]
    rules: Mapping[Group, tuple[RuleInstance, ...]] = field(default_factory=dict)


@record(eq=False, frozen=False)
class Theory:
    """One item, elaborated: names are gone, every term is typed."""

    pool: Terms
    name: str
    title: str
    meta: Mapping[str, str]
    roots: Mapping[str, Root]
    symbols: Mapping[str, Symbol]
    families: Mapping[str, Family]
    groups: tuple[Group, ...] = ()  # in dependency order: each uses only earlier ones

    def variables(self) -> Iterator[tuple[Symbol, Key]]:
        """Every free variable, and every atom of a stable group, in the order of the text."""
        for symbol in self.symbols.values():
            if symbol.kind == "var" or (symbol.group is not None and symbol.group.stable):
                for key in symbol.keys:
                    yield symbol, key

    def reading(self, symbol: Symbol, key: Key) -> Ref:
        """The term that reads one variable."""
        domains = symbol.parameters.domains
        args = [self.pool.const(v, d.type) for v, d in zip(key, domains, strict=True)]
        return self.pool.ref(symbol, args)


def check_size(what: str, size: int, span: Span, limit: int) -> None:
    """Refuse a declaration with too many instances before any is built."""
    if size > limit:
        fail(
            "limit",
            span,
            f"{what}: {size:,} instances, over the limit of {limit:,}",
            f'`item NAME "title" {{ max_instances: {size} }}` raises it',
        )
