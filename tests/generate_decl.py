"""Random declarations: constants, variables, tables, derived terms, macros, constraints."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from generate_bool import Formulas
from generate_domains import (
    binders,
    condition,
    declare_sorts,
    domain,
    inline,
    key_domain,
    number_or_constant,
    range_,
    subset,
    union,
)
from generate_expr import call
from generate_types import (
    BOOL,
    INT,
    Ctx,
    Dom,
    Literal,
    State,
    Symbol,
    Type,
    ident,
    literal,
    ordered_root,
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
class Declarations(Formulas):
    """Builds declarations and remembers the names for later ones."""

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
        if state.chance(0.08):
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
        if self.state.chance(0.25):
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

    # ------------------------------------------------------------------ declarations

    def constants(self) -> None:
        for _ in range(self.state.pick((0, 0, 1, 2))):
            name = self.fresh_name("limit")
            value = self.state.rnd.randint(0, 3)
            body: Any = ast.Int(value)
            if value > 1 and self.state.chance(0.3):
                body = ast.Binary("+", ast.Int(value - 1), ast.Int(1))
            result = ast.NamedDomain("int") if self.state.chance(0.3) else None
            self.declared.append(ast.Macro(ident(name), (), result, body, ast.NO_TRAILER))
            self.state.constants[name] = value
            self.symbols_.append(Symbol(name, INT, (), frozenset({value}), True, "constant"))

    def sorts(self) -> None:
        for sort in declare_sorts(self.state):
            self.declared.append(replace(sort, trailer=self.trailer()))
        self.inline_labels()

    def inline_labels(self) -> None:
        """Where the inline labels stand first: in a sort of them, or in a union's domain."""
        state = self.state
        labels = tuple(ast.NewLabel(n, ("“无”",) if i else ()) for i, n in enumerate(state.inline))
        members = ast.Members(labels)
        values = tuple(("inline", n) for n in state.inline)
        type_ = frozenset({"inline"})
        if state.chance(0.5):
            sort = ast.Sort(ident("Aside"), (), False, False, False, None, members, self.trailer())
            self.declared.append(sort)
            state.named["Aside"] = Dom(ast.NamedDomain("Aside"), type_, values)
            return
        first = subset(state)
        dom = Dom(ast.Union((first.tree, members)), type_ | first.type, (*first.values, *values))
        if state.chance(0.7):
            self.worlds *= len(dom.values)
            self.variable(dom, None)
        else:
            ctx = self.ctx()
            body, total = self.stated_body(ctx, dom)
            none = Parameters(ast.NO_PARAMS, [], [], [()])
            self.declare_derived(dom, none, body, dom.type, total)

    def variables(self) -> None:
        """Free variables, as many as the bound on assignments allows."""
        state = self.state
        for _ in range(state.pick((0, 1, 2, 2, 3, 3, 4, 5))):
            dom = domain(state)
            params = None
            if state.chance(0.5):
                params = self.params()
            count = 1 if params is None else len(params.instances)
            if self.worlds * len(dom.values) ** count > state.knobs.worlds:
                continue
            self.worlds *= len(dom.values) ** count
            self.variable(dom, params)

    def variable(self, dom: Dom, params: Parameters | None) -> None:
        name = self.fresh_name(self.state.pick(PLAIN))
        tree = ast.NO_PARAMS if params is None else params.tree
        arity = 0 if params is None else len(params.domains)
        self.declared.append(
            ast.Var(ident(name), tree, self.aliases(arity), dom.tree, self.trailer())
        )
        domains = () if params is None else tuple(params.domains)
        total = params is None or not params.partial
        self.symbols_.append(Symbol(name, dom.type, domains, frozenset(dom.values), total, "var"))

    def table(self) -> None:
        state = self.state
        params = self.params()
        if not params.instances:
            return
        dom = domain(state)
        keys = params.instances if state.chance(0.4) else state.some(params.instances, 0)
        bare = dom.type == BOOL and state.chance(0.7)
        entries = tuple(
            ast.Entry(tuple(literal(state, k) for k in key), None if bare else self.entry(dom))
            for key in keys
        )
        default = self.entry(dom) if state.chance(0.4) else None
        name = self.fresh_name("t")
        self.declared.append(
            ast.Table(
                ident(name), params.tree, self.aliases(len(params.domains)), dom.tree, entries,
                default, self.trailer(),
            )
        )  # fmt: skip
        full = len(keys) == len(params.instances)
        total = (default is not None or full or dom.type == BOOL) and not params.partial
        symbol = Symbol(
            name, dom.type, tuple(params.domains), frozenset(dom.values), total, "table"
        )
        self.symbols_.append(symbol)
        self.tables.append(Table(symbol, dom, keys if state.chance(0.7) else params.instances))

    def entry(self, dom: Dom) -> Any:
        value = self.state.pick(dom.values)
        if isinstance(value, int) and not isinstance(value, bool):
            return number_or_constant(self.state, value)
        return literal(self.state, value)

    # ------------------------------------------------------------------ derived terms

    def derive(self) -> None:
        state = self.state
        if state.chance(0.2) and self.recursive():
            return
        params = None
        if state.chance(0.5):
            params = self.named_params(2, 9)
        shape = params or Parameters(ast.NO_PARAMS, [], [], [()])
        ctx = self.ctx(state.chance(0.4)).bind(shape.symbols)
        dom = None
        if state.chance(0.55):
            dom = state.pick((domain, domain, inline, range_, union))(state)
            body, total = self.stated_body(ctx, dom)
            type_: Type = dom.type
        else:
            wanted: Type = state.pick((INT, BOOL, self.some_tuple(), self.some_set()))
            if state.chance(0.2):
                wanted = state.pick(state.types)
            body = self.expr(ctx, wanted, state.knobs.depth)
            total, type_ = not ctx.risky, self.static(ctx, body)
        self.declare_derived(dom, shape, body, type_, total)

    def declare_derived(
        self, dom: Dom | None, params: Parameters, body: Any, type_: Type, total: bool
    ) -> None:
        name = self.fresh_name("d")
        self.declared.append(
            ast.Derive(
                ident(name), params.tree, self.aliases(len(params.domains)),
                None if dom is None else dom.tree, body, self.trailer(),
            )
        )  # fmt: skip
        values = None if dom is None else frozenset(dom.values)
        total = total and not params.partial
        symbol = Symbol(name, type_, tuple(params.domains), values, total, "derive")
        self.derived.append(Derived(symbol, dom, params, len(self.symbols_)))
        self.symbols_.append(symbol)

    def stated_body(self, ctx: Ctx, dom: Dom) -> tuple[Any, bool]:
        """A body for a stated domain, and whether it never leaves it."""
        state = self.state
        depth = state.knobs.depth
        if state.chance(0.4):
            condition_ = self.bool_expr(ctx, depth - 1)
            then, otherwise = (self.argument(ctx.safe, dom, 0) for _ in range(2))
            return ast.If(condition_, then, otherwise), not ctx.risky
        whole = dom.type == BOOL or all(
            root in state.enums and all((root, v) in dom.values for v in state.enums[root].labels)
            for root in dom.type
        )
        return self.expr(ctx, dom.type, depth), whole and not ctx.risky

    def recursive(self) -> bool:
        """`d(t) = if t == first(S) then A else B of d(prev(t))`, or from the other end."""
        state = self.state
        ordered = [d for name, d in state.named.items() if name in state.enums]
        ordered = [d for d in ordered if ordered_root(state, d.type)]
        if not ordered:
            return False
        dom = state.pick(ordered)
        (sort,) = dom.type
        end, step = state.pick((("first", "prev"), ("last", "next")))
        name = f"d{len(self.taken)}"  # as fresh_name is about to give it, if it is plain
        local = Symbol("t", dom.type, (), frozenset(dom.values))
        ctx = self.ctx(state.chance(0.2)).bind([local])
        before = call(name, call(step, ast.Name("t")))
        type_ = state.pick((INT, BOOL))
        if type_ == INT:
            rest: Any = ast.Binary(state.pick(("+", "-")), before, self.expr(ctx, INT, 1))
        else:
            rest = ast.Binary(state.pick(("xor", "implies")), before, self.bool_expr(ctx, 1))
        start = ast.Binary("==", ast.Name("t"), call(end, ast.Name(sort)))
        body = ast.If(start, self.expr(ctx, type_, 1), rest)
        binder = (ast.Binder((ident("t"),), dom.tree),)
        params = Parameters(
            ast.Params((), binder, None), [local], [dom], [(v,) for v in dom.values]
        )
        self.taken.add(name)
        stated = range_(state) if type_ == INT and state.chance(0.4) else None
        derive = ast.Derive(
            ident(name), params.tree, (), stated.tree if stated else None, body, self.trailer()
        )
        self.declared.append(derive)
        values = None if stated is None else frozenset(stated.values)
        total = stated is None and not ctx.risky
        symbol = Symbol(name, type_, (dom,), values, total, "derive")
        self.derived.append(Derived(symbol, stated, params, len(self.symbols_)))
        self.symbols_.append(symbol)
        return True

    # ------------------------------------------------------------------ macros

    def macro(self) -> None:
        """An expression macro; a parameter's name may be that of a variable, or of a binder."""
        state = self.state
        count = state.pick((0, 1, 1, 2))
        pool = ["a", "b", "x", "y", "k", *[s.name for s in self.symbols_[:2]]]
        names = state.rnd.sample(list(dict.fromkeys(pool)), count)
        types = [state.pick((BOOL, INT, self.enum_type())) for _ in names]
        visible = tuple(s for s in self.symbols_ if s.name not in names)
        locals_ = tuple(Symbol(n, t) for n, t in zip(names, types, strict=True))
        ctx = Ctx(visible, locals_, state.chance(0.3))
        result = state.pick((BOOL, BOOL, INT, self.enum_type()))
        body = self.expr(ctx, result, 2)
        params = tuple(ast.MacroParam(n, self.typed(t)) for n, t in zip(names, types, strict=True))
        name = self.fresh_name("m")
        self.declared.append(
            ast.Macro(ident(name), params, self.typed(result), body, ast.NO_TRAILER)
        )
        self.symbols_.append(Symbol(name, result, tuple(types), None, not ctx.risky, "macro"))

    def enum_type(self) -> frozenset[str]:
        return frozenset({self.state.pick(list(self.state.enums))})

    def typed(self, type_: frozenset[str]) -> Any:
        if self.state.chance(0.5):
            return None
        (root,) = type_
        return ast.NamedDomain(root)

    # ------------------------------------------------------------------ constraints

    def constraint(self, risk: float) -> None:
        state = self.state
        params = self.named_params(2, 9) if state.chance(0.4) else None
        shape = params or Parameters(ast.NO_PARAMS, [], [], [()])
        ctx = self.ctx(state.chance(risk)).bind(shape.symbols)
        tags = tuple(state.some(("official", "rumour", "core"), 1, 2)) if state.chance(0.4) else ()
        trailer = self.trailer(tags)
        name = self.fresh_name("c")
        self.declared.append(
            ast.Constraint(
                ident(name), shape.tree, self.aliases(len(shape.domains)),
                self.assertion(ctx), trailer,
            )
        )  # fmt: skip
        cites = tuple(c.name for c in trailer.cites)
        self.families.append(
            Family(name, shape.tree, tuple(shape.symbols), tuple(shape.instances), cites, tags)
        )

    def assertion(self, ctx: Ctx) -> Any:
        """A formula, more often a weak one than a strong one."""
        depth = self.state.knobs.depth
        if self.state.chance(0.5):
            return self.bool_expr(ctx, depth)
        left = self.bool_expr(ctx, depth - 1)
        return ast.Binary("implies", left, self.bool_expr(ctx, depth - 1))
