"""The theory that an item comes to: its symbols, rules and constraints, all made of terms.

A `View` is the theory as one scope sees it. `terms.py` says what terms are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from hlogic.compiler.diagnostics import fail
from hlogic.compiler.ops import NOT
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import (
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
from hlogic.compiler.terms import App, Bound, Ref, Term, Terms

MAX_INSTANCES = 1_000_000
Key = tuple[Value, ...]


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
    a table's; `body` a derived term's, over its parameters. A *twin* stands for a predicate, `of`,
    that is read in another way. A symbol is filled while its declaration is elaborated and not
    changed afterwards."""

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
    open: bool = False  # over an open sort: it has no list of instances
    group: Group | None = None  # of a predicate
    of: Symbol | None = None

    def __repr__(self) -> str:
        return f"Symbol({self.name})"

    def twin(self, name: str, body: Term | None = None) -> Symbol:
        """A symbol of its own with the same instances: what an atom is read as. A body makes it a
        derived term."""
        return Symbol(
            "predicate" if body is None else "derive",
            name,
            self.parameters,
            self.domain,
            self.type,
            span=self.span,
            body=body,
            keys=self.keys,
            key_set=self.key_set,
            of=self,
        )


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
    # Twins of the predicates that are true, or false, at every instance.
    constant: Mapping[bool, Mapping[Symbol, Symbol]] = field(default_factory=dict)

    def denies(self, term: Term) -> bool:
        """Whether a term of a rule's body reads the group in the candidate model."""
        return self.stable and isinstance(term, App) and term.op is NOT


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

    def __str__(self) -> str:
        return f"rule {self.id}"


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
    named: bool = True  # False for an assumption without a name


@record(eq=False)
class Instance:
    """One constraint as a scope holds it: its name, and its formula with parameters bound; `text`
    is that formula as written, where a scope has replaced the family's own."""

    family: Family
    key: Key
    body: Term
    environment: Mapping[Bound, Value]
    text: str | None = None

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


@record
class Change:
    """A permitted change, as a repair names it; `text` is its operation as the author wrote it."""

    id: str
    aliases: tuple[str, ...]
    weight: int
    text: str
    cites: tuple[str, ...]


@record(eq=False)
class View:
    """The theory as one scope sees it: what holds, and what is overridden. What a scope replaces of
    derived terms and of predicates of least groups stands in `derived`, with the body's own
    parameters bound by key: such an atom is a derived term, and no rule is left that gives it.
    `places` says, for messages, where it is replaced."""

    scope: str
    instances: tuple[Instance, ...]
    entries: Mapping[Symbol, Mapping[Key, Value]]
    derived: Mapping[tuple[Symbol, Key], tuple[Term, Mapping[Bound, Value]]]
    rules: Mapping[Group, tuple[RuleInstance, ...]] = field(default_factory=dict)
    places: Mapping[tuple[Symbol, Key], Span] = field(default_factory=dict)

    def holding(self, instances: Iterable[Instance]) -> View:
        """The same definitions with other constraints."""
        return View(
            self.scope, tuple(instances), self.entries, self.derived, self.rules, self.places
        )

    def without(self, gone: Iterable[Instance]) -> View:
        """The view less some of its constraints."""
        apart = set(gone)
        return self.holding(i for i in self.instances if i not in apart)

    def definition(self, symbol: Symbol, key: Key) -> tuple[Term, Mapping[Bound, Value]]:
        """What an instance of a derived term, or an atom that is replaced, stands for."""
        replaced = self.derived.get((symbol.of or symbol, key))
        if replaced is not None:
            return replaced
        assert symbol.body is not None
        return symbol.body, dict(zip(symbol.parameters.variables, key, strict=True))


def keys_by_symbol(names: Iterable[tuple[Symbol, Key]]) -> dict[Symbol, set[Key]]:
    """Some instances, by their symbol."""
    found: dict[Symbol, set[Key]] = {}
    for symbol, key in names:
        found.setdefault(symbol, set()).add(key)
    return found


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
    groups: tuple[Group, ...] = ()  # in the order of the text
    # By claim, its passage and those that say the same again, each with its claim.
    claims: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    # With any, the item is a first-order one: worlds are structures, and `open/` answers.
    open_roots: tuple[Root, ...] = ()

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
