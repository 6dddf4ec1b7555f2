"""Small sorts, and every way to give an operator operands over them.

An operand is a constant, a variable, or a variable that may be undefined: `if on then x else ⊥`
with a Boolean variable `on`. So every row of the operator table meets every input of small sorts,
undefined ones among them, as constants and as unknowns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from hlogic.compiler import ops
from hlogic.compiler.ir import NO_PARAMETERS, Family, Instance, Symbol, Theory, View
from hlogic.compiler.ops import GUARDS, Op
from hlogic.compiler.session import Session
from hlogic.compiler.sorts import (
    BOOL,
    BOOLS,
    INT,
    INT_ROOT,
    UNDEFINED,
    Domain,
    Label,
    Maybe,
    Root,
    Scalar,
    SetType,
    Undefined,
    Value,
)
from hlogic.compiler.terms import App, Const, Ref, Term, Terms, below

NIGHT = Root("enum", "Night", ordered=True)
NIGHT.labels = tuple(Label(NIGHT, n, (), i, i) for i, n in enumerate(("mon", "tue", "wed"), 1))
INLINE = Root("inline", "inline")
INLINE.labels = (Label(INLINE, "none", (), 1, 9),)

INTS = Domain(INT, (range(-1, 2),), "-1..1")
ENUM = Domain(Scalar(frozenset({NIGHT})), (NIGHT.labels,), "Night")
UNION = Domain(
    Scalar(frozenset({INT_ROOT, INLINE})), (range(0, 2), INLINE.labels), "0..1 | { none }"
)
PLACES = {"bool": BOOLS, "int": INTS, "enum": ENUM, "union": UNION}
World = Mapping[Symbol, Value]


class Bench:
    """A pool and the variables that terms were made of, in order of making."""

    def __init__(self) -> None:
        self.pool = Terms()
        self.symbols: dict[str, Symbol] = {}

    def variable(self, domain: Domain) -> Ref:
        name = f"x{len(self.symbols)}"
        symbol = Symbol("var", name, NO_PARAMETERS, domain, domain.type)
        self.symbols[name] = symbol
        return self.pool.ref(symbol, ())

    def maybe(self, term: Term) -> Term:
        """The term, or undefined, as a fresh Boolean variable has it."""
        return self.pool.app(
            ops.IF, (self.variable(BOOLS), term, self.pool.const(UNDEFINED, term.type))
        )

    def set_of(self, domain: Domain) -> Term:
        """A set of some of two values, each by a Boolean variable."""
        args: list[Term] = []
        for value in list(domain)[:2]:
            args += (self.variable(BOOLS), self.pool.const(value, domain.type))
        return self.pool.app(ops.SET, args)

    def worlds(self) -> Iterator[World]:
        symbols = list(self.symbols.values())
        for values in product(*(s.domain for s in symbols)):  # type: ignore[misc]
            yield dict(zip(symbols, values, strict=True))

    def variables(self) -> list[Ref]:
        return [self.pool.ref(symbol, ()) for symbol in self.symbols.values()]

    def theory(self) -> Theory:
        return Theory(self.pool, "small", "", {}, {}, self.symbols, {})

    def view(self, *constraints: Term) -> View:
        """A scope with the constraints."""
        families = [Family(f"c{i}", NO_PARAMETERS, t, ((),)) for i, t in enumerate(constraints)]
        instances = tuple(Instance(f, (), f.body, {}) for f in families)
        return View("base", instances, {}, {})


def evaluate(root: Term, world: World) -> Maybe:
    """A term's value, straight from the operator table."""
    values: dict[int, Maybe] = {}
    for term in below([root]):
        match term:
            case Const(value=value):
                values[term.id] = value
            case Ref(symbol=symbol):
                values[term.id] = world[symbol]
            case App(op=op, args=args):
                values[term.id] = op.apply([values[a.id] for a in args])
            case _:
                raise AssertionError(term)
    return values[root.id]


