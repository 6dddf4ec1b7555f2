"""Macros over sorts and the names of functions: `def many(h, S) = count(y in S: h(y))`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generate_decl import Declarations
from generate_expr import call
from generate_types import BOOL, INT, Ctx, Dom, SetOf, Symbol, ident
from hlogic.compiler import ast

Y = ast.Name("y")


def over(kind: Any, where: Any, body: Any) -> Any:
    binder = (ast.Binder((ident("y"),), ast.NamedDomain("S")),)
    if kind in ("forall", "exists"):
        return ast.Quant(kind, binder, where, body)
    return ast.Agg(kind, None, binder, where, body, None)


@dataclass(frozen=True)
class Template:
    """Parameters: h and k name functions that give a bool, g one that gives an integer, S is a
    sort, v a value of it."""

    name: str
    params: tuple[str, ...]
    result: str  # bool, int or members
    body: Any


TEMPLATES = (
    Template("many", ("h", "S"), "int", over("count", None, call("h", Y))),
    Template("both", ("h", "k", "S"), "int", over("count", call("h", Y), call("k", Y))),
    Template("any", ("h", "S"), "bool", over("exists", None, call("h", Y))),
    Template("every", ("h", "k", "S"), "bool", over("forall", call("k", Y), call("h", Y))),
    Template("those", ("h", "S"), "members", over("set", call("h", Y), None)),
    Template("total", ("g", "S"), "int", over("sum", None, call("g", Y))),
    Template("inside", ("v", "S"), "bool", ast.In(ast.Name("v"), ast.Name("S"), False)),
    Template("room", ("S",), "int", ast.Binary("+", call("size", ast.Name("S")), ast.Int(1))),
    Template(
        "others", ("h", "v", "S"), "int",
        over("count", None, ast.Chain("and", (call("h", Y), ast.Binary("!=", Y, ast.Name("v"))))),
    ),
    Template(
        "nested", ("h", "S"), "bool",
        ast.Binary(">", call("many_", ast.Name("h"), ast.Name("S")), ast.Int(1)),
    ),
)  # fmt: skip


class WithMacros(Declarations):
    """Declares some of the templates, and uses them."""

    higher: tuple[Template, ...] = ()

    def higher_macros(self) -> None:
        chosen = self.state.some(TEMPLATES, 1, 3) if self.state.chance(0.35) else []
        if any(t.name == "nested" for t in chosen) and TEMPLATES[0] not in chosen:
            chosen = [TEMPLATES[0], *chosen]
        self.higher = tuple(chosen)
        for template in chosen:
            params = tuple(ast.MacroParam(p, None) for p in template.params)
            name = ident(f"{template.name}_")
            self.declared.append(ast.Macro(name, params, None, template.body, ast.NO_TRAILER))
            type_: Any = {"bool": BOOL, "int": INT, "members": "members"}[template.result]
            # Never chosen by its type, which needs arguments of its own: only looked up.
            self.symbols_.append(Symbol(f"{template.name}_", type_, (), None, False, "higher"))

    def usable(self, ctx: Ctx, symbol: Symbol) -> bool:
        return symbol.kind != "higher" and super().usable(ctx, symbol)

    def apply_higher(self, ctx: Ctx, result: str, sort: str | None = None) -> Any:
        """A use of a template with that result, None if there is none that fits."""
        fits = [t for t in self.higher if t.result == result]
        visible = {s.name for s in ctx.symbols if s.kind == "higher"}
        fits = [t for t in fits if f"{t.name}_" in visible]
        if not fits:
            return None
        template = self.state.pick(fits)
        names = [sort] if sort else list(self.state.named)
        name = self.state.pick(names)
        arguments = [self.higher_argument(ctx, p, self.state.named[name]) for p in template.params]
        if any(a is None for a in arguments):
            return None
        arguments[-1] = ast.Name(name)
        return call(f"{template.name}_", *arguments)

    def higher_argument(self, ctx: Ctx, param: str, dom: Dom) -> Any:
        if param == "S":
            return ast.Bool(True)
        if param == "v":
            return self.argument(ctx, dom, 0)
        wanted = INT if param == "g" else BOOL
        fits = [
            s
            for s in ctx.symbols
            if s.type == wanted
            and s.kind in ("var", "table", "derive", "predicate")
            and len(s.params) == 1
            and s.params[0].type & dom.type
            and self.usable(ctx, s)
            and (ctx.risky or set(dom.values) <= set(s.params[0].values))
        ]
        return ast.Name(self.state.pick(fits).name) if fits else None

    def integer(self, ctx: Ctx, depth: int) -> Any:
        found = self.apply_higher(ctx, "int") if self.state.chance(0.2) else None
        return found if found is not None else super().integer(ctx, depth)

    def bool_expr(self, ctx: Ctx, depth: int) -> Any:
        found = self.apply_higher(ctx, "bool") if self.state.chance(0.06) else None
        return found if found is not None else super().bool_expr(ctx, depth)

    def plain_set(self, ctx: Ctx, type_: SetOf, depth: int) -> Any:
        sorts = [n for n, d in self.state.named.items() if d.type == type_.member]
        found = None
        if sorts and self.state.chance(0.3):
            found = self.apply_higher(ctx, "members", self.state.pick(sorts))
        return found if found is not None else super().plain_set(ctx, type_, depth)
