"""What each stage may contain. A checker says in words what is wrong, or nothing where all is well.

They cost a walk over the term, so tests call them and the pipeline does not.
"""

from __future__ import annotations

from hlogic.compiler.ops import DEFINED, GUARDS, MATCH, OPS
from hlogic.compiler.sorts import UNDEFINED
from hlogic.compiler.terms import App, Const, Ref, Term, below

_GUARDS = frozenset(GUARDS.values())
_ROWS = frozenset(OPS)


def check_ground(root: Term) -> str | None:
    """Grounded: no bound variables and no spreads; symbols at constant arguments, and no tables;
    the keys of a `match` are constants."""
    for term in below([root]):
        match term:
            case Const():
                continue
            case Ref(symbol=symbol, args=args):
                if symbol.kind == "table":
                    return f"the table {symbol.name} is not looked up"
                if not all(isinstance(a, Const) for a in args):
                    return f"{symbol.name} has an argument that is not constant"
            case App(op=op, args=args):
                if op not in _ROWS:
                    return f"{op.name} is no row of the table"
                if op is MATCH and not all(isinstance(k, Const) for k in args[2::2]):
                    return "a match has a key that is not constant"
            case _:
                return f"{type(term).__name__} is not ground"
    return None


def check_total(root: Term) -> str | None:
    """Total: ground; variables are the only leaves; nothing is undefined, nothing asks whether."""
    for term in below([root]):
        match term:
            case Const(value=value):
                if value is UNDEFINED:
                    return "an undefined constant"
            case Ref(symbol=symbol):
                if symbol.kind != "var":
                    return f"{symbol.name} is not replaced by its definition"
            case App(op=op):
                if op is DEFINED:
                    return "`defined` is not lowered"
                if op not in _ROWS and op not in _GUARDS:
                    return f"{op.name} is no row of the table"
            case _:
                return f"{type(term).__name__} is not ground"
    return None
