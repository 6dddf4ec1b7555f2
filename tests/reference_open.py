"""Structures of items with open sorts, all of one size at once: a second evaluator, naive on
purpose. It reads the syntax tree, follows language.md (sections 6 and 10) by brute force, and shares
nothing with the compiler but the tree.

What names, functions and finite values stand for is tried one choice after another; under one
choice, a predicate's atoms are Boolean variables and a formula is its truth table over them, a
Python integer with a bit for each assignment. A formula is a pair of tables: where it is true and
where it is false; in the rest it is undefined.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from hlogic.compiler import ast

Element = tuple[str, int]  # of an open sort, or a label of a finite one: sort and place
Value = Element | int
Env = Mapping[str, Value]
Tables = tuple[int, int]


class Structures:
    """The structures of one size of an item: `sizes` has the elements of each open sort."""

    def __init__(self, file: ast.File, sizes: Mapping[str, int]) -> None:
        self.sorts: dict[str, list[Value]] = {}
        self.labels: dict[str, Value] = {}
        self.named: dict[str, list[str]] = {}  # of open sorts
        self.distinct: set[str] = set()
        self.vars: dict[str, tuple[list[ast.Domain], ast.Domain]] = {}
        self.constraints: list[ast.Constraint] = []
        for d in file.declarations:
            match d:
                case ast.Sort(name=name, open=True):
                    self.sorts[name.name] = [(name.name, i) for i in range(sizes[name.name])]
                    self.named[name.name] = [x.name for x in d.labels or ()]
                    if d.distinct:
                        self.distinct.add(name.name)
                case ast.Sort(name=name):
                    self.sorts[name.name] = [(name.name, i) for i in range(len(d.labels or ()))]
                    self.labels.update({x.name: (name.name, i) for i, x in enumerate(d.labels or ())})
                case ast.Var(name=name):
                    binders = d.params.binders or ()
                    own = [b.domain for b in binders for _ in b.names]
                    self.vars[name.name] = ([*d.params.domains, *own], d.domain)
                case ast.Constraint():
                    self.constraints.append(d)
        self.atoms: dict[tuple[str, tuple[Value, ...]], int] = {}
        for name, (domains, result) in self.vars.items():
            if self.is_bool(result):
                for key in product(*map(self.values, domains)):
                    self.atoms[name, key] = len(self.atoms)
        self.bits = 1 << len(self.atoms)
        self.all = (1 << self.bits) - 1
        self.columns = {name: self._column(i) for name, i in self.atoms.items()}
        self.chosen: dict[tuple[str, tuple[Value, ...]], Value] = {}

    def is_bool(self, domain: ast.Domain) -> bool:
        return isinstance(domain, ast.NamedDomain) and domain.name == "bool"

    def values(self, domain: ast.Domain) -> list[Value]:
        match domain:
            case ast.NamedDomain(name=name):
                return self.sorts[name]
            case ast.RangeLit(low=ast.Int(value=low), high=ast.Int(value=high)):
                return list(range(low, high + 1))
        raise NotImplementedError(domain)

    def _column(self, place: int) -> int:
        """The assignments in which one atom is true."""
        run = 1 << place
        block = ((1 << run) - 1) << run
        table, width = block, 2 * run
        while width < self.bits:
            table |= table << width
            width *= 2
        return table

    # ------------------------------------------------------------------ choices

    def choices(self) -> Iterator[None]:
        """Every choice of what names, functions and finite values stand for."""
        places: list[tuple[tuple[str, tuple[Value, ...]], list[Value]]] = []
        for sort, names in self.named.items():
            places += [((name, ()), self.sorts[sort]) for name in names]
        for name, (domains, result) in self.vars.items():
            if not self.is_bool(result):
                for key in product(*map(self.values, domains)):
                    places.append(((name, key), self.values(result)))
        for values in product(*(options for _, options in places)):
            self.chosen = dict(zip((place for place, _ in places), values, strict=True))
            if all(
                self.chosen[a, ()] != self.chosen[b, ()]
                for sort in self.distinct
                for a, b in combinations(self.named[sort], 2)
            ):
                yield

    def exists(self, *formulas: ast.Expr) -> bool:
        """Whether some structure is a world in which the formulas are defined and true."""
        for _ in self.choices():
            table = self.all
            for formula in (*(c.body for c in self.constraints), *formulas):
                table &= self.tables(formula, {})[0]
                if not table:
                    break
            if table:
                return True
        return False

    # ------------------------------------------------------------------ formulas

    def tables(self, e: Any, env: Env) -> Tables:
        """Where a formula is true, and where it is false."""
        match e:
            case ast.Bool(value=value):
                return (self.all, 0) if value else (0, self.all)
            case ast.Unary(op="not", arg=arg):
                true, false = self.tables(arg, env)
                return false, true
            case ast.Chain(op=op, items=items):
                return self._joined(op == "and", [self.tables(i, env) for i in items])
            case ast.Binary(op="implies", left=left, right=right):
                (lt, lf), (rt, rf) = self.tables(left, env), self.tables(right, env)
                return lf | rt, lt & rf
            case ast.Binary(op="iff" | "xor" as op, left=left, right=right):
                (lt, lf), (rt, rf) = self.tables(left, env), self.tables(right, env)
                same, differ = lt & rt | lf & rf, lt & rf | lf & rt
                return (same, differ) if op == "iff" else (differ, same)
            case ast.Binary(op=op, left=left, right=right):
                return self._compared(op, self.value(left, env), self.value(right, env))
            case ast.In(item=item, collection=ast.SetLit(items=items), negated=negated):
                one = self.value(item, env)
                parts = [self._compared("==", one, self.value(i, env)) for i in items]
                true, false = self._joined(False, parts)
                return (false, true) if negated else (true, false)
            case ast.Quant(kind=kind):
                return self._quantified(e, env)
            case ast.If(condition=condition, then=then, otherwise=otherwise):
                (ct, cf), a, b = (self.tables(x, env) for x in (condition, then, otherwise))
                return ct & a[0] | cf & b[0], ct & a[1] | cf & b[1]
            case ast.Call(name="defined", args=(arg,)):
                if self._is_formula(arg):
                    true, false = self.tables(arg, env)
                    return true | false, self.all & ~(true | false)
                return (0, self.all) if self.value(arg, env) is None else (self.all, 0)
            case ast.Name(name=name):
                return self._atom(name, ())
            case ast.Call(name=name, args=args):
                return self._atom(name, tuple(self.value(a, env) for a in args))
        raise NotImplementedError(e)

    def _is_formula(self, e: Any) -> bool:
        if isinstance(e, ast.Name | ast.Call) and e.name in self.vars:
            return self.is_bool(self.vars[e.name][1])
        return not isinstance(e, ast.Name | ast.Call | ast.Int)

    def _joined(self, every: bool, parts: list[Tables]) -> Tables:
        true, false = (self.all, 0) if every else (0, self.all)
        for t, f in parts:
            true, false = (true & t, false | f) if every else (true | t, false & f)
        return true, false

    def _quantified(self, e: ast.Quant, env: Env) -> Tables:
        names = [(n.name, self.values(b.domain)) for b in e.binders for n in b.names]
        parts = []
        for values in product(*(options for _, options in names)):
            inner = {**env, **dict(zip((n for n, _ in names), values, strict=True))}
            true, false = self.tables(e.body, inner)
            if e.where is not None:
                wt, wf = self.tables(e.where, inner)
                if e.kind == "forall":
                    true, false = wf | true, wt & false
                else:
                    true, false = wt & true, wf | false
            parts.append((true, false))
        return self._joined(e.kind == "forall", parts)

    def _compared(self, op: str, a: Value | None, b: Value | None) -> Tables:
        if a is None or b is None:
            return 0, 0
        rank = [x if isinstance(x, int) else x[1] for x in (a, b)]
        holds = {
            "==": a == b, "!=": a != b, "<": rank[0] < rank[1], "<=": rank[0] <= rank[1],
            ">": rank[0] > rank[1], ">=": rank[0] >= rank[1],
        }[op]  # fmt: skip
        return (self.all, 0) if holds else (0, self.all)

    def _atom(self, name: str, args: tuple[Value | None, ...]) -> Tables:
        if None in args:
            return 0, 0
        true = self.columns[name, args]  # type: ignore[index]
        return true, self.all & ~true

    def value(self, e: Any, env: Env) -> Value | None:
        """What a term stands for; None where it is undefined."""
        match e:
            case ast.Int(value=value):
                return value
            case ast.Name(name=name):
                if name in env:
                    return env[name]
                return self.labels.get(name) or self.chosen[name, ()]
            case ast.Call(name="next", args=(arg,)):
                before = self.value(arg, env)
                if not isinstance(before, tuple) or before[1] + 1 == len(self.sorts[before[0]]):
                    return None
                return before[0], before[1] + 1
            case ast.Call(name=name, args=args):
                key = tuple(self.value(a, env) for a in args)
                return None if None in key else self.chosen[name, key]  # type: ignore[index]
        raise NotImplementedError(e)


def sizes(file: ast.File, most: int) -> Iterator[dict[str, int]]:
    """The sizes of its open sorts, up to so many elements of each."""
    names = [d.name.name for d in file.declarations if isinstance(d, ast.Sort) and d.open]
    for chosen in product(range(1, most + 1), repeat=len(names)):
        yield dict(zip(names, chosen, strict=True))


def exists(file: ast.File, most: int, *formulas: ast.Expr) -> bool:
    """Whether an item has a structure of at most so many elements in which formulas hold."""
    return any(Structures(file, each).exists(*formulas) for each in sizes(file, most))
