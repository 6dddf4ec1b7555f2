"""What names mean in the reference: sorts, domains, functions and macros, in one world.

Names in scope are an `Env`: a binder's value, or a macro's argument as a `Thunk`, which is read
where it was written. That is expansion of macros by substitution, with hygiene.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hlogic.compiler import ast
from reference_values import UNDEF, Label, Value, equal, in_order

if TYPE_CHECKING:
    from reference_define import Atom, Group, Reading
    from reference_theory import Item, Theory


@dataclass(frozen=True)
class Thunk:
    """A macro's argument and the names that it may use."""

    expr: Any
    env: Env


Env = dict[str, Any]  # a value, or a Thunk


@dataclass
class World:
    """An assignment under the theory of a scope; empty for constant expressions. `stable` holds
    the true atoms of the stable groups; `derived` and `least` what has been worked out; `reading`
    is set while a group is."""

    theory: Theory
    values: dict[tuple[str, tuple[Value, ...]], Value]
    derived: dict[tuple[str, tuple[Value, ...]], Value] = field(default_factory=dict)
    stable: frozenset[Atom] = frozenset()
    least: dict[Group, tuple[frozenset[Atom], frozenset[Atom]]] = field(default_factory=dict)
    reading: Reading | None = None

    @property
    def grows(self) -> bool:
        """Whether a group is being worked out and its atoms are not settled."""
        return self.reading is not None and not self.reading.fixed


class Naming:
    """Looks up the names of one item; `eval` evaluates expressions (reference_expr.py)."""

    def __init__(self, item: Item) -> None:
        self.item = item

    # ------------------------------------------------------------------ names

    def sort_of(self, name: str, env: Env) -> list[Value] | None:
        """The values of the sort that a name stands for, None if it is no sort."""
        if name in env:
            bound = env[name]
            if isinstance(bound, Thunk) and isinstance(bound.expr, ast.Name):
                return self.sort_of(bound.expr.name, bound.env)
            return None
        if name == "bool":
            return [False, True]
        return self.item.sorts.get(name)

    def domain(self, domain: Any, env: Env, world: World) -> list[Value]:
        """The values of a domain, in canonical order, each once."""
        if isinstance(domain, ast.NamedDomain):
            values = self.sort_of(domain.name, env)
            assert values is not None, f"no sort {domain.name}"
            return values
        if isinstance(domain, ast.RangeLit):
            low = self.eval(domain.low, env, world)
            return list(range(low, self.eval(domain.high, env, world) + 1))
        if isinstance(domain, ast.Subset):
            names = [ident.name for ident in domain.labels]
            parent = self.sort_of(domain.sort, env)
            assert parent is not None
            return [v for v in parent if isinstance(v, Label) and v.name in names]
        if isinstance(domain, ast.Members):
            return in_order({self.member(m, env, world) for m in domain.items})
        return in_order({v for part in domain.parts for v in self.domain(part, env, world)})

    def member(self, member: Any, env: Env, world: World) -> Value:
        if isinstance(member, ast.NewLabel):
            return self.item.inline[member.name]
        return self.eval(member, env, world)

    def name(self, name: str, env: Env, world: World) -> Value:
        if name in env:
            bound = env[name]
            if isinstance(bound, Thunk):
                return self.eval(bound.expr, bound.env, world)
            return bound
        if name in self.item.labels:
            (label,) = self.item.labels[name]
            return label
        return self.apply(name, (), env, world)

    def callee(self, name: str, env: Env) -> str:
        """The declared name behind a macro's parameters."""
        while name in env:
            bound = env[name]
            assert isinstance(bound, Thunk)
            assert isinstance(bound.expr, ast.Name), "a function's name is its macro's argument"
            name, env = bound.expr.name, bound.env
        return name

    def apply(self, name: str, args: tuple[Any, ...], env: Env, world: World) -> Value:
        """`name(args)` for a macro or its parameter, or for what has a value in a world."""
        name = self.callee(name, env)
        if name in self.item.macros:
            macro = self.item.macros[name]
            names = [p.name for p in macro.params]
            inner: Env = {n: Thunk(a, env) for n, a in zip(names, args, strict=True)}
            return self.eval(macro.body, inner, world)
        values = tuple(self.eval(a, env, world) for a in args)
        if any(v is UNDEF for v in values):
            return UNDEF
        return self.look_up(name, values, world)

    def unfolded(self, expr: Any, env: Env) -> tuple[Any, Env]:
        """What an expression is behind macros and their parameters."""
        while isinstance(expr, ast.Name | ast.Call):
            args = expr.args if isinstance(expr, ast.Call) else ()
            if not args and isinstance(env.get(expr.name), Thunk):
                expr, env = env[expr.name].expr, env[expr.name].env
                continue
            if expr.name in env and not args:
                break
            name = self.callee(expr.name, env)
            if name not in self.item.macros:
                break
            macro = self.item.macros[name]
            names = [p.name for p in macro.params]
            env = {n: Thunk(a, env) for n, a in zip(names, args, strict=True)}
            expr = macro.body
        return expr, env

    def look_up(self, name: str, args: tuple[Value, ...], world: World) -> Value:
        """The value of a symbol at a tuple of values: outside its parameters there is none."""
        if name in self.item.variables:
            return world.values.get((name, args), UNDEF)
        if name in self.item.tables:
            return world.theory.table(name, args)
        if name in self.item.groups.of:
            return self.item.groups.value((name, args), world)
        assert name in self.item.derives, f"unknown name {name}"
        return self.derived(name, args, world)

    def derived(self, name: str, args: tuple[Value, ...], world: World) -> Value:
        where = (name, args)
        if where not in world.derived:
            world.derived[where] = self.derive(name, args, world)
        return world.derived[where]

    def derive(self, name: str, args: tuple[Value, ...], world: World) -> Value:
        instance = world.theory.derived.get((name, args))
        if instance is None:
            return UNDEF
        body, env = instance
        value = self.eval(body, env, world)
        if name not in self.item.stated or value is UNDEF:
            return value
        values = self.item.stated[name]
        return value if any(equal(value, v) for v in values) else UNDEF
