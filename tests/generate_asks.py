"""Random asks: every query of section 9 but the families, which are in `generate_families.py`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generate_domains import binders, condition
from generate_queries import Asked, WithQueries
from generate_types import BOOL, INT, Ctx, ident, ordered_root
from hlogic.compiler import ast

STRATEGIES = ("branching", "distractor", "alias", "counterfactual", "fixed_point")


class WithAsks(WithQueries):
    """Declares asks, and makes the queries of other shapes."""

    def ask(self) -> None:
        state = self.state
        ctx = self.ctx(state.chance(state.knobs.risk))
        shape = state.pick(("boolean", "boolean", "set", "set", "rows", "other", "other", "other"))
        of = self.some_subject(shape)
        query = self.about_asks(ctx) if state.chance(0.15) else None
        if query is not None:
            shape = "other"
        elif len(self.scope_names) > 1 and state.chance(0.25):
            shape, query = "other", self.sweep(ctx)
        else:
            query = self.query(ctx, shape, of, 2)
        self.declare_ask(query, shape, of)

    def declare_ask(self, query: Any, shape: str, of: Any) -> None:
        state = self.state
        name = self.fresh_name("q")
        under = ident(state.pick(self.scope_names)) if state.chance(0.45) else None
        trailer = self.trailer()
        strategies = tuple(map(ident, state.some(STRATEGIES, 1, 2))) if state.chance(0.1) else ()
        self.declared.append(
            ast.Ask(
                "check" if state.chance(0.1) else "ask", ident(name),
                "问：“多少？”" if state.chance(0.2) else None, under, trailer.cites, strategies,
                query, None, trailer.note,
            )
        )  # fmt: skip
        self.asked = (*self.asked, Asked(name, shape, of))

    def sweep(self, ctx: Ctx) -> Any:
        """One question under every scope: what scopes do shows best side by side."""
        state = self.state
        found = self.symbols(replace(ctx, risky=True), lambda t: not isinstance(t, str))
        query: Any = ast.Count(None)
        if found and state.chance(0.7):
            used = self.use(replace(ctx, risky=True), state.pick(found))
            query = ast.ExprQuery("values", used)
            if state.chance(0.5):
                query = ast.Ended(query, (ast.Ending("where", ast.Call("defined", (used,))),))
        return ast.ScopesQuery("for_scopes", tuple(map(ident, self.scope_names)), query)

    def show_atoms(self) -> None:
        """The atoms of a group, in every scope."""
        state = self.state
        if state.chance(0.3):
            return
        group = state.pick(self.drawn)
        atoms = state.some(self.ground(group), 1, 6)
        fields = tuple(
            ast.Field(a if state.chance(0.5) else ast.Call("defined", (a,)), f"f{i}")
            for i, a in enumerate(atoms)
        )
        query: Any = ast.Rows(state.chance(0.4), fields)
        if state.chance(0.5):
            known = tuple(ast.Call("defined", (a,)) for a in atoms)
            where = known[0] if len(known) == 1 else ast.Chain("and", known)
            query = ast.Ended(query, (ast.Ending("where", where),))
        scopes = tuple(map(ident, self.scope_names))
        self.declare_ask(ast.ScopesQuery("for_scopes", scopes, query), "other", None)

    def about_asks(self, ctx: Ctx) -> Any:
        """A query of another ask, under another scope or against itself; None without one."""
        state = self.state
        fits = [a for a in self.asked if a.shape != "other"]
        if not fits:
            return None
        asked = state.pick(fits)
        there = ast.Ended(ast.AskRef(asked.name), (ast.Under(ident(state.pick(self.scope_names))),))
        options: list[Any] = [there]
        if len(self.scope_names) > 1:
            options.append(ast.ScopesQuery("same", self.scopes(2, 3), ast.AskRef(asked.name)))
        if asked.shape == "boolean":
            options.append(ast.Together("all_of", (ast.AskRef(asked.name), there)))
            options.append(ast.Wrapped("not", there))
        else:
            op = state.pick(("minus", "union", "intersect", "symdiff"))
            options += [ast.Algebra(op, ast.AskRef(asked.name), there)] * 3
            options.append(ast.Wrapped("size_of", there))
        return state.pick(options)

    # ------------------------------------------------------------------ other shapes

    def other(self, ctx: Ctx, depth: int) -> Any:
        options = [
            (2, lambda: self.ended(ctx, ast.ExprQuery("truth", self.bool_expr(ctx, 3)))),
            (2, lambda: self.ended(ctx, self.value(ctx))),
            (2, lambda: self.ended(ctx, self.bounds(ctx))),
            (2, lambda: self.ended(ctx, self.values_by(ctx))),
            (2, lambda: self.ended(ctx, self.members(ctx, "truth_of", None))),
            (2, lambda: self.ended(ctx, ast.Count(None))),
            (2, lambda: self.ended(ctx, ast.Count(self.unnamed_fields(ctx)))),
            (2, lambda: self.ended(ctx, ast.Rows(True, self.unnamed_fields(ctx)))),
            (2, lambda: self.ended(ctx, self.incompatible(ctx))),
            (2, lambda: self.cases(ctx, depth)),
            (2, lambda: self.for_scopes(ctx, depth)),
            (2, lambda: self.for_each(ctx, depth)),
            (2, lambda: self.select(ctx, depth)),
            (2, lambda: self.size_of(ctx, depth)),
            (3, lambda: self.changed(ctx, depth)),
        ]
        return self.state.weigh(options if depth > 0 else options[:9])

    def value(self, ctx: Ctx) -> Any:
        """Often of something that cannot vary, since most things do."""
        type_ = self.state.pick((BOOL, INT, self.some_scalar(), self.some_set()))
        return ast.ExprQuery("value", self.expr(ctx, type_, 2))

    def bounds(self, ctx: Ctx) -> Any:
        types = [t for t in (INT, INT, *self.state.types) if ordered_root(self.state, t)]
        return ast.ExprQuery("bounds", self.loose(ctx, self.state.pick(types), 3))

    def values_by(self, ctx: Ctx) -> Any:
        types = [self.some_scalar() for _ in range(self.state.pick((1, 1, 2)))]
        keys = tuple(self.expr(ctx, t, 1) for t in types)
        return ast.ExprQuery("values", self.expr(ctx, self.some_scalar(), 2), keys)

    def names(self, count: int) -> list[str]:
        return [f"k{i}" for i in range(count)]

    def incompatible(self, ctx: Ctx) -> Any:
        count = self.state.rnd.randint(0 if self.state.chance(0.1) else 1, 3)
        return ast.Incompatible(
            tuple(
                ast.FormulaCase(ident(n), "当" if i == 1 else None, self.bool_expr(ctx, 3))
                for i, n in enumerate(self.names(count))
            )
        )

    def cases(self, ctx: Ctx, depth: int) -> Any:
        bodies = []
        for _ in range(self.state.rnd.randint(1, 3)):
            shape = self.state.pick(("boolean", "set", "rows", "other"))
            bodies.append(self.query(ctx, shape, self.some_subject(shape), depth - 1))
        return self.under(self.case_query("cases", bodies))

    def case_query(self, kind: Any, bodies: list[Any]) -> ast.CaseQuery:
        names = self.names(len(bodies))
        return ast.CaseQuery(
            kind,
            tuple(
                ast.QueryCase(ident(n), "题干" if i == 0 else None, body)
                for i, (n, body) in enumerate(zip(names, bodies, strict=True))
            ),
        )

    def select(self, ctx: Ctx, depth: int) -> Any:
        count = self.state.rnd.randint(0 if self.state.chance(0.1) else 1, 3)
        bodies = [self.query(ctx, "boolean", None, depth - 1) for _ in range(count)]
        kind = self.state.pick(("select", "select", "choose"))
        return self.under(self.case_query(kind, bodies))

    def for_scopes(self, ctx: Ctx, depth: int) -> Any:
        shape = self.state.pick(("boolean", "set", "rows", "other"))
        query = self.query(ctx, shape, self.some_subject(shape), depth - 1)
        return ast.ScopesQuery("for_scopes", self.scopes(1, 3), query)

    def for_each(self, ctx: Ctx, depth: int) -> Any:
        trees, symbols, domains = binders(self.state, ctx, 2, 6)
        where = condition(self.state, symbols, domains)[0] if self.state.chance(0.3) else None
        shape = self.state.pick(("boolean", "set", "other"))
        query = self.query(ctx.bind(symbols), shape, self.some_subject(shape), depth - 1)
        return self.under(ast.ForEach(trees, where, query))

    def size_of(self, ctx: Ctx, depth: int) -> Any:
        shape = self.state.pick(("set", "rows"))
        return ast.Wrapped("size_of", self.query(ctx, shape, self.some_subject(shape), depth - 1))

    def changed(self, ctx: Ctx, depth: int) -> Any:
        if len(self.scope_names) < 2:
            return None
        options = [
            (2, lambda: self.query(ctx, "set", self.some_subject("set"), depth - 1)),
            (1, lambda: self.members(ctx, "truth_of", None)),
            (1, lambda: self.values_by(ctx)),
            (1, lambda: self.cases(ctx, depth)),
            (1, lambda: self.for_each(ctx, depth)),
        ]
        return ast.ScopesQuery("changed", self.scopes(2, 2), self.state.weigh(options))
