"""What a term means in one world: the operator table, read directly.

`Evaluator` turns terms into closures over the current world. It knows nothing of grounding,
definedness formulas or circuits, so that it can be held against all of them. Operands that cannot
matter are not looked at (the branch not taken, what stands after a `false` under `and`): by the
operators' meaning this changes no value, and it is what lets derived terms recur by instance.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hlogic.compiler.ir import Group, Key, Symbol, View
from hlogic.compiler.ops import AND, IF, MATCH, NOT, OR, PAIRED, Op
from hlogic.compiler.sorts import UNDEFINED, Maybe, Value
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term

Env = Mapping[Bound, Value]
Run = Callable[[Env], Maybe]
Atom = tuple[Symbol, Key]
Atoms = set[Atom]


class Evaluator:
    """Evaluates terms of one view in `world`, a list of the free variables' values by `place`."""

    def __init__(self, view: View, place: Mapping[tuple[Symbol, Key], int]) -> None:
        self.view = view
        self.place = place
        self.world: list[Value] = []
        self.memo: dict[tuple[Symbol, Key], Maybe] = {}
        self._open: set[tuple[Symbol, Key]] = set()  # derived instances being evaluated
        self._met_open: set[tuple[Symbol, Key]] = set()  # those met again meanwhile
        self._runs: dict[int, Run] = {}
        self._models: dict[Group, tuple[Atoms, Atoms]] = {}  # L and H of least groups
        self._growing: dict[Group, Atoms] = {}  # how a group's atoms are read inside its own rules

    def value(self, term: Term, env: Mapping[Bound, Value] | None = None) -> Maybe:
        """The term's value in the current world, or `UNDEFINED`."""
        return self.run(term)(dict(env) if env else {})

    def forget(self) -> None:
        """The world has changed: what was computed in it no longer holds."""
        self.memo.clear()
        self._models.clear()

    def run(self, term: Term) -> Run:
        found = self._runs.get(term.id)
        if found is None:
            found = self._runs[term.id] = self._compile(term)
        return found

    # ------------------------------------------------------------------ kinds of term

    def _compile(self, term: Term) -> Run:
        match term:
            case Const(value=value):
                return lambda env: value
            case Bound():
                return lambda env: env[term]
            case Ref():
                return self._ref(term)
            case App():
                return self._app(term)
            case Spread():
                return self._spread(term)
        raise AssertionError(term)

    def _ref(self, term: Ref) -> Run:
        symbol, args = term.symbol, [self.run(a) for a in term.args]
        read = {
            "var": self._variable,
            "table": self._table,
            "derive": self._derived,
            "predicate": self._atom,
        }[symbol.kind]

        def run(env: Env) -> Maybe:
            key = tuple([a(env) for a in args])
            if any(k is UNDEFINED for k in key):
                return UNDEFINED
            return read(symbol, key)  # type: ignore[arg-type]

        return run

    def _variable(self, symbol: Symbol, key: Key) -> Maybe:
        place = self.place.get((symbol, key))
        return UNDEFINED if place is None else self.world[place]

    def _table(self, symbol: Symbol, key: Key) -> Maybe:
        entries = self.view.entries.get(symbol, symbol.entries)
        if key in entries:
            return entries[key]
        return symbol.default if key in symbol.key_set else UNDEFINED

    def _derived(self, symbol: Symbol, key: Key) -> Maybe:
        name = (symbol, key)
        if name in self.memo:
            return self.memo[name]
        if key not in symbol.key_set:
            return UNDEFINED
        if name in self._open:
            # The check stage refuses true cycles, so the value asked for here can't matter; but
            # what is computed from it meanwhile is not to be remembered.
            self._met_open.add(name)
            return UNDEFINED
        self._open.add(name)
        value = self._body(symbol, key)
        self._open.discard(name)
        self._met_open.discard(name)
        if not self._met_open:
            self.memo[name] = value
        return value

    def _body(self, symbol: Symbol, key: Key) -> Maybe:
        body, env = self.view.definition(symbol, key)
        value = self.run(body)(dict(env))
        if symbol.domain is not None and value is not UNDEFINED and value not in symbol.domain:
            return UNDEFINED
        return value

    # ------------------------------------------------------------------ groups

    def _atom(self, symbol: Symbol, key: Key) -> Maybe:
        if key not in symbol.key_set:
            return UNDEFINED
        if (symbol, key) in self.view.derived:
            return self._derived(symbol, key)
        group = symbol.group
        assert group is not None
        if group in self._growing:
            return (symbol, key) in self._growing[group]
        if group.stable:
            return self.world[self.place[symbol, key]]
        low, high = self._fixed_points(group)
        return True if (symbol, key) in low else UNDEFINED if (symbol, key) in high else False

    def _fixed_points(self, group: Group) -> tuple[Atoms, Atoms]:
        found = self._models.get(group)
        if found is None:
            low = self._least(group, lambda value: value is True)
            high = self._least(group, lambda value: value is not False)
            found = self._models[group] = low, high
        return found

    def is_stable(self, group: Group) -> bool:
        """Whether the world's atoms of a stable group are the least set that its rules give when
        what stands under `not` is read in the world: the reduct's least model."""
        atoms = {(s, k) for s in group.symbols for k in s.keys if self.world[self.place[s, k]]}
        return self._least(group, lambda value: value is True) == atoms

    def _least(self, group: Group, counts: Callable[[Maybe], bool]) -> Atoms:
        """Iterate the rules from nothing until nothing is added."""
        found: Atoms = set()
        outside = self._growing
        self._growing = {**outside, group: found}
        try:
            waiting = list(self._heads(group))
            while True:
                left = []
                for atom, body, env in waiting:
                    if atom not in found:
                        if counts(body(dict(env))):
                            found.add(atom)
                        else:
                            left.append((atom, body, env))
                if len(left) == len(waiting):
                    return found
                waiting = left
        finally:
            self._growing = outside

    def _heads(self, group: Group) -> Iterator[tuple[Atom, Run, Mapping[Bound, Value]]]:
        """The atom of each rule instance whose head has a value; heads are free of the group."""
        for instance in self.view.rules.get(group, ()):
            rule, env = instance.rule, instance.environment
            key = tuple([self.run(a)(dict(env)) for a in rule.args])
            if not any(k is UNDEFINED for k in key) and key in rule.head.key_set:
                yield (rule.head, key), self.run(rule.body), env  # type: ignore[misc]

    def _denial(self, arg: Run) -> Run:
        """`not`: in the rules of a stable group what it denies is read in the world."""

        def run(env: Env) -> Maybe:
            outside = self._growing
            if any(group.stable for group in outside):
                self._growing = {g: atoms for g, atoms in outside.items() if not g.stable}
            try:
                value = arg(env)
            finally:
                self._growing = outside
            return value if value is UNDEFINED else not value

        return run

    def _app(self, term: App) -> Run:
        op, args = term.op, [self.run(a) for a in term.args]
        if op is AND or op is OR:
            return _short_circuit(args, op is OR)
        if op is NOT:
            return self._denial(args[0])
        if op is IF:
            return _chosen_branch(*args)
        if op is MATCH:
            return _matching_arm(args)
        if op in PAIRED:
            lead = op.shape[0]
            return lambda env: op.apply(_pairs([a(env) for a in args[:lead]], args[lead:], env))
        if op.strict and len(args) == 2:
            return _strict(op, *args)
        apply = op.apply
        return lambda env: apply([a(env) for a in args])

    def _spread(self, term: Spread) -> Run:
        op, variables = term.op, term.variables
        leading = [self.run(t) for t in term.leading]
        element = [self.run(t) for t in term.element]

        def tuples(env: Env) -> Iterator[Env]:
            inner = dict(env)
            for values in itertools.product(*(v.domain for v in variables)):
                inner.update(zip(variables, values, strict=True))
                yield inner

        if op is AND or op is OR:
            absorbing = op is OR

            def run_connective(env: Env) -> Maybe:
                result: Maybe = not absorbing
                for inner in tuples(env):
                    value = element[0](inner)
                    if value is absorbing:
                        return value
                    if value is UNDEFINED:
                        result = UNDEFINED
                return result

            return run_connective

        def run(env: Env) -> Maybe:
            args = [t(env) for t in leading]
            for inner in tuples(env):
                if op in PAIRED:
                    args = _pairs(args, element, inner)
                else:
                    args.extend([t(inner) for t in element])
            return op.apply(args)

        return run


