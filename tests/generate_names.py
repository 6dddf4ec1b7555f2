"""What random declarations are made of, and what is remembered of them for later ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from generate_bool import Formulas
from generate_domains import (
    binders,
    condition,
    key_domain,
)
from generate_types import (
    Ctx,
    Dom,
    Literal,
    State,
    Symbol,
    ident,
)
from hlogic.compiler import ast

PLAIN = ("v", "w", "在岗", "f")
ODD = (
    "rows", "open", "worlds", "claim", "ordered", "distinct", "case", "possible", "scope", "item",
    "var", "ask", "weight", "smallest", "core", "all", "tagged", "minus", "value", "by",
)  # fmt: skip


@dataclass
class Family:
    """A constraint with its instances, as scopes speak of them."""

    name: str
    params: ast.Params
    symbols: tuple[Symbol, ...]
    instances: tuple[tuple[Literal, ...], ...]
    cites: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass
class Parameters:
    tree: ast.Params
    symbols: list[Symbol]
    domains: list[Dom]
    instances: list[tuple[Literal, ...]]

    @property
    def partial(self) -> bool:
        return self.tree.where is not None


@dataclass
class Table:
    symbol: Symbol
    dom: Dom
    keys: list[tuple[Literal, ...]]


@dataclass
class Derived:
    symbol: Symbol
    dom: Dom | None
    params: Parameters
    before: int  # how many symbols were declared before it


@dataclass
class Names(Formulas):
    """What declarations share: names, trailers, parameters, and what was declared so far."""

    state: State
    symbols_: list[Symbol] = field(default_factory=list)
    declared: list[Any] = field(default_factory=list)
    families: list[Family] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    derived: list[Derived] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)
    worlds: int = 1
    taken: set[str] = field(default_factory=set)

    def ctx(self, risky: bool = False, constant: bool = False) -> Ctx:
        return Ctx(tuple(self.symbols_), (), risky, constant)

    def fresh_name(self, stem: str) -> str:
        state = self.state
        name = f"{stem}{len(self.taken)}"
        if (
            state.chance(0.08) and stem != "q"
        ):  # a query that begins with a keyword is no ask's name
            name = state.pick(ODD)
        if name in self.taken:
            return self.fresh_name(stem)
        self.taken.add(name)
        return name

    def trailer(self, tags: tuple[str, ...] = ()) -> ast.Trailer:
        state = self.state
        cites: tuple[str, ...] = ()
        if self.claims and state.chance(0.6):
            cites = tuple(state.some(self.claims, 1, 2))
        note = 'a "note"' if state.chance(0.05) else None
        return ast.Trailer(tuple(map(ident, cites)), note, tuple(map(ident, tags)))

    def aliases(self, arity: int = 0) -> tuple[str, ...]:
        if self.state.chance(0.75):
            return ()
        return ("“" + " ".join(f"{{{i}}}" for i in range(1, arity + 1)) + "”的名字 {value}",)

    # ------------------------------------------------------------------ parameters

    def named_params(self, most: int = 2, tuples: int = 6) -> Parameters:
        """`(x in S, y in T where C)`."""
        trees, symbols, domains = binders(self.state, self.ctx(), most, tuples)
        where = None
        instances = self.product(domains)
        if self.state.chance(0.4):
            where, holds = condition(self.state, symbols, domains)
            instances = [i for i in instances if holds(i)]
        return Parameters(ast.Params((), trees, where), symbols, domains, instances)

    def plain_params(self, most: int = 2, tuples: int = 6) -> Parameters:
        """`(S, T)`."""
        first = key_domain(self.state, tuples)
        domains = [first]
        if most > 1 and self.state.chance(0.3):
            domains.append(key_domain(self.state, max(1, tuples // len(first.values))))
        if len(domains[0].values) * len(domains[-1].values) > tuples:
            domains = [first]
        tree = ast.Params(tuple(d.tree for d in domains), None, None)
        return Parameters(tree, [], domains, self.product(domains))

    def product(self, domains: list[Dom]) -> list[tuple[Literal, ...]]:
        found: list[tuple[Literal, ...]] = [()]
        for dom in domains:
            found = [(*row, value) for row in found for value in dom.values]
        return found

    def params(self, most: int = 2, tuples: int = 6) -> Parameters:
        made = self.named_params if self.state.chance(0.3) else self.plain_params
        return made(most, tuples)
