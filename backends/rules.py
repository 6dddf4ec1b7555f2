"""The overlay: faster rules than tabulation, by question and operator. A missing row is slow,
never wrong; the laws in tests/laws hold each row against the operator's `eval`.

Where an operator has no value (several elements for `select_unique`) an overlay may give any
answer, as long as it is a function of the world: the passes see to it that nobody looks.
"""

from __future__ import annotations

from hlogic.backends.encode import Rule
from hlogic.backends.rules_basic import (
    all_different,
    conjunction,
    disjunction,
    equality,
    inclusion,
    membership,
    negation,
    same,
    set_eq,
    set_has,
    size_ge,
    through,
    tuple_eq,
)
from hlogic.backends.rules_order import (
    abs_eq,
    abs_ge,
    by_thresholds,
    comparison,
    count_ge,
    max_ge,
    min_ge,
    narrowed_ge,
    neg_eq,
    neg_ge,
    partial_sum,
    product_eq,
    product_ge,
    rank_ge,
    sum_,
    within,
)
from hlogic.compiler.ops import (
    ABS,
    ALL_DIFFERENT,
    AND,
    COUNT,
    EQ,
    HAS,
    LE,
    LT,
    MAX,
    MIN,
    MUL,
    NARROW,
    NEG,
    NOT,
    OR,
    RANK,
    SET,
    SIZE,
    SUBSET,
    SUM,
    TUPLE,
    WITHIN,
)

# ---------------------------------------------------------------------------- the table

OVERLAY: dict[tuple[str, object], Rule] = {
    ("same", None): same,
    ("truth", NOT): negation,
    ("truth", AND): conjunction,
    ("truth", OR): disjunction,
    ("truth", EQ): equality,
    ("truth", LT): comparison(1),
    ("truth", LE): comparison(0),
    ("truth", WITHIN): within,
    ("truth", HAS): membership,
    ("truth", SUBSET): inclusion,
    ("truth", ALL_DIFFERENT): all_different,
    ("eq", TUPLE): tuple_eq,
    ("eq", SET): set_eq,
    ("eq", NEG): neg_eq,
    ("eq", ABS): abs_eq,
    ("eq", SUM): sum_("eq"),
    ("sum_eq", SUM): partial_sum("eq"),
    ("ge", SUM): sum_("ge"),
    ("sum_ge", SUM): partial_sum("ge"),
    ("eq", MUL): product_eq,
    ("ge", MUL): product_ge,
    ("ge", NEG): neg_ge,
    ("ge", ABS): abs_ge,
    ("ge", NARROW): narrowed_ge,
    ("ge", RANK): rank_ge,
    ("ge", COUNT): count_ge,
    ("ge", SIZE): size_ge,
    ("ge", MIN): min_ge,
    ("ge", MAX): max_ge,
    ("has", SET): set_has,
    **{("eq", op): by_thresholds for op in (COUNT, SIZE, MIN, MAX, RANK)},
    **{(kind, op): r for kind in ("truth", "eq", "ge", "has") for op, r in through(kind).items()},
}
