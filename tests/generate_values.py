"""Random integers, tuples and sets."""

from __future__ import annotations

from typing import Any

from generate_domains import binders, fresh, key_domain
from generate_expr import Scalars, call
from generate_types import BOOL, INT, Ctx, SetOf, Symbol, TupleOf, number
from hlogic.compiler import ast


class Expressions(Scalars):
    """Expressions of every type but bool; `generate_bool.Formulas` adds those."""

    # ------------------------------------------------------------------ integers

    def integer(self, ctx: Ctx, depth: int) -> Any:
        options = [
            (4, lambda: self.arithmetic(ctx, depth)),
            (2, lambda: self.division(ctx, depth)),
            (2, lambda: self.count(ctx, depth)),
            (2, lambda: self.sum(ctx, depth)),
            (1, lambda: self.rank(ctx, depth)),
            (1, lambda: call("size", ast.Name(self.state.pick(list(self.state.named))))),
            (1, lambda: call("size", self.set_expr(ctx, self.some_set(), depth - 1))),
            (1, lambda: call("abs", self.loose(ctx, INT, depth - 1))),
            (1, lambda: ast.Unary("-", self.loose(ctx, INT, 0))),
            (1, lambda: self.list_of(ctx, depth)),
        ]
        return self.state.weigh(options)

    def arithmetic(self, ctx: Ctx, depth: int) -> Any:
        op = self.state.pick(("+", "-", "*"))
        left = self.loose(ctx, INT, depth - 1)
        deep = min(depth - 1, 1 if op == "*" else 9)
        return ast.Binary(op, left, self.loose(ctx, INT, deep - (op == "*")))

    def division(self, ctx: Ctx, depth: int) -> Any:
        op = self.state.pick(("//", "%"))
        left = self.loose(ctx, INT, depth - 1)
        if ctx.risky:
            return ast.Binary(op, left, self.loose(ctx, INT, depth - 1))
        if self.state.chance(0.5):
            return ast.Binary(op, left, number(self.state.pick((1, 2, 3, -2, -3))))
        right = self.expr(ctx, INT, depth - 2)
        zero = ast.Binary("==", right, ast.Int(0))
        return ast.If(zero, self.expr(ctx, INT, 0), ast.Binary(op, left, right))

    def count(self, ctx: Ctx, depth: int) -> Any:
        trees, symbols, _ = binders(self.state, ctx)
        inner = ctx.bind(symbols)
        where = self.bool_expr(inner, depth - 1) if self.state.chance(0.4) else None
        return ast.Agg("count", None, trees, where, self.bool_expr(inner, depth - 1), None)

    def sum(self, ctx: Ctx, depth: int) -> Any:
        trees, symbols, _ = binders(self.state, ctx)
        inner = ctx.bind(symbols)
        where = self.bool_expr(inner, depth - 1) if self.state.chance(0.5) else None
        return ast.Agg("sum", None, trees, where, self.loose(inner, INT, depth - 1), None)

    def rank(self, ctx: Ctx, depth: int) -> Any:
        ordered = [e.name for e in self.state.enums.values() if e.ordered]
        if not ordered:
            return None
        return call("rank", self.loose(ctx, frozenset({self.state.pick(ordered)}), depth - 1))

    def list_of(self, ctx: Ctx, depth: int) -> Any:
        least = 0 if self.state.chance(0.2) else 1
        count = self.state.rnd.randint(least, 3)
        if self.state.chance(0.5):
            items = tuple(self.bool_expr(ctx, depth - 1) for _ in range(count))
            return ast.AggOf("count", None, items)
        return ast.AggOf("sum", None, tuple(self.loose(ctx, INT, 0) for _ in range(count)))

    # ------------------------------------------------------------------ tuples and sets

    def some_scalar(self) -> frozenset[str]:
        if self.state.types and self.state.chance(0.7):
            return self.state.pick(self.state.types)
        return self.state.pick((BOOL, INT, key_domain(self.state).type))

    def some_tuple(self) -> TupleOf:
        return TupleOf(tuple(self.some_scalar() for _ in range(self.state.pick((2, 2, 2, 3)))))

    def some_set(self) -> SetOf:
        dom = key_domain(self.state)
        if self.state.chance(0.3):
            return SetOf(TupleOf((dom.type, key_domain(self.state).type)))
        return SetOf(dom.type)

    def tuple_expr(self, ctx: Ctx, type_: TupleOf, depth: int) -> Any:
        found = self.symbols(ctx, lambda t: t == type_)
        if found and self.state.chance(0.4):
            return self.use(ctx, self.state.pick(found))
        if depth > 0 and self.state.chance(0.15):
            return self.conditional(ctx, type_, depth)
        return ast.Tuple(tuple(self.expr(ctx, t, depth - 1) for t in type_.items))

    def set_expr(self, ctx: Ctx, type_: SetOf, depth: int) -> Any:
        """A set: a symbol, `set(…)`, `set of {…}`, or a choice between two."""
        found = self.symbols(ctx, lambda t: t == type_)
        if found and self.state.chance(0.4):
            return self.use(ctx, self.state.pick(found))
        if depth > 1 and self.state.chance(0.1):
            return self.conditional(ctx, type_, depth)
        return self.plain_set(ctx, type_, depth)

    def plain_set(self, ctx: Ctx, type_: SetOf, depth: int) -> Any:
        """A set in a form that may stand after `in`."""
        made = self.set_where(ctx, type_, depth) if self.state.chance(0.7) else None
        if made is not None:
            return made
        count = self.state.rnd.randint(1, 3)
        items = tuple(self.expr(ctx, type_.member, depth - 1) for _ in range(count))
        return ast.AggOf("set", None, items)

    def set_where(self, ctx: Ctx, type_: SetOf, depth: int) -> Any:
        """`set(x in S where C: P)` over sorts of the member's type, None if there is none."""
        state, member = self.state, type_.member
        parts = member.items if isinstance(member, TupleOf) else (member,)
        trees, symbols, size = [], [], 1
        for part, name in zip(parts, fresh(state, ctx, len(parts)), strict=True):
            doms = [d for d in state.named.values() if d.type == part and len(d.values) <= 4]
            if not doms:
                return None
            dom = state.pick(doms)
            size *= len(dom.values)
            trees.append(ast.Binder((ast.Ident(name),), dom.tree))
            symbols.append(Symbol(name, dom.type, (), frozenset(dom.values)))
        if size > 6:
            return None
        inner = ctx.bind(symbols)
        where = self.bool_expr(inner, depth - 1) if state.chance(0.7) else None
        body = self.bool_expr(inner, depth - 1) if where is None or state.chance(0.3) else None
        return ast.Agg("set", None, tuple(trees), where, body, None)
