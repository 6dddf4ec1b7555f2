"""Total terms to SMT, two ways that meet.

Scalars and what is said of them go straight into SMT, by the rows of `rows.py`. What has no row
there, and what rules define, goes through the circuit: the encoder makes gates of it as it does for
SAT, and gates are Booleans of SMT. In between, where the encoder asks about a scalar term that SMT
has (whether it has a value, or reaches one), the answer is an input of the circuit that stands for
`(= t v)`, or `(<= n t)`: so a set of products is a set of gates over products of SMT. A missing row
is slow, never wrong.

Terms are translated parts first and each once, so depth costs no recursion.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hlogic.backends.circuit import FALSE, TRUE, Circuit
from hlogic.backends.encode import Ask, Encoder, Steps
from hlogic.backends.smt.codes import (
    BOOLEAN,
    Code,
    code_of,
    code_of_value,
    join,
    places,
)
from hlogic.backends.smt.dialect import Dialect
from hlogic.backends.smt.expressions import Expr
from hlogic.compiler.ir import Key, Symbol
from hlogic.compiler.ops import EQ, LE, LT, TUPLE, WITHIN
from hlogic.compiler.passes.ranges import Ranges, domain_range
from hlogic.compiler.passes.symbols import leaf_key
from hlogic.compiler.sorts import BOOL, Domain, Undefined, Value
from hlogic.compiler.terms import App, Const, Ref, Term, below

Scalar = tuple[Expr, Code]
Name = Callable[[Symbol, Key], str]
_ATOMS = frozenset({EQ, LT, LE, WITHIN})  # Booleans that the circuit need not look into


class Translator(Encoder):
    """The encoder of a problem that can also say what a term is in SMT. `constants` are the
    variables met so far."""

    def __init__(
        self, circuit: Circuit, ranges: Ranges, overlay: bool, dialect: Dialect, name: Name
    ) -> None:
        super().__init__(circuit, ranges, overlay)
        from hlogic.backends.smt.rows import ROWS

        self.dialect = dialect
        self.exprs = dialect.exprs
        self.constants: dict[tuple[Symbol, Key], Scalar] = {}
        self._name = name
        self._known: dict[int, Expr | None] = {}
        self._codes: dict[int, Code | None] = {}
        self._by_gates: set[int] = set()  # terms without a row, which the circuit is to look into
        self._plain: dict[int, bool] = {}
        self._gates: dict[int, Expr] = {TRUE: self.exprs.true}
        self._bound = 0
        self._smt_rows = ROWS if overlay else {}

    # ------------------------------------------------------------------ terms

    def expr(self, term: Term) -> Expr:
        """The expression of a total Boolean or scalar term."""
        found = self.expr_or_none(term)
        assert found is not None
        return found

    def expr_or_none(self, term: Term) -> Expr | None:
        """The same; None for a tuple or a set."""
        known = self._known
        if isinstance(term, Const):  # made when asked for, and not where it is an argument
            return self._constant(term)
        if term.id not in known:
            for part in below([term], lambda t: t.id in known or isinstance(t, Const)):
                known[part.id] = self._one(part)
        return known[term.id]

    def _constant(self, term: Const) -> Expr | None:
        code = self.code(term)
        if code is None or isinstance(term.value, Undefined) or code.kind == "nothing":
            return None if code is None else self.dialect.pinned(code)
        return self.dialect.const(term.value, code)

    def code(self, term: Term) -> Code | None:
        if term.id not in self._codes:
            boolean = term.type == BOOL
            self._codes[term.id] = BOOLEAN if boolean else code_of(self.range(term))
        return self._codes[term.id]

    def scalar(self, term: Term) -> Scalar | None:
        """The expression of a term and its code; None for a tuple or a set."""
        found, code = self.expr_or_none(term), self.code(term)
        return None if found is None or code is None else (found, code)

    def scalars(self, term: Term) -> list[Scalar] | None:
        """Of a tuple, those of its members; None for sets, and tuples that are not written out."""
        if isinstance(term, App) and term.op is TUPLE:
            parts = [self.scalars(a) for a in term.args]
            known = [p for p in parts if p is not None]
            return [s for p in known for s in p] if len(known) == len(parts) else None
        if isinstance(term, Const) and not isinstance(term.value, Undefined):
            return self._flat(term.value)
        found = self.scalar(term)
        return None if found is None else [found]

    def _flat(self, value: Value) -> list[Scalar] | None:
        if isinstance(value, tuple):
            parts = [self._flat(v) for v in value]
            known = [p for p in parts if p is not None]
            return [s for p in known for s in p] if len(known) == len(parts) else None
        code = code_of_value(value)
        return None if code is None else [(self.dialect.const(value, code), code)]

    def same(self, a: Term, b: Term) -> Expr | None:
        """Whether two terms have the same value; None if only the circuit can say."""
        xs, ys = self.scalars(a), self.scalars(b)
        if xs is None or ys is None or len(xs) != len(ys):
            return None
        return self.exprs.and_([self.alike(x, y) for x, y in zip(xs, ys, strict=True)])

    def alike(self, a: Scalar, b: Scalar) -> Expr:
        code = join(a[1], b[1])
        return self.exprs.eq(*(self.dialect.coerce(x, own, code) for x, own in (a, b)))

    def as_(self, term: Term, code: Code) -> Expr | None:
        """A scalar term in a code."""
        found = self.scalar(term)
        return None if found is None else self.dialect.coerce(*found, code)

    def _one(self, term: Term) -> Expr | None:
        code = self.code(term)
        if code is None:
            return None
        match term:
            case _ if code.kind == "nothing":
                return self.dialect.pinned(code)
            case Ref(symbol=symbol):
                if not _is_variable(symbol):
                    return self.of_gate(self.truth(term))
                return self.constant(symbol, leaf_key(term))[0]
            case App(op=op):
                row = self._smt_rows.get(op)
                found = None if row is None else row(self, term)
                if found is not None:
                    return found
        self._by_gates.add(term.id)
        return self._through_gates(term, code)

    def _through_gates(self, term: Term, code: Code) -> Expr:
        """The last of a term's values, unless it has one of the others."""
        if code.bool:
            return self.of_gate(self.truth(term))
        values = self.values(term)
        found = self.dialect.const(values[-1], code)
        for v in reversed(values[:-1]):
            found = self.exprs.ite(
                self.of_gate(self.eq(term, v)), self.dialect.const(v, code), found
            )
        return found

    # ------------------------------------------------------------------ variables

    def constant(self, symbol: Symbol, key: Key) -> Scalar:
        """A variable, declared when it is first met."""
        found = self.constants.get((symbol, key))
        if found is None:
            assert symbol.domain is not None
            code = code_of(domain_range(symbol.domain))
            assert code is not None
            expr = self.exprs.make(self._name(symbol, key), (), self.dialect.sort(code))
            found = self.constants[symbol, key] = (expr, code)
        return found

    def inside(self, symbol: Symbol, key: Key) -> Expr:
        """Whether a variable has one of the values of its domain."""
        assert symbol.domain is not None
        return self._in_domain(self.constant(symbol, key), symbol.domain)

    def _in_domain(self, x: Scalar, domain: Domain) -> Expr:
        expr, code = x
        if code.bool:
            return self.exprs.or_([self.alike(x, self._value(v)) for v in domain])
        found = []
        for part in domain.parts:
            if isinstance(part, range):
                found.append(self.between(x, part.start, part.stop - 1))
            elif code.kind == "label" and len(part) == len(code.roots[0].labels):
                found.append(self.dialect.valid(expr, code.roots[0]))
            else:
                found += [self.alike(x, self._value(v)) for v in part]
        return self.exprs.or_(found)

    def _value(self, value: Value) -> Scalar:
        code = code_of_value(value)
        assert code is not None
        return self.dialect.const(value, code), code

    def between(self, x: Scalar, low: int, high: int) -> Expr:
        """Whether a value is an integer from `low` to `high`."""
        if x[1].ints is None:
            return self.exprs.false
        least, greatest = x[1].ints
        low, high = max(low, least), min(high, greatest)
        return self.dialect.within(*x, low, high) if low <= high else self.exprs.false

    def reaches(self, x: Scalar, least: int) -> Expr:
        """Whether a value's place in its order, an integer itself or a label's rank, is at least
        so great."""
        expr, code = x
        low, high = places(code)
        if least <= low or least > high:
            return self.exprs.bool(least <= low)
        if code.bool:
            return expr
        bound: Value = code.roots[0].labels[least - 1] if code.roots else least
        return self.dialect.less(self.dialect.const(bound, code), expr, code, False)

    # ------------------------------------------------------------------ the circuit

    def _rule(self, ask: Ask) -> int | Steps:
        found = self._atom(ask)
        return super()._rule(ask) if found is None else found

    def _atom(self, ask: Ask) -> int | None:
        """A gate for a question that SMT answers."""
        kind, term, value = ask
        if kind not in ("truth", "eq", "ge") or isinstance(term, Const) or not self._of_world(term):
            return None
        asked = isinstance(term, App) and kind == "truth" and term.op in _ATOMS
        if term.id in self._by_gates or (term.type == BOOL and not asked):
            return None
        found = self.scalar(term)  # which may show that it goes by gates
        if found is None or term.id in self._by_gates:
            return None
        if kind == "ge" and found[1].kind not in ("int", "label"):
            return None
        return self._gate_of(self._answer(kind, found, term, value))

    def _answer(self, kind: str, x: Scalar, term: Term, value: Any) -> Expr:
        if kind == "truth":
            return x[0]
        if kind == "eq":
            if not self.can_be(term, value):
                return self.exprs.false
            return self.alike(x, self._value(value))
        return self.reaches(x, value)

    def _gate_of(self, expr: Expr) -> int:
        if expr in (self.exprs.true, self.exprs.false):
            return TRUE if expr is self.exprs.true else FALSE
        gate = self.circuit.input()
        self._gates[gate] = expr
        return gate

    def _of_world(self, root: Term) -> bool:
        """Whether a term is a function of the variables alone, with no predicate of a group that
        is still being solved."""
        known = self._plain
        if root.id not in known:
            for term in below([root], lambda t: t.id in known):
                match term:
                    case Ref(symbol=symbol):
                        known[term.id] = _is_variable(symbol)
                    case App(args=args):
                        known[term.id] = all(known[a.id] for a in args)
                    case _:
                        known[term.id] = True
        return known[root.id]

    def of_gate(self, gate: int) -> Expr:
        """The expression of a gate; those of the gates below it are made on the way."""
        made, circuit, exprs = self._gates, self.circuit, self.exprs
        self._bind()
        for node, parts in circuit.below(gate, made):
            assert parts, "an input that stands for nothing"
            args = [made[p] if p > 0 else exprs.not_(made[-p]) for p in parts]
            made[node] = exprs.ite(*args) if node in circuit.choices else exprs.and_(args)
        return made[gate] if gate > 0 else exprs.not_(made[-gate])

    def _bind(self) -> None:
        """Say what the inputs of variables that the encoder made stand for."""
        new = list(self.variables.items())[self._bound :]
        self._bound = len(self.variables)
        for (symbol, key), variable in new:
            x = self.constant(symbol, key)
            for value, gate in variable.gates.items():
                if gate > TRUE:
                    self._gates[gate] = self.alike(x, self._value(value))


def _is_variable(symbol: Symbol) -> bool:
    return symbol.kind == "var" or (symbol.group is not None and symbol.group.stable)
