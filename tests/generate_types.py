"""What the generator of random items knows of types, domains and names."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from hlogic.compiler import ast

X = TypeVar("X")

Scalar = frozenset  # of roots: "bool", "int", "inline" or the name of an enumerated sort
BOOL: frozenset[str] = frozenset({"bool"})
INT: frozenset[str] = frozenset({"int"})


@dataclass(frozen=True)
class TupleOf:
    items: tuple[Any, ...]


@dataclass(frozen=True)
class SetOf:
    member: Any  # a Scalar or a TupleOf


Type = Any  # Scalar | TupleOf | SetOf
Literal = Any  # bool | int | tuple[root, label]


@dataclass(frozen=True)
class Dom:
    """A domain as it is written, its type and the values in it."""

    tree: Any
    type: frozenset[str]
    values: tuple[Literal, ...]


@dataclass(frozen=True)
class Symbol:
    """A name that an expression may use. `total` says that it is defined wherever its arguments
    are of its parameters' domains; `values` bounds what it may be, None if that is not known."""

    name: str
    type: Type
    params: tuple[Any, ...] = ()  # Doms, and of a macro Types
    values: frozenset[Literal] | None = None
    total: bool = True
    kind: str = "local"


@dataclass(frozen=True)
class Ctx:
    """What stands around an expression: `risky` lets it be undefined, `constant` forbids variables
    and what depends on them."""

    symbols: tuple[Symbol, ...] = ()
    locals: tuple[Symbol, ...] = ()
    risky: bool = False
    constant: bool = False
    taken: tuple[str, ...] = ()  # names of binders around that cannot be used here

    def bind(self, more: Sequence[Symbol]) -> Ctx:
        return replace(self, locals=self.locals + tuple(more))

    @property
    def safe(self) -> Ctx:
        return replace(self, risky=False)


@dataclass
class Knobs:
    """How large and how daring items are."""

    worlds: int = 400
    depth: int = 3
    asks: int = 6
    risk: float = 0.5
    define: float = 0.35


@dataclass
class Enum:
    name: str
    labels: tuple[str, ...]
    ordered: bool


@dataclass
class State:
    """What the generator has declared so far."""

    rnd: random.Random
    knobs: Knobs
    enums: dict[str, Enum] = field(default_factory=dict)
    named: dict[str, Dom] = field(default_factory=dict)  # sorts by name
    constants: dict[str, int] = field(default_factory=dict)
    types: list[frozenset[str]] = field(default_factory=list)
    facts: dict[str, dict[Literal, Literal]] = field(default_factory=dict)  # tables of one key
    inline: tuple[str, ...] = ()  # the inline labels of the item, declared once at least
    spelled: dict[str, int] = field(default_factory=dict)  # in how many sorts a label stands

    def chance(self, p: float) -> bool:
        return self.rnd.random() < p

    def pick(self, items: Sequence[X]) -> X:
        return items[self.rnd.randrange(len(items))]

    def some(self, items: Sequence[X], least: int = 1, most: int | None = None) -> list[X]:
        """A few of the items, in their order."""
        most = len(items) if most is None else min(most, len(items))
        count = self.rnd.randint(min(least, most), most)
        chosen = sorted(self.rnd.sample(range(len(items)), count))
        return [items[i] for i in chosen]

    def weigh(self, options: Sequence[tuple[int, Callable[[], X | None]]]) -> X | None:
        """One of the options by weight; an option that gives None is passed over."""
        left = list(options)
        while left:
            (chosen,) = self.rnd.choices(left, [weight for weight, _ in left])
            found = chosen[1]()
            if found is not None:
                return found
            left.remove(chosen)
        return None


def ident(name: str) -> ast.Ident:
    return ast.Ident(name)


def number(value: int) -> Any:
    return ast.Int(value) if value >= 0 else ast.Unary("-", ast.Int(-value))


def ordered_root(state: State, type_: Type) -> bool:
    """Whether values of the type can be compared with `<`."""
    if not isinstance(type_, frozenset) or len(type_) != 1:
        return False
    (root,) = type_
    return root == "int" or (root in state.enums and state.enums[root].ordered)


def literal(state: State, value: Literal) -> Any:
    """How a value is written; a label whose spelling is shared is qualified."""
    if isinstance(value, bool):
        return ast.Bool(value)
    if isinstance(value, int):
        return number(value)
    root, label = value
    if root == "inline":
        return ast.Name(label)
    if state.spelled[label] > 1 or state.chance(0.05):
        return ast.Qualified(root, label)
    return ast.Name(label)


def some_value(state: State, type_: frozenset[str]) -> Literal:
    """Some value of a scalar type."""
    root = state.pick(sorted(type_))
    if root == "bool":
        return state.chance(0.5)
    if root == "int":
        return state.rnd.randint(-1, 4)
    if root == "inline":
        return ("inline", state.pick(state.inline))
    return (root, state.pick(state.enums[root].labels))
