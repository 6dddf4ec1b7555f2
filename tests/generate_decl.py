"""Random constants, sorts, variables, tables and constraints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generate_derived import WithDerived
from generate_domains import declare_sorts, domain, number_or_constant, subset
from generate_names import PLAIN, Family, Parameters, Table
from generate_types import BOOL, INT, Ctx, Dom, Literal, Symbol, ident, literal
from hlogic.compiler import ast


class Declarations(WithDerived):
    """Declares all that expressions may name, and the constraints."""

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
        values = [True if bare else state.pick(dom.values) for _ in keys]
        entries = tuple(
            ast.Entry(tuple(literal(state, k) for k in key), None if bare else self.constant(value))
            for key, value in zip(keys, values, strict=True)
        )
        default = self.entry(dom) if state.chance(0.4) else None
        name = self.fresh_name("t")
        if len(keys) == len(params.instances) and [d.type for d in params.domains] != [BOOL]:
            rows = zip(keys, values, strict=True)
            state.facts[name] = {key[0]: value for key, value in rows if len(key) == 1}
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
        return self.constant(self.state.pick(dom.values))

    def constant(self, value: Literal) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            return number_or_constant(self.state, value)
        return literal(self.state, value)

    # ------------------------------------------------------------------ constraints

    def constraint(self, risk: float) -> None:
        state = self.state
        params = self.named_params(2, 9) if state.chance(0.4) else None
        shape = params or Parameters(ast.NO_PARAMS, [], [], [()])
        ctx = self.ctx(state.chance(risk)).bind(shape.symbols)
        tags = tuple(state.some(("official", "rumour", "core"), 1, 2)) if state.chance(0.55) else ()
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