# What operands each row takes: the name of a place, or a constant. Lists in several lengths.
PAIRS = ("bool", "int", "bool", "int")
SIGNATURES: dict[Op, tuple[tuple[object, ...], ...]] = {
    ops.NOT: (("bool",),),
    ops.AND: ((), ("bool",), ("bool", "bool", "bool")),
    ops.OR: ((), ("bool",), ("bool", "bool", "bool")),
    ops.EQ: (("int", "int"), ("bool", "bool"), ("union", "int"), ("set", "set"), ("pair", "pair")),
    ops.LT: (("int", "int"), ("enum", "enum")),
    ops.LE: (("int", "int"), ("enum", "enum")),
    ops.SUM: ((), ("int",), ("int", "int"), ("int", "int", "int")),
    ops.MUL: (("int", "int"),),
    ops.NEG: (("int",),),
    ops.ABS: (("int",),),
    ops.DIV: (("int", "int"),),
    ops.MOD: (("int", "int"),),
    ops.NARROW: (("union", 0), ("union", INLINE.labels[0])),
    ops.COUNT: ((), ("bool",), ("bool", "bool", "bool")),
    ops.AT_LEAST: (("int",), (1, "bool", "bool"), ("int", "bool", "bool", "bool")),
    ops.TUPLE: (("int", "bool"), ("enum",)),
    ops.IF: (("bool", "int", "int"), ("bool", "bool", "bool"), ("bool", "pair", "pair")),
    ops.MATCH: (
        ("int", "int", 0, "int"),
        ("enum", "bool", NIGHT.labels[0], "bool", NIGHT.labels[2], "bool"),
        ("bool", "int", True, "int", False, 1),
        ("enum", UNDEFINED, NIGHT.labels[0], "set", NIGHT.labels[1], "set"),
    ),
    ops.DEFINED: (("int",), ("bool",)),
    ops.RANK: (("enum",),),
    ops.NEXT: (("enum",),),
    ops.PREV: (("enum",),),
    ops.WITHIN: (("int", 0, 1), ("union", 1, 3), ("int", "int", 1)),
    ops.MIN: (("int", *PAIRS), (UNDEFINED, *PAIRS), ("enum", "bool", "enum")),
    ops.MAX: (("int", *PAIRS), (UNDEFINED, *PAIRS), ("enum", "bool", "enum")),
    ops.ALL_DIFFERENT: ((), PAIRS, (True, "int", True, "int", True, "int"), ("bool", "set") * 2),
    ops.SELECT_UNIQUE: ((UNDEFINED, *PAIRS), ("int", *PAIRS), ("bool", "bool", "bool")),
    ops.SET: ((), PAIRS, ("bool", "pair")),
    ops.HAS: (("int", "set"),),
    ops.SUBSET: (("set", "set"),),
    ops.SIZE: (("set",),),
    GUARDS[ops.DIV]: (("int",),),
    GUARDS[ops.MOD]: (("int",),),
    GUARDS[ops.NARROW]: (("union", 0),),
    GUARDS[ops.NEXT]: (("enum",),),
    GUARDS[ops.PREV]: (("enum",),),
}

ROWS = [(op, signature) for op, signatures in SIGNATURES.items() for signature in signatures]


def row_id(row: object) -> str:
    """A name for a test's parameter."""
    if isinstance(row, Op):
        return row.name
    return "-".join(map(str, row)) if isinstance(row, tuple) else str(row)


def operand(bench: Bench, place: object, partial: bool, beside: Sequence[object]) -> Term:
    """An operand for a place of a signature; a constant is typed as what stands beside it."""
    if place == "set":
        made: Term = bench.set_of(INTS)
    elif place == "pair":
        made = bench.pool.app(ops.TUPLE, (bench.variable(INTS), bench.variable(BOOLS)))
    elif isinstance(place, str):
        made = bench.variable(PLACES[place])
    else:
        return bench.pool.const(place, constant_type(place, beside))  # type: ignore[arg-type]
    return bench.maybe(made) if partial else made


def constant_type(value: object, beside: Sequence[object]):  # type: ignore[no-untyped-def]
    """The type of a signature's constant."""
    if isinstance(value, bool):
        return BOOLS.type
    if isinstance(value, int):
        return INT
    if isinstance(value, Label):
        return Scalar(frozenset({value.root}))
    return SetType(INT) if "set" in beside else INT


def applied(bench: Bench, op: Op, signature: Sequence[object], partial: Sequence[bool]) -> Term:
    """The operator over operands of a signature, some of which may be undefined."""
    args = [operand(bench, s, p, signature) for s, p in zip(signature, partial, strict=True)]
    return bench.pool.app(op, args)


def partialities(signature: Sequence[object]) -> list[tuple[bool, ...]]:
    """Which operands may be undefined: none, each alone, and all while that stays small."""
    n = len(signature)
    places = [i for i, s in enumerate(signature) if isinstance(s, str)]
    found = [(False,) * n, *[tuple(i == j for i in range(n)) for j in places]]
    if 1 < len(places) <= 3:
        found.append(tuple(i in places for i in range(n)))
    return found


def values(bench: Bench, term: Term) -> dict[tuple[Value, ...], Value]:
    """The term's value in each world where it has one, by `eval`."""
    return {
        tuple(world.values()): value
        for world in bench.worlds()
        if not isinstance(value := evaluate(term, world), Undefined)
    }


def asserted(bench: Bench, term: Term) -> Iterator[tuple[View, set[tuple[Value, ...]]]]:
    """For each value that the term has: a scope that asserts it, and the worlds where it has it."""
    having: dict[Value, set[tuple[Value, ...]]] = {}
    for world, value in values(bench, term).items():
        having.setdefault(value, set()).add(world)
    for value, worlds in having.items():
        equal = (term, bench.pool.const(value, term.type))
        yield bench.view(bench.pool.made(ops.EQ, equal, BOOL)), worlds


def answers(session: Session, bench: Bench, term: Term) -> dict[tuple[object, ...], object]:
    """The term's value in each world where it has one, as the engine finds them."""
    variables = bench.variables()
    found: dict[tuple[object, ...], object] = {}
    if term.type == BOOL:
        for value in (True, False):
            assumed = term if value else bench.pool.app(ops.NOT, (term,))
            for row in session.project(variables, [assumed]):
                assert row not in found
                found[row] = value
        return found
    for row in session.project([*variables, term], [bench.pool.app(ops.DEFINED, (term,))]):
        assert row[:-1] not in found
        found[row[:-1]] = row[-1]
    return found