def _strict(op: Op, left: Run, right: Run) -> Run:
    """A strict operator of two operands, as most are."""
    evaluate = op.eval

    def run(env: Env) -> Maybe:
        a, b = left(env), right(env)
        return UNDEFINED if a is UNDEFINED or b is UNDEFINED else evaluate(a, b)

    return run


def _short_circuit(args: list[Run], absorbing: bool) -> Run:
    def run(env: Env) -> Maybe:
        result: Maybe = not absorbing
        for a in args:
            value = a(env)
            if value is absorbing:
                return value
            if value is UNDEFINED:
                result = UNDEFINED
        return result

    return run


def _chosen_branch(condition: Run, then: Run, otherwise: Run) -> Run:
    def run(env: Env) -> Maybe:
        c = condition(env)
        return UNDEFINED if c is UNDEFINED else then(env) if c else otherwise(env)

    return run


def _matching_arm(args: list[Run]) -> Run:
    subject, default, arms = args[0], args[1], args[2:]

    def run(env: Env) -> Maybe:
        x = subject(env)
        if x is UNDEFINED:
            return UNDEFINED
        for key, body in zip(arms[0::2], arms[1::2], strict=True):
            if key(env) == x:
                return body(env)
        return default(env)

    return run


def _pairs(args: list[Any], pairs: list[Run], env: Env) -> list[Any]:
    """Append (condition, value) pairs; a value whose condition is not true is not evaluated."""
    for condition, value in zip(pairs[0::2], pairs[1::2], strict=True):
        c = condition(env)
        args.append(c)
        args.append(value(env) if c is True else UNDEFINED)
    return args
