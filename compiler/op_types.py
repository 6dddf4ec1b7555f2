"""The typing rules of the operator table: operands' types in, the result's type out.

A rule refuses with `TypeProblem`; whoever applied the operator knows the place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogic.compiler.sorts import (
    BOOL,
    INT,
    INT_ROOT,
    NEVER,
    Root,
    Scalar,
    SetType,
    Type,
    comparable,
    describe,
    join,
)

Typing = Callable[[Sequence[Type]], Type]


class TypeProblem(Exception):
    """What is wrong with the operands' types, in words; the caller knows the place."""

    def __init__(self, message: str, code: str = "type-mismatch") -> None:
        super().__init__(message)
        self.message = message
        self.code = code


def _need(types: Sequence[Type], wanted: Type, what: str) -> None:
    for t in types:
        if t not in (wanted, NEVER):
            raise TypeProblem(f"{what}, not {describe(t)}", "bool-expected")


def bools(types: Sequence[Type]) -> Type:
    _need(types, BOOL, "a bool is needed here")
    return BOOL


def counts(types: Sequence[Type]) -> Type:
    _need(types, BOOL, "what is counted must be a bool")
    return INT


def threshold(types: Sequence[Type]) -> Type:
    _need(types[:1], INT, "the bound of a count must be an int")
    _need(types[1:], BOOL, "what is counted must be a bool")
    return BOOL


def ints(types: Sequence[Type]) -> Type:
    _need(types, INT, "arithmetic takes integers")
    return INT


def alike(types: Sequence[Type]) -> Type:
    if not comparable(types[0], types[1]):
        raise TypeProblem(f"compares {describe(types[0])} with {describe(types[1])}: never equal")
    return BOOL


def orderable(types: Sequence[Type]) -> Root:
    """The one ordered root, of integers or of an ordered sort, that all these types have."""
    shared: frozenset[Root] | None = None
    for t in types:
        if t == NEVER:
            continue
        if not isinstance(t, Scalar) or t == BOOL:
            raise TypeProblem(f"{describe(t)} has no order", "unordered")
        ordered = frozenset(r for r in t.roots if r.ordered)
        if not ordered:
            names = " or ".join(sorted(r.name for r in t.roots if r.kind == "enum"))
            what = f"the sort {names} is not ordered" if names else f"{describe(t)} has no order"
            raise TypeProblem(what, "unordered")
        shared = ordered if shared is None else shared & ordered
    if shared is None:
        return INT_ROOT
    if len(shared) != 1:
        words = " and ".join(dict.fromkeys(describe(t) for t in types if t != NEVER))
        wanted = "they need one ordered sort, or the integers, in common"
        if shared:
            wanted = "more than one order would fit"
        raise TypeProblem(f"orders {words}: {wanted}")
    return next(iter(shared))


def ordered(types: Sequence[Type]) -> Type:
    orderable(types)
    return BOOL


def enumerated(types: Sequence[Type]) -> Root:
    root = orderable(types)
    if root is INT_ROOT and types[0] != NEVER:
        raise TypeProblem(
            "rank, next and prev take labels of an ordered sort, not an int", "unordered"
        )
    return root


def either(types: Sequence[Type]) -> Type:
    result = types[0]
    for t in types[1:]:
        joined = join(result, t)
        if joined is None:
            raise TypeProblem(f"one branch is {describe(result)}, another {describe(t)}")
        result = joined
    return result


def condition(types: Sequence[Type]) -> Type:
    _need(types[:1], BOOL, "the condition must be a bool")
    return either(types[1:])


def arms(types: Sequence[Type]) -> Type:
    return either([types[1], *types[3::2]])


def optimum(types: Sequence[Type]) -> Type:
    _need(types[1::2], BOOL, "the condition must be a bool")
    root = orderable([types[0], *types[2::2]])
    return Scalar(frozenset({root}))


def chosen(types: Sequence[Type]) -> Type:
    _need(types[1::2], BOOL, "the condition must be a bool")
    return either([types[0], *types[2::2]])


def different(types: Sequence[Type]) -> Type:
    _need(types[0::2], BOOL, "the condition must be a bool")
    for t in types[3::2]:
        alike([types[1], t])
    return BOOL


def collection(types: Sequence[Type]) -> Type:
    _need(types[0::2], BOOL, "the condition must be a bool")
    return SetType(either(types[1::2]) if len(types) > 1 else None)


def membership(types: Sequence[Type]) -> Type:
    whole = types[1]
    if whole == NEVER:
        return BOOL
    if not isinstance(whole, SetType):
        raise TypeProblem(f"`in` needs a set on its right, not {describe(whole)}", "set-expected")
    if whole.element is not None:
        alike([types[0], whole.element])
    return BOOL


def two_sets(types: Sequence[Type]) -> Type:
    for t in types:
        if t != NEVER and not isinstance(t, SetType):
            raise TypeProblem(f"subset takes two sets, not {describe(t)}", "set-expected")
    return alike(types)


def measured(types: Sequence[Type]) -> Type:
    if types[0] != NEVER and not isinstance(types[0], SetType):
        raise TypeProblem(f"size takes a sort or a set, not {describe(types[0])}", "set-expected")
    return INT
