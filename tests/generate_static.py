"""The static type of a generated expression, so that what is compared shares a root."""

from __future__ import annotations

from typing import Any

from generate_types import BOOL, INT, SetOf, State, Symbol, TupleOf, Type, ordered_root
from hlogic.compiler import ast

Names = dict[str, Symbol]


def of_domain(state: State, tree: Any) -> frozenset[str]:
    if isinstance(tree, ast.NamedDomain):
        return BOOL if tree.name == "bool" else state.named[tree.name].type
    if isinstance(tree, ast.RangeLit):
        return INT
    if isinstance(tree, ast.Subset):
        return frozenset({tree.sort})
    if isinstance(tree, ast.Members):
        new = any(isinstance(m, ast.NewLabel) for m in tree.items)
        return frozenset({"inline"}) if new else INT
    return frozenset().union(*(of_domain(state, part) for part in tree.parts))


def join(types: list[Type]) -> Type:
    """What a choice between expressions of these types may be."""
    first = types[0]
    if isinstance(first, frozenset):
        return first.union(*types[1:])
    if isinstance(first, SetOf):
        return SetOf(join([t.member for t in types]))
    return TupleOf(
        tuple(join(list(items)) for items in zip(*(t.items for t in types), strict=True))
    )


def share(a: Type, b: Type) -> bool:
    """Whether values of the two types may be compared."""
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return bool(a & b)
    if isinstance(a, SetOf) and isinstance(b, SetOf):
        return share(a.member, b.member)
    if isinstance(a, TupleOf) and isinstance(b, TupleOf):
        return all(share(x, y) for x, y in zip(a.items, b.items, strict=True))
    return False


def bound(state: State, binders: Any, names: Names) -> Names:
    inner = dict(names)
    for binder in binders:
        type_ = of_domain(state, binder.domain)
        inner.update({i.name: Symbol(i.name, type_) for i in binder.names})
    return inner


def static(state: State, expr: Any, names: Names) -> Type:
    """The type that a compiler can see."""
    if isinstance(expr, ast.Int):
        return INT
    if isinstance(expr, ast.Name):
        return of_name(state, expr.name, names)
    if isinstance(expr, ast.Qualified):
        return frozenset({expr.sort})
    if isinstance(expr, ast.Call):
        return of_call(state, expr, names)
    if isinstance(expr, ast.Unary):
        return BOOL if expr.op == "not" else INT
    if isinstance(expr, ast.Binary):
        return INT if expr.op in ("+", "-", "*", "//", "%") else BOOL
    if isinstance(expr, ast.Tuple):
        return TupleOf(tuple(static(state, e, names) for e in expr.items))
    if isinstance(expr, ast.If):
        return join([static(state, e, names) for e in (expr.then, expr.otherwise)])
    if isinstance(expr, ast.Match):
        bodies = [arm.body for arm in expr.arms]
        bodies += [] if expr.default is None else [expr.default]
        return join([static(state, e, names) for e in bodies])
    if isinstance(expr, ast.Agg | ast.AggOf):
        return of_aggregate(state, expr, names)
    return BOOL


def of_name(state: State, name: str, names: Names) -> Type:
    if name in names:
        return names[name].type
    for enum in state.enums.values():
        if name in enum.labels:
            return frozenset({enum.name})
    return frozenset({"inline"})


def of_call(state: State, expr: ast.Call, names: Names) -> Type:
    if expr.name in ("rank", "abs", "size"):
        return INT
    if expr.name in ("defined", "subset"):
        return BOOL
    if expr.name in ("first", "last"):
        (sort,) = expr.args
        assert isinstance(sort, ast.Name)
        return state.named[sort.name].type
    if expr.name in ("next", "prev"):
        found = static(state, expr.args[0], names)
        return frozenset(r for r in found if r in state.enums and state.enums[r].ordered)
    symbol = names[expr.name]
    if symbol.type == "members":  # a macro that gives a set of members of its last argument
        sort = expr.args[-1]
        assert isinstance(sort, ast.Name)
        return SetOf(state.named[sort.name].type)
    return symbol.type


def of_aggregate(state: State, expr: Any, names: Names) -> Type:
    if expr.kind in ("count", "sum"):
        return INT
    if expr.kind in ("all_different", "exactly", "at_least", "at_most"):
        return BOOL
    if expr.kind in ("min", "max"):
        return of_extreme(state, expr, names)
    if isinstance(expr, ast.AggOf):
        joined = join([static(state, e, names) for e in expr.items])
        return SetOf(joined) if expr.kind == "set" else joined
    inner = bound(state, expr.binders, names)
    members = [inner[i.name].type for b in expr.binders for i in b.names]
    member = members[0] if len(members) == 1 else TupleOf(tuple(members))
    if expr.kind == "set":
        return SetOf(member)
    found = [member] if expr.kind == "select_unique" else [static(state, expr.body, inner)]
    if expr.default is not None:
        found.append(static(state, expr.default, names))
    return join(found)


def of_extreme(state: State, expr: Any, names: Names) -> Type:
    """`min` and `max`: of unions, what has an order; any other value is none of theirs."""
    if isinstance(expr, ast.AggOf):
        parts = [static(state, e, names) for e in expr.items]
    else:
        parts = [static(state, expr.body, bound(state, expr.binders, names))]
        parts += [] if expr.default is None else [static(state, expr.default, names)]
    shared = frozenset[str].intersection(*[p for p in parts if isinstance(p, frozenset)])
    return frozenset(r for r in shared if ordered_root(state, frozenset({r})))
