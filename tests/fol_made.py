"""Random formulas, what they mean in small structures, and records that hold them."""

from __future__ import annotations

import itertools
import json
from typing import Any

from hypothesis import strategies as st

from hlogic.compiler import ast
from hlogic.importing.formula import Atom, Equal, Formula, Join, Not, Pair, Quant, Term, Truth

CONSTANTS = ("ann", "bob")
VARIABLES = ("x", "y")
UNARY, BINARY, PROPOSITION = ("Old", "Wise"), ("Likes",), ("Rain",)

_term = st.sampled_from([*CONSTANTS, *VARIABLES]).map(Term)
_atom = st.one_of(
    st.builds(lambda p, t: Atom(p, (t,)), st.sampled_from(UNARY), _term),
    st.builds(lambda p, t, u: Atom(p, (t, u)), st.sampled_from(BINARY), _term, _term),
    st.sampled_from(PROPOSITION).map(Atom),
    st.builds(Equal, _term, _term),
    st.builds(Truth, st.booleans()),
)


def _larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        st.builds(Not, inner),
        st.builds(Join, st.sampled_from("∧∨"), st.lists(inner, min_size=2, max_size=3).map(tuple)),
        st.builds(Pair, st.sampled_from("⊕→↔"), inner, inner),
        st.builds(Quant, st.sampled_from("∀∃"), st.sampled_from(VARIABLES), inner),
    )


def _closed(formula: Formula) -> Formula:
    for name in VARIABLES:
        formula = Quant("∀", name, formula)
    return formula


# Without free variables; quantifiers may bind what is bound already.
formulas: st.SearchStrategy[Formula] = st.recursive(_atom, _larger, max_leaves=8).map(_closed)


class Structure:
    """An interpretation on 0, 1: constants and predicates by bits of one number."""

    def __init__(self, bits: int) -> None:
        self.values = {name: bits >> i & 1 for i, name in enumerate(CONSTANTS)}
        places = [(p, (a,)) for p in UNARY for a in (0, 1)]
        places += [(p, pair) for p in BINARY for pair in itertools.product((0, 1), repeat=2)]
        places += [(p, ()) for p in PROPOSITION]
        self.atoms = {place: bool(bits >> (i + 2) & 1) for i, place in enumerate(places)}

    BITS = 2 + 4 + 4 + 1

    def value(self, term: Term, at: dict[str, int]) -> int:
        return at[term.name] if term.name in at else self.values[term.name]

    def of_formula(self, formula: Formula, at: dict[str, int]) -> bool:
        match formula:
            case Truth(value):
                return value
            case Atom(name, args):
                return self.atoms[
                    name, tuple(at.get(t.name, self.values.get(t.name)) for t in args)
                ]
            case Equal(left, right):
                return self.value(left, at) == self.value(right, at)
            case Not(body):
                return not self.of_formula(body, at)
            case Join(op, items):
                return (all if op == "∧" else any)(self.of_formula(i, at) for i in items)
            case Pair(op, left, right):
                one, other = self.of_formula(left, at), self.of_formula(right, at)
                return {"⊕": one != other, "→": not one or other, "↔": one == other}[op]
            case Quant(kind, name, body):
                cases = (self.of_formula(body, {**at, name: v}) for v in (0, 1))
                return (all if kind == "∀" else any)(cases)

    def of_expr(self, expr: ast.Expr, at: dict[str, int]) -> Any:
        """The same of what it was lowered to."""
        match expr:
            case ast.Bool(value):
                return value
            case ast.Name(name) if name in at:
                return at[name]
            case ast.Name(name):
                return self.values[name] if name in self.values else self.atoms[name, ()]
            case ast.Call(name, args):
                return self.atoms[name, tuple(self.of_expr(a, at) for a in args)]
            case ast.Unary("not", body):
                return not self.of_expr(body, at)
            case ast.Chain(op, items):
                return (all if op == "and" else any)(self.of_expr(i, at) for i in items)
            case ast.Binary(op, left, right):
                one, other = self.of_expr(left, at), self.of_expr(right, at)
                given = {"xor": one != other, "implies": not one or other, "iff": one == other}
                return {**given, "==": one == other, "!=": one != other}[op]
            case ast.Quant(kind, binders, None, body):
                names = [n.name for b in binders for n in b.names]
                cases = (
                    self.of_expr(body, {**at, **dict(zip(names, values, strict=True))})
                    for values in itertools.product((0, 1), repeat=len(names))
                )
                return (all if kind == "forall" else any)(cases)
        raise AssertionError(expr)


def line(*premises: tuple[str, str], asked: tuple[str, str] = ("Ann is old.", "Old(ann)"),
         **fields: Any) -> str:  # fmt: skip
    """A record as FOLIO has them."""
    record = {
        "premises": [sentence for sentence, _ in premises],
        "premises-FOL": [formula for _, formula in premises],
        "conclusion": asked[0],
        "conclusion-FOL": asked[1],
        "label": "Uncertain",
        **fields,
    }
    return json.dumps({name: value for name, value in record.items() if value is not None})
