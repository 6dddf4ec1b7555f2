"""Rules through the SAT engine against their definitions: random small programs, worlds tried one
by one, fixed points by iteration, stable models by trying every candidate."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from hlogic.backends import count, fixpoint
from hlogic.backends.budget import Budget
from hlogic.backends.export.asp import asp_text
from hlogic.backends.export.dimacs import dimacs_text
from hlogic.backends.export.subject import Subject
from hlogic.backends.sat import SatSession
from hlogic.compiler import ops
from hlogic.compiler.ir import (
    NO_PARAMETERS,
    Group,
    Parameters,
    Rule,
    RuleInstance,
    Symbol,
    Theory,
    View,
)
from hlogic.compiler.sorts import BOOL, BOOLS, INT, UNDEFINED, Domain, Maybe, Value
from hlogic.compiler.terms import App, Bound, Const, Ref, Term, below
from laws.small import INTS, Bench
from laws.test_counts import counts
from read_back import stable_models

Atom = tuple[Symbol, tuple[Value, ...]]
Reading = Mapping[Atom, Maybe]
KEYS = Domain(INT, (range(0, 3),), "0..2")


class Program(Bench):
    """Two groups of a predicate over 0..2 and one without arguments; the later one may use the
    earlier."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.random = random.Random(seed)
        self.vars = [self.variable(BOOLS) for _ in range(self.random.randint(1, 3))]
        self.number = self.variable(INTS)
        self.groups: list[Group] = []
        self.rules: dict[Group, tuple[RuleInstance, ...]] = {}
        self.outside: list[Term] = [*self.vars]
        for n in range(self.random.randint(1, 2)):
            self.group(n, self.random.random() < 0.5)

    def group(self, n: int, stable: bool) -> None:
        group = Group(stable)
        keys = tuple((v,) for v in KEYS)
        p = Symbol(
            "predicate", f"p{n}", Parameters((Bound(-1, INT, "k", KEYS),)), BOOLS, BOOL,
            keys=keys, key_set=frozenset(keys), group=group,
        )  # fmt: skip
        q = Symbol("predicate", f"q{n}", NO_PARAMETERS, BOOLS, BOOL, group=group)
        group.symbols = (p, q)
        self.symbols.update({p.name: p, q.name: q})
        inner = [self.pool.ref(p, [self.pool.const(v, INT)]) for v in KEYS]
        inner += [self.pool.ref(p, [self.number]), self.pool.ref(q, ())]
        made = []
        for i in range(self.random.randint(2, 8)):
            head = self.random.choice((p, p, p, q))
            args = (self.argument(),) if head is p else ()
            rule = Rule(f"r{n}_{i}", NO_PARAMETERS, ((),), head, args, self.body(inner, stable, 2))
            made.append(RuleInstance(rule, (), {}))
        self.groups.append(group)
        self.rules[group] = tuple(made)
        self.outside += inner

    def argument(self) -> Term:
        pool, which = self.pool, self.random.random()
        if which < 0.7:
            return pool.const(self.random.randrange(3), INT)
        if which < 0.85:
            return self.number
        return pool.app(ops.DIV, (pool.const(1, INT), self.number))

    def open_term(self) -> Term:
        """Free of the group; may be undefined."""
        pool, term = self.pool, self.random.choice(self.outside)
        which = self.random.random()
        if which < 0.3:
            return pool.app(
                ops.IF, (self.random.choice(self.vars), term, pool.const(UNDEFINED, BOOL))
            )
        return pool.app(ops.NOT, (term,)) if which < 0.6 else term

    def body(self, inner: list[Ref], stable: bool, depth: int) -> Term:
        pool, which = self.pool, self.random.random()
        if depth == 0 or which < 0.15:
            return self.random.choice(inner) if self.random.random() < 0.7 else self.open_term()
        if stable and which < 0.4:
            inside = self.body(inner, True, depth - 1)
            return pool.app(ops.NOT, (inside,))
        if which < 0.5:
            some = self.random.sample(inner[:3] + inner[4:], 3)
            total: list[Term] = [*some, self.random.choice(self.vars)]
            enough = pool.const(self.random.randint(1, 3), INT)
            return pool.app(ops.LE, (enough, pool.app(ops.COUNT, total)))
        parts = [self.body(inner, stable, depth - 1) for _ in range(2)]
        if which < 0.6:
            return pool.app(ops.IF, (self.open_term(), *parts))
        return pool.app(ops.AND if which < 0.85 else ops.OR, parts)

    def whole(self) -> Theory:
        theory = self.theory()
        theory.groups = tuple(self.groups)
        return theory

    def scope(self) -> View:
        return View("base", (), {}, {}, self.rules)

    # ------------------------------------------------------------------ the definitions

    def all_worlds(self) -> Iterator[dict[Atom, Maybe]]:
        """Each world with the value of every atom in it."""
        symbols = [s for s in self.symbols.values() if s.kind == "var"]
        for values in product(*(s.domain for s in symbols)):  # type: ignore[misc]
            base: dict[Atom, Maybe] = {(s, ()): v for s, v in zip(symbols, values, strict=True)}
            yield from self.extended(base, 0)

    def extended(self, world: dict[Atom, Maybe], n: int) -> Iterator[dict[Atom, Maybe]]:
        if n == len(self.groups):
            yield world
            return
        group = self.groups[n]
        atoms = [(s, k) for s in group.symbols for k in s.keys]
        if not group.stable:
            low = self.least(group, world, None, lambda v: v is True)
            high = self.least(group, world, None, lambda v: v is not False)
            assert low <= high
            values = {a: True if a in low else UNDEFINED if a in high else False for a in atoms}
            yield from self.extended({**world, **values}, n + 1)
            return
        for choice in product((False, True), repeat=len(atoms)):
            model: dict[Atom, Maybe] = dict(zip(atoms, choice, strict=True))
            true = {a for a in atoms if model[a]}
            if self.least(group, world, model, lambda v: v is True) == true:
                yield from self.extended({**world, **model}, n + 1)

    def least(self, group, world, model, counts_) -> set[Atom]:  # type: ignore[no-untyped-def]
        found: set[Atom] = set()
        while True:
            inside = {(s, k): (s, k) in found for s in group.symbols for k in s.keys}
            reading = {**world, **inside}
            negated = reading if model is None else {**world, **model}
            new = set(found)
            for instance in self.rules[group]:
                rule = instance.rule
                key = tuple(value_of(a, world, world) for a in rule.args)
                if key in rule.head.key_set and counts_(value_of(rule.body, reading, negated)):
                    new.add((rule.head, key))  # type: ignore[arg-type]
            if new == found:
                return found
            found = new


