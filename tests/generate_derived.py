"""Random derived terms and macros."""

from __future__ import annotations

from typing import Any

from generate_domains import domain, inline, range_, union
from generate_expr import call
from generate_names import Derived, Names, Parameters
from generate_types import BOOL, INT, Ctx, Dom, Symbol, Type, ident, ordered_root
from hlogic.compiler import ast


class WithDerived(Names):
    """Declares derived terms and macros."""

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
                wanted = self.some_scalar()
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
        pool = ["a", "b", "x", "y", "k", *[s.name for s in self.symbols_ if s.kind == "var"][:2]]
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
