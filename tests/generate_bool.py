"""Random formulas, and the use of macros."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generate_domains import binders
from generate_expr import call
from generate_static import share
from generate_types import BOOL, INT, Ctx, SetOf, Type, number, ordered_root
from generate_values import Expressions
from hlogic.compiler import ast


class Formulas(Expressions):
    """All expressions."""

    def bool_expr(self, ctx: Ctx, depth: int) -> Any:
        if depth <= 0:
            return self.bool_leaf(ctx)
        options = [
            (2, lambda: self.bool_leaf(ctx)),
            (2, lambda: ast.Unary("not", self.bool_expr(ctx, depth - 1))),
            (4, lambda: self.chain(ctx, depth)),
            (4, lambda: self.connective(ctx, depth)),
            (5, lambda: self.comparison(ctx, depth)),
            (3, lambda: self.membership(ctx, depth)),
            (4, lambda: self.quantified(ctx, depth)),
            (2, lambda: self.cardinality(ctx, depth)),
            (2, lambda: self.cardinality_of(ctx, depth)),
            (1, lambda: self.different(ctx, depth)),
            (2, lambda: self.guarded(ctx, depth)),
            (1, lambda: self.conditional(ctx, BOOL, depth)),
            (1, lambda: self.match(ctx, BOOL, depth)),
            (1, lambda: self.subset(ctx, depth)),
        ]
        return self.state.weigh(options)

    def bool_leaf(self, ctx: Ctx) -> Any:
        options = [
            (6, lambda: self.bool_symbol(ctx)),
            (4, lambda: self.equation(ctx, 0)),
            (1, lambda: ast.Bool(self.state.chance(0.5))),
        ]
        return self.state.weigh(options)

    def bool_symbol(self, ctx: Ctx) -> Any:
        found = self.symbols(ctx, lambda t: t == BOOL)
        return self.use(ctx, self.state.pick(found)) if found else None

    def chain(self, ctx: Ctx, depth: int) -> Any:
        op = self.state.pick(("and", "or"))
        items: list[Any] = []
        for _ in range(self.state.pick((2, 2, 3))):
            item = self.bool_expr(ctx, depth - 1)
            same = isinstance(item, ast.Chain) and item.op == op
            items.extend(item.items if same else (item,))
        return ast.Chain(op, tuple(items))

    def connective(self, ctx: Ctx, depth: int) -> Any:
        op = self.state.pick(("implies", "implies", "iff", "xor", "==", "!="))
        return ast.Binary(op, self.bool_expr(ctx, depth - 1), self.bool_expr(ctx, depth - 1))

    def guarded(self, ctx: Ctx, depth: int) -> Any:
        """Something that may be undefined, behind `defined`."""
        type_ = self.state.pick((BOOL, INT, self.some_scalar(), self.some_tuple()))
        value = self.expr(replace(ctx, risky=True), type_, depth - 1)
        if type_ != BOOL or self.state.chance(0.3):
            return call("defined", value)
        if self.state.chance(0.5):
            items = value.items if isinstance(value, ast.Chain) and value.op == "and" else (value,)
            return ast.Chain("and", (call("defined", value), *items))
        return ast.Binary("implies", call("defined", value), value)

    # ------------------------------------------------------------------ comparisons

    def comparison(self, ctx: Ctx, depth: int) -> Any:
        state = self.state
        ordered = [t for t in (*state.types, INT, INT) if ordered_root(state, t)]
        if state.chance(0.5):
            type_ = state.pick(ordered)
            op = state.pick(("<", "<=", ">", ">="))
            return ast.Binary(
                op, self.loose(ctx, type_, depth - 1), self.loose(ctx, type_, depth - 1)
            )
        return self.equation(ctx, depth)

    def equation(self, ctx: Ctx, depth: int) -> Any:
        """`==` or `!=`, between types that share a root, between tuples or between sets."""
        state = self.state
        left: Type = self.some_scalar()
        if depth <= 0 and left == BOOL:
            left = INT
        if depth > 0 and state.chance(0.25):
            left = state.pick((self.some_tuple(), self.some_set()))
        right = left
        if isinstance(left, frozenset) and state.chance(0.3):
            right = state.pick([t for t in (*state.types, left) if t & left])
        first = self.expr(ctx, left, depth - 1)
        second = self.related(ctx, right, depth - 1, self.static(ctx, first))
        return ast.Binary(state.pick(("==", "==", "!=")), first, second)

    def membership(self, ctx: Ctx, depth: int) -> Any:
        state = self.state
        options = [
            (2, lambda: self.in_list(ctx, depth)),
            (2, lambda: self.in_sort(ctx, depth)),
            (2, lambda: self.in_set(ctx, depth)),
        ]
        item, collection = state.weigh(options) or (ast.Int(0), ast.SetLit((ast.Int(0),)))
        return ast.In(item, collection, state.chance(0.3))

    def in_list(self, ctx: Ctx, depth: int) -> Any:
        state = self.state
        type_ = state.pick((self.some_scalar(), self.some_scalar(), self.some_tuple()))
        count = 0 if state.chance(0.05) else state.rnd.randint(1, 3)
        item = self.expr(ctx, type_, depth - 1)
        like = self.static(ctx, item)
        items = tuple(self.related(ctx, type_, depth - 1, like) for _ in range(count))
        return item, ast.SetLit(items)

    def in_sort(self, ctx: Ctx, depth: int) -> Any:
        """In a sort by name, a subset or a range."""
        state = self.state
        name = state.pick(list(state.named))
        dom = state.named[name]
        type_ = state.pick([t for t in (*state.types, dom.type) if t & dom.type])
        if state.chance(0.3) and dom.type == INT:
            low = state.rnd.randint(-1, 2)
            span = ast.RangeLit(number(low), number(low + state.rnd.randint(0, 3)))
            return self.related(ctx, type_, depth - 1, INT), span
        enum = state.enums.get(name)
        if enum is not None and state.chance(0.4):
            labels = tuple(ast.Ident(label) for label in state.some(enum.labels, 1))
            return self.related(ctx, type_, depth - 1, dom.type), ast.Subset(name, labels)
        return self.related(ctx, type_, depth - 1, dom.type), ast.Name(name)

    def in_set(self, ctx: Ctx, depth: int) -> Any:
        type_ = self.some_set()
        found = self.symbols(ctx, lambda t: isinstance(t, SetOf))
        if found and self.state.chance(0.5):
            symbol = self.state.pick(found)
            member = symbol.type.member
            return self.related(ctx, member, depth - 1, member), self.use(ctx, symbol)
        made = self.plain_set(ctx, type_, depth - 1)
        like = self.static(ctx, made).member
        return self.related(ctx, type_.member, depth - 1, like), made

    def subset(self, ctx: Ctx, depth: int) -> Any:
        type_ = self.some_set()
        first = self.set_expr(ctx, type_, depth - 1)
        second = self.related(ctx, type_, depth - 1, self.static(ctx, first))
        return call("subset", first, second)

    # ------------------------------------------------------------------ binders

    def quantified(self, ctx: Ctx, depth: int) -> Any:
        trees, symbols, _ = binders(self.state, ctx)
        inner = ctx.bind(symbols)
        where = self.bool_expr(inner, depth - 1) if self.state.chance(0.5) else None
        kind = self.state.pick(("forall", "exists"))
        return ast.Quant(kind, trees, where, self.bool_expr(inner, depth - 1))

    def bound(self, ctx: Ctx) -> Any:
        """The k of `exactly k`: a literal, a name or something in parentheses."""
        names = [s.name for s in self.symbols(ctx, lambda t: t == INT) if not s.params]
        if names and self.state.chance(0.3):
            return ast.Name(self.state.pick(names))
        if self.state.chance(0.2):
            return self.expr(ctx, INT, 1)
        return ast.Int(self.state.rnd.randint(0, 3))

    def cardinality(self, ctx: Ctx, depth: int) -> Any:
        kind = self.state.pick(("exactly", "at_least", "at_most"))
        trees, symbols, _ = binders(self.state, ctx)
        inner = ctx.bind(symbols)
        where = self.bool_expr(inner, depth - 1) if self.state.chance(0.4) else None
        body = self.bool_expr(inner, depth - 1)
        return ast.Agg(kind, self.bound(ctx), trees, where, body, None)

    def cardinality_of(self, ctx: Ctx, depth: int) -> Any:
        kind = self.state.pick(("exactly", "at_least", "at_most"))
        count = self.state.rnd.randint(0 if self.state.chance(0.1) else 1, 3)
        items = tuple(self.bool_expr(ctx, depth - 1) for _ in range(count))
        return ast.AggOf(kind, self.bound(ctx), items)

    def different(self, ctx: Ctx, depth: int) -> Any:
        type_ = self.state.pick((self.some_scalar(), self.some_tuple()))
        if self.state.chance(0.4):
            items = tuple(self.expr(ctx, type_, depth - 1) for _ in range(3))
            types = [self.static(ctx, item) for item in items]
            if not all(share(a, b) for a in types for b in types):
                return None
            return ast.AggOf("all_different", None, items)
        trees, symbols, _ = binders(self.state, ctx)
        inner = ctx.bind(symbols)
        where = self.bool_expr(inner, depth - 1) if self.state.chance(0.4) else None
        body = self.expr(inner, type_, depth - 1)
        return ast.Agg("all_different", None, trees, where, body, None)