def value_of(root: Term, reading: Reading, negated: Reading) -> Maybe:
    """A term's value; what is under a `not` is read in `negated`."""
    match root:
        case Const(value=value):
            return value
        case Ref(symbol=symbol, args=args):
            key = tuple(value_of(a, reading, negated) for a in args)
            return reading.get((symbol, key), UNDEFINED)  # type: ignore[arg-type]
        case App(op=op, args=args):
            inner = negated if op is ops.NOT else reading
            return op.apply([value_of(a, inner, negated) for a in args])
    raise AssertionError(root)


def leaves(program: Program) -> list[Ref]:
    theory = program.whole()
    return [theory.reading(s, k) for s in program.symbols.values() for k in s.keys]


@pytest.mark.parametrize("seed", range(120))
def test_rules_mean_their_fixed_points(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(seed)
    pool = program.pool
    worlds = list(program.all_worlds())
    theory, view = program.whole(), program.scope()
    session = SatSession(theory, view, Budget())
    read = leaves(program)
    fields: list[Term] = []
    for leaf in read:
        fields.append(pool.app(ops.DEFINED, (leaf,)))
        sure = leaf.type == BOOL
        fields.append(pool.app(ops.AND, (fields[-1], leaf)) if sure else leaf)
    expected = sorted(
        tuple(x for leaf in read for x in shown(world[leaf.symbol, key_of(leaf)]))
        for world in worlds
    )
    assert sorted(session.project(fields, [])) == expected
    assert session.count([]) == len(worlds)
    subject = Subject(theory, view, Budget())
    assert counts(dimacs_text(subject)) == (len(worlds), len(worlds))
    assert len(stable_models(asp_text(subject))) == len(worlds)
    monkeypatch.setattr(count, "FEW", 0)
    assert session.count([]) == len(worlds)


@pytest.mark.parametrize("seed", range(1000, 1030))
def test_rules_within_questions(seed: int) -> None:
    """Atoms asked for one at a time, later than the session was opened, and counted under."""
    program = Program(seed)
    worlds = list(program.all_worlds())
    session = SatSession(program.whole(), program.scope(), Budget())
    for leaf in leaves(program):
        if leaf.type == BOOL:
            values = [world[leaf.symbol, key_of(leaf)] for world in worlds]
            for value, term in ((True, leaf), (False, program.pool.app(ops.NOT, (leaf,)))):
                right = sum(1 for v in values if v is value)
                assert session.count([term]) == right
                assert session.possible([term]) == (right > 0)


def key_of(leaf: Ref) -> tuple[Value, ...]:
    return tuple(a.value for a in leaf.args)  # type: ignore[attr-defined]


def shown(value: Maybe) -> tuple[Value, Value]:
    """As the fields are: whether it is defined, and its value or false."""
    return (False, False) if value is UNDEFINED else (True, value)


def test_random_programs_have_what_they_are_to_test() -> None:
    """Programs without a world, with several models of one assignment, with undefined atoms."""
    none = many = partial = 0
    for seed in range(160):
        program = Program(seed)
        worlds = list(program.all_worlds())
        free = [leaf for leaf in leaves(program) if leaf.symbol.kind == "var"]
        assignments = {tuple(w[leaf.symbol, ()] for leaf in free) for w in worlds}
        none += not worlds
        many += len(worlds) > len(assignments)
        partial += any(v is UNDEFINED for w in worlds for v in w.values())
        assert below([r.rule.body for rules in program.rules.values() for r in rules])
    assert min(none, many, partial) > 5, (none, many, partial)


@pytest.mark.parametrize("seed", range(400, 460))
def test_recursion_left_to_the_session(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every component checked model by model, as only large ones are."""
    monkeypatch.setattr(fixpoint, "UNROLLED", -1)
    test_rules_mean_their_fixed_points(seed, monkeypatch)
