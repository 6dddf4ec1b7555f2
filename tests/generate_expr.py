"""Random expressions of scalar, tuple and set types."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generate_domains import binders, fresh
from generate_static import share, static
from generate_types import (
    BOOL,
    INT,
    Ctx,
    Dom,
    SetOf,
    State,
    Symbol,
    TupleOf,
    Type,
    literal,
    ordered_root,
    some_value,
)
from hlogic.compiler import ast


def call(name: str, *args: Any) -> Any:
    return ast.Call(name, tuple(args)) if args else ast.Name(name)


class Scalars:
    """Names and their arguments, and the expressions that any scalar type has."""

    def __init__(self, state: State) -> None:
        self.state = state

    def expr(self, ctx: Ctx, type_: Type, depth: int) -> Any:
        if isinstance(type_, SetOf):
            return self.set_expr(ctx, type_, depth)
        if isinstance(type_, TupleOf):
            return self.tuple_expr(ctx, type_, depth)
        if type_ == BOOL:
            return self.bool_expr(ctx, depth)
        if depth <= 0 or self.state.chance(0.25):
            return self.leaf(ctx, type_)
        return self.scalar(ctx, type_, depth)

    def bool_expr(self, ctx: Ctx, depth: int) -> Any:
        raise NotImplementedError

    def integer(self, ctx: Ctx, depth: int) -> Any:
        raise NotImplementedError

    def tuple_expr(self, ctx: Ctx, type_: TupleOf, depth: int) -> Any:
        raise NotImplementedError

    def set_expr(self, ctx: Ctx, type_: SetOf, depth: int) -> Any:
        raise NotImplementedError

    # ------------------------------------------------------------------ symbols

    def usable(self, ctx: Ctx, symbol: Symbol) -> bool:
        if ctx.constant and symbol.kind not in ("local", "table", "constant"):
            return False
        return symbol.total or ctx.risky

    def symbols(self, ctx: Ctx, fits: Any) -> list[Symbol]:
        """The symbols whose type fits, the local ones twice."""
        found = [s for s in ctx.locals + ctx.locals + ctx.symbols if self.usable(ctx, s)]
        return [s for s in found if fits(s.type)]

    def use(self, ctx: Ctx, symbol: Symbol, depth: int = 0) -> Any:
        return call(symbol.name, *(self.argument(ctx, p, depth) for p in symbol.params))

    def argument(self, ctx: Ctx, param: Any, depth: int) -> Any:
        """An argument: inside the parameter's domain, unless the expression may be undefined."""
        state = self.state
        if not isinstance(param, Dom):
            # A macro in a macro's argument would be expanded over and over.
            plain = tuple(s for s in ctx.symbols if s.kind != "macro")
            return self.expr(replace(ctx, symbols=plain), param, depth)
        if ctx.risky and state.chance(0.3):
            return self.expr(ctx, param.type, depth)
        inside = set(param.values)
        found = [
            s
            for s in ctx.locals * 3 + ctx.symbols
            if not s.params and s.values is not None and s.values <= inside
            and s.type <= param.type and self.usable(ctx, s)
        ]  # fmt: skip
        if found and state.chance(0.85):
            return ast.Name(state.pick(found).name)
        return literal(state, state.pick(param.values))

    def leaf(self, ctx: Ctx, type_: frozenset[str]) -> Any:
        found = self.symbols(ctx, lambda t: isinstance(t, frozenset) and t <= type_)
        if found and self.state.chance(0.8):
            return self.use(ctx, self.state.pick(found))
        return literal(self.state, some_value(self.state, type_))

    def loose(self, ctx: Ctx, type_: frozenset[str], depth: int) -> Any:
        """An expression of the type, or where it may be undefined of a union with it."""
        if ctx.risky and self.state.chance(0.3):
            found = self.symbols(ctx, lambda t: isinstance(t, frozenset) and t > type_)
            # Two types that can be ordered in one union would leave the operator's type open.
            found = [s for s in found if self.one_ordered(s.type)]
            if found:
                return self.use(ctx, self.state.pick(found))
        return self.expr(ctx, type_, depth)

    def one_ordered(self, type_: Type) -> bool:
        return sum(ordered_root(self.state, frozenset({root})) for root in type_) == 1

    def static(self, ctx: Ctx, expr: Any) -> Type:
        names = {s.name: s for s in ctx.symbols + ctx.locals}
        return static(self.state, expr, names)

    def related(self, ctx: Ctx, type_: Type, depth: int, like: Type) -> Any:
        """An expression that may be compared with one of the type `like`."""
        for _ in range(4):
            made = self.expr(ctx, type_, depth)
            if share(self.static(ctx, made), like):
                return made
        if isinstance(like, TupleOf):
            return ast.Tuple(tuple(self.related(ctx, t, 0, t) for t in like.items))
        if isinstance(like, SetOf):
            return ast.AggOf("set", None, (self.related(ctx, like.member, 0, like.member),))
        return literal(self.state, some_value(self.state, like))

    # ------------------------------------------------------------------ scalars

    def scalar(self, ctx: Ctx, type_: frozenset[str], depth: int) -> Any:
        options = [
            (3, lambda: self.leaf(ctx, type_)),
            (2, lambda: self.conditional(ctx, type_, depth)),
            (2, lambda: self.match(ctx, type_, depth)),
            (2, lambda: self.select_unique(ctx, type_, depth)),
        ]
        if type_ == INT:
            options += [(8, lambda: self.integer(ctx, depth))]
        elif len(type_) > 1:
            options += [(3, lambda: self.expr(ctx, self.part(type_), depth - 1))]
        if ordered_root(self.state, type_):
            options += [
                (2, lambda: self.extreme(ctx, type_, depth)),
                (1, lambda: self.extreme_of(ctx, type_, depth)),
            ]
            if type_ != INT:
                options += [(4, lambda: self.neighbour(ctx, type_, depth))]
            options += [(1, lambda: self.end(type_))]
        return self.state.weigh(options)

    def part(self, type_: frozenset[str]) -> frozenset[str]:
        return frozenset({self.state.pick(sorted(type_))})

    def conditional(self, ctx: Ctx, type_: Type, depth: int) -> Any:
        condition = self.bool_expr(ctx, depth - 1)
        if not ctx.risky and self.state.chance(0.3):
            inner = replace(ctx, risky=True)
            value = self.expr(inner, type_, depth - 1)
            return ast.If(call("defined", value), value, self.expr(ctx, type_, 0))
        then = self.expr(ctx, type_, depth - 1)
        return ast.If(condition, then, self.expr(ctx, type_, depth - 1))

    def match(self, ctx: Ctx, type_: Type, depth: int) -> Any:
        state = self.state
        found = self.symbols(ctx, lambda t: isinstance(t, frozenset) and t != INT and len(t) == 1)
        known = [s for s in found if s.values and not s.params] or [
            s for s in ctx.locals if s.values and isinstance(s.type, frozenset)
        ]
        if not known:
            return None
        subject = state.pick(known)
        values = sorted(subject.values or (), key=repr)
        chosen = state.some(values, 1)
        arms = tuple(ast.Arm(literal(state, v), self.expr(ctx, type_, depth - 1)) for v in chosen)
        default = None
        if state.chance(0.5) or (len(chosen) < len(values) and not ctx.risky):
            default = self.expr(ctx, type_, depth - 1)
        return ast.Match(ast.Name(subject.name), arms, default)

    def select_unique(self, ctx: Ctx, type_: Type, depth: int) -> Any:
        """Over a sort of the type; a condition that names one member keeps it defined."""
        state = self.state
        doms = [d for d in state.named.values() if d.type <= type_]
        if not doms:
            return None
        dom = state.pick(doms)
        (name,) = fresh(state, ctx, 1)
        local = Symbol(name, dom.type, (), frozenset(dom.values))
        inner = ctx.bind([local])
        default = self.expr(ctx, type_, depth - 1) if state.chance(0.7) else None
        if ctx.risky:
            where = self.bool_expr(inner, depth - 1)
        else:
            outside = replace(ctx, taken=(*ctx.taken, name))
            value = self.expr(outside, dom.type, depth - 1)
            where = ast.Binary("==", ast.Name(name), value)
            default = self.expr(ctx, type_, 0)
        binder = (ast.Binder((ast.Ident(name),), dom.tree),)
        return ast.Agg("select_unique", None, binder, where, None, default)

    def extreme(self, ctx: Ctx, type_: Type, depth: int) -> Any:
        state = self.state
        trees, symbols, _ = binders(state, ctx)
        inner = ctx.bind(symbols)
        where = self.bool_expr(inner, depth - 1) if state.chance(0.5) else None
        body = self.loose(inner, type_, depth - 1)
        default = None
        if state.chance(0.5) or (where is not None and not ctx.risky):
            default = self.expr(ctx, type_, depth - 2)
        return ast.Agg(state.pick(("min", "max")), None, trees, where, body, default)

    def extreme_of(self, ctx: Ctx, type_: Type, depth: int) -> Any:
        count = self.state.rnd.randint(1, 3)
        items = tuple(self.loose(ctx, type_, depth - 1) for _ in range(count))
        return ast.AggOf(self.state.pick(("min", "max")), None, items)

    def neighbour(self, ctx: Ctx, type_: Type, depth: int) -> Any:
        """`next` and `prev`, kept off the ends where the expression must be defined."""
        name = self.state.pick(("next", "prev"))
        value = self.loose(ctx, type_, depth - 1)
        if ctx.risky:
            return call(name, value)
        (sort,) = type_
        edge = call("last" if name == "next" else "first", ast.Name(sort))
        return ast.If(ast.Binary("==", value, edge), value, call(name, value))

    def end(self, type_: Type) -> Any:
        state = self.state
        fits = [name for name, dom in state.named.items() if dom.type == type_ and name != "Mix"]
        if not fits:
            return None
        return call(state.pick(("first", "last")), ast.Name(state.pick(fits)))
