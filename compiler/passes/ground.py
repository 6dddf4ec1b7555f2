"""Closed ground terms: every `Spread` expanded, every constant part computed.

What is left are constants, applications of operators, and *leaves*: variables and derived terms at
constant arguments. `f(e)` with an argument that is not constant becomes a `match` on the argument
(on a tuple of them) over the instances that it may name. A derived instance stays a leaf; its
definition is grounded apart, from a work list, so that a chain of ten thousand is no recursion.

Terms are partial here, so only Kleene rules apply, and evaluation is lazy where that is sound: a
condition is grounded before what it guards, so a constant `where` that is false costs nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence

from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.evaluate import Run
from hlogic.compiler.ir import Key, Symbol, Theory, View
from hlogic.compiler.ops import AND, IF, MATCH, OR, PAIRED, Op
from hlogic.compiler.passes.free import Free
from hlogic.compiler.passes.rewrites import is_undefined
from hlogic.compiler.passes.simplify import Make
from hlogic.compiler.passes.static import Filter, Statics
from hlogic.compiler.passes.symbols import Symbols, leaf_key
from hlogic.compiler.sorts import BOOL, UNDEFINED, Type, Value
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term

Environment = Mapping[Bound, Value]
Steps = Generator[tuple[Term, Environment], Term, Term]
Elements = Iterator[tuple[tuple[Term, ...], Environment]]
MAX_ELEMENTS = 5_000_000


class Grounder:
    """Grounds the terms of one theory as one view sees it; each once for each value of its bounds.

    `definitions` has the ground body of every derived leaf met so far, once `complete` ran."""

    def __init__(self, theory: Theory, view: View, max_elements: int = MAX_ELEMENTS) -> None:
        self.make = Make(theory.pool)
        self.view = view
        self.max_elements = max_elements
        self._free = Free()
        self._symbols = Symbols(self.make, view, self._count)
        self._statics = Statics(view, self._free, self._count)
        self._filters: dict[int, Filter] = {}
        self._arguments: dict[int, list[Run] | None] = {}  # of each reference
        self._flat: dict[int, list[Term]] = {}  # of each junction
        self._memo: dict[tuple[object, ...], Term] = {}
        self._what: object = ""
        self._elements = 0

    @property
    def definitions(self) -> dict[Ref, Term]:
        return self._symbols.definitions

    def ground(self, term: Term, environment: Environment, what: object) -> Term:
        """The ground term; `what`, as a text, names the constraint in a message about a limit."""
        self._what, self._elements = what, 0
        return self._run(term, environment)

    def complete(self) -> None:
        """Ground the definitions of every derived leaf met, and of those that they meet."""
        while self._symbols.pending:
            leaf = self._symbols.pending.pop()
            key = leaf_key(leaf)
            what = "derive" if leaf.symbol.kind == "derive" else "replace"
            body, env = self.view.definition(leaf.symbol, key)
            self.definitions[leaf] = self.ground(body, env, f"{what} {leaf.symbol.name}")

    def derived(self, symbol: Symbol, key: Key) -> Term:
        """The leaf of a derived instance, its definition put on the work list."""
        return self._symbols.leaf(symbol, key)

    def keys_named(self, symbol: Symbol, args: Sequence[Term]) -> Iterator[Key]:
        """The instances of a symbol that ground arguments may name."""
        return self._symbols.keys_named(symbol, args)

    # ------------------------------------------------------------------ driving

    def _run(self, root: Term, environment: Environment) -> Term:
        """Run the steps of `root` and of what they ask for, on a stack of our own."""
        answer, key = self._known(root, environment)
        if answer is not None:
            return answer
        stack = [(key, self._steps(root, environment))]
        while stack:
            key, steps = stack[-1]
            try:
                term, env = next(steps) if answer is None else steps.send(answer)
            except StopIteration as stop:
                answer = self._memo[key] = stop.value
                stack.pop()
                continue
            answer, key = self._known(term, env)
            if answer is None:
                stack.append((key, self._steps(term, env)))
        assert answer is not None
        return answer

    def _known(self, term: Term, env: Environment) -> tuple[Term | None, tuple[object, ...]]:
        """What needs no steps: a static term, a symbol at such arguments, what was made before
        and stands under a key. None for anything else, and its key."""
        static = self._statics.run(term)
        if static is not None:
            return self.make.const(static(env), term.type), ()
        if isinstance(term, Ref) and (runs := self._static_arguments(term)) is not None:
            named = tuple([run(env) for run in runs])
            if UNDEFINED in named:
                return self.make.undefined(term.symbol.type), ()
            return self._symbols.leaf(term.symbol, named), ()  # type: ignore[arg-type]
        key = (term.id, *[env[b] for b in self._free.of(term)])
        return self._memo.get(key), key

    def _static_arguments(self, term: Ref) -> list[Run] | None:
        """What computes a reference's arguments, None if one of them is not static."""
        if term.id not in self._arguments:
            runs = [self._statics.run(a) for a in term.args]
            known = [r for r in runs if r is not None]
            self._arguments[term.id] = known if len(known) == len(runs) else None
        return self._arguments[term.id]

    # ------------------------------------------------------------------ one term

    def _steps(self, term: Term, env: Environment) -> Steps:
        match term:
            case Ref(symbol=symbol, args=args):
                return self._reference(symbol, args, env)
            case App(op=op, args=args) if op is IF:
                return self._if(args, env, term.type)
            case App(op=op, args=args) if op is MATCH:
                return self._match(args, env, term.type)
            case App(op=op, args=args) if not op.shape[1]:
                return self._operands(op, args, env, term.type)
            case App(op=op) | Spread(op=op):
                if op is AND or op is OR:
                    return self._junction(op, self._spliced(term, env))
                if op in PAIRED:
                    return self._pairs(op, *self._elements_of(term, env), term.type)
                return self._plain(op, *self._elements_of(term, env), term.type)
        raise AssertionError(f"no ground form: {term}")

    def _reference(self, symbol: Symbol, args: Sequence[Term], env: Environment) -> Steps:
        made: list[Term] = []
        for a in args:
            made.append((yield a, env))
            if is_undefined(made[-1]):
                return self.make.undefined(symbol.type)
        return self._symbols.apply(symbol, made)

    def _if(self, args: Sequence[Term], env: Environment, type: Type) -> Steps:
        condition = yield args[0], env
        if isinstance(condition, Const):
            if condition.value is UNDEFINED:
                return self.make.undefined(type)
            return self._typed((yield args[1 if condition.value else 2], env), type)
        then = yield args[1], env
        otherwise = yield args[2], env
        return self.make.app(IF, (condition, then, otherwise), type)

    def _typed(self, term: Term, type: Type) -> Term:
        """A branch in its place: a missing default knows its type only from there."""
        return self.make.undefined(type) if is_undefined(term) else term

    def _match(self, args: Sequence[Term], env: Environment, type: Type) -> Steps:
        on = yield args[0], env
        keys = []
        for key in args[2::2]:
            keys.append((yield key, env))
        if isinstance(on, Const):
            if on.value is UNDEFINED:
                return self.make.undefined(type)
            for key, body in zip(keys, args[3::2], strict=True):
                if isinstance(key, Const) and key.value == on.value:
                    return self._typed((yield body, env), type)
            return self._typed((yield args[1], env), type)
        made = [on, (yield args[1], env)]
        for key, body in zip(keys, args[3::2], strict=True):
            made += (key, (yield body, env))
        return self.make.app(MATCH, made, type)

    def _junction(self, op: Op, elements: Iterator[tuple[Term, Environment]]) -> Steps:
        """`and` or `or`, stopping at the first constant that decides it."""
        zero = self.make.false if op is AND else self.make.true
        made: dict[int, Term] = {}
        for term, env in elements:
            part = yield term, env
            if part is zero:
                return zero
            made[part.id] = part
        return self.make.app(op, tuple(made.values()), BOOL)

    def _pairs(self, op: Op, leading: Elements, elements: Elements, type: Type) -> Steps:
        """Operators over (condition, value): a value is looked at where its condition may hold."""
        made: list[Term] = []
        for terms, env in leading:
            made.append((yield terms[0], env))
        for (condition, value), env in elements:
            held = yield condition, env
            if is_undefined(held):
                return self.make.undefined(type)
            if held is not self.make.false:
                made += (held, (yield value, env))
        return self.make.app(op, made, type)

    def _operands(self, op: Op, args: Sequence[Term], env: Environment, type: Type) -> Steps:
        """An operator over a fixed number of operands."""
        made: list[Term] = []
        for term in args:
            made.append((yield term, env))
            if op.strict and is_undefined(made[-1]):
                return self.make.undefined(type)
        return self.make.app(op, made, type)

    def _plain(self, op: Op, leading: Elements, elements: Elements, type: Type) -> Steps:
        made: list[Term] = []
        for part in (leading, elements):
            for terms, env in part:
                for term in terms:
                    made.append((yield term, env))
                    if op.strict and is_undefined(made[-1]):
                        return self.make.undefined(type)
        return self.make.app(op, made, type)

    # ------------------------------------------------------------------ elements

    def _elements_of(self, term: App | Spread, env: Environment) -> tuple[Elements, Elements]:
        """The leading operands, and the elements, of an operator or of its spread."""
        head, step = term.op.shape
        if isinstance(term, Spread):
            return iter([((t,), env) for t in term.leading]), self._spread(term, env)
        rest = term.args[head:]
        chunks = (rest[i : i + step] for i in range(0, len(rest), step))
        return iter([((t,), env) for t in term.args[:head]]), ((c, env) for c in chunks)

    def _spread(self, term: Spread, env: Environment) -> Elements:
        """The element for every tuple of the variables that matters; the environment is one,
        written anew."""
        predicted = 1
        for v in term.variables:
            predicted *= v.domain.size
        self._count(predicted)
        chosen = self._filters.get(term.id)
        if chosen is None:
            chosen = self._filters[term.id] = Filter(self._statics, term)
        inner = dict(env)
        for values, element in chosen.chosen(env, predicted):
            for variable, value in zip(term.variables, values, strict=True):
                inner[variable] = value
            yield element, inner

    def _count(self, more: int) -> None:
        self._elements += more
        if self._elements > self.max_elements:
            raise Beyond(
                f"{self._what} expands to {self._elements:,} elements or more, "
                f"over the limit of {self.max_elements:,}"
            )

    def _spliced(self, term: App | Spread, env: Environment) -> Iterator[tuple[Term, Environment]]:
        """The operands of a junction and of the junctions of its kind directly below it."""
        if isinstance(term, Spread):
            for leading in term.leading:
                yield leading, env
            for (element,), inner in self._spread(term, env):
                yield element, inner
            return
        if term.id not in self._flat:
            self._flat[term.id] = _flattened(term)
        for part in self._flat[term.id]:
            yield part, env


def _flattened(term: App) -> list[Term]:
    """The operands of a junction, those of junctions of its kind directly below it in place of
    these."""
    seen = {term.id}
    found: list[Term] = []
    stack = list(reversed(term.args))
    while stack:
        part = stack.pop()
        if part.id in seen:
            continue
        seen.add(part.id)
        if isinstance(part, App) and part.op is term.op:
            stack.extend(reversed(part.args))
        else:
            found.append(part)
    return found
