"""Names of an item as SMT-LIB symbols.

A symbol is written bare where SMT-LIB allows, else between bars, which any text may stand between
but for bars and backslashes: the ids of an item have neither. A name that SMT-LIB, z3 or cvc5 has
taken, or that was given before, gets primes, which no name of an item has.
"""

from __future__ import annotations

import re

_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*\Z")
# What may stand for a name in an item and means something to SMT-LIB or a solver. A word that is
# missing here is refused by the solver that knows it; nothing is ever read as something else.
_TAKEN = """
    _ as assert BINARY check DECIMAL declare define echo exists exit forall get HEXADECIMAL
    lambda let match NUMERAL par pop push reset set STRING simplify eval include apply help
    choice labels true false and or not xor ite if implies iff distinct equiv Bool Int Real
    String RegLan RoundingMode Float16 Float32 Float64 Float128 FloatingPoint BitVec Array Set
    Seq Bag Tuple UnitTuple Unit List Char Unicode RegEx RE FiniteField Relation Table mod div
    abs to_real to_int is_int rem int real pi euler iand pow2 int2bv bv2int bv2nat nat2bv
    divisible select store map const default concat extract repeat rotate_left rotate_right
    zero_extend sign_extend ext_rotate_left ext_rotate_right bit1 bit0 bvnot bvneg bvand bvor
    bvxor bvnand bvnor bvxnor bvadd bvsub bvmul bvudiv bvsdiv bvurem bvsrem bvsmod bvshl bvlshr
    bvashr bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge bvcomp bvredor bvredand bvite bvuaddo
    bvsaddo bvumulo bvsmulo bvusubo bvssubo bvnego bvsdivo ubv_to_int sbv_to_int int_to_bv fp
    roundNearestTiesToEven roundNearestTiesToAway roundTowardPositive roundTowardNegative
    roundTowardZero RNE RNA RTP RTN RTZ NaN to_fp min max sin cos tan asin acos atan sinh cosh
    tanh exp sqrt cot sec csc root insert update tuple project is is_empty union intersection
    setminus complement member subset singleton card emp empty sep pto wand transpose join
    product nil cons head tail char witness tester selector constructor par mk_unit mk_pair
    first second seq re bag rel ff at_least at_most pble pbge pbeq power
"""


class Names:
    """Gives each thing of an export a symbol of its own."""

    def __init__(self) -> None:
        self._given = set(_TAKEN.split())

    def symbol(self, name: str) -> str:
        """A symbol like a name, that nothing else has."""
        while name in self._given:
            name += "'"
        self._given.add(name)
        return name if _SIMPLE.match(name) else f"|{name}|"
