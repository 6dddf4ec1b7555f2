"""Terms as bit-vectors: what the engine gives to z3.

An integer is a signed vector just wide enough for its range, so nothing overflows: operands are
extended to the width of the result, or of both where they are compared. (A sum may be taken modulo
2^width as soon as the result fits.) A label is its rank less one. In a union the last bit says
which of the two it is: an integer n is 2n, label number k is 2k + 1, sorts being numbered through
as they are met. Widening is the same in all codes: the sign is extended.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.smt.codes import Code
from hlogic.backends.smt.expressions import BOOL, Expr, Exprs
from hlogic.compiler.sorts import Label, Root, Value


def bits(least: int, greatest: int) -> int:
    """How many bits signed numbers take."""
    return max((n if n >= 0 else ~n).bit_length() for n in (least, greatest)) + 1


class Vectors:
    """The dialect of the engine."""

    def __init__(self, exprs: Exprs) -> None:
        self.exprs = exprs
        self._bases: dict[Root, int] = {}
        self._labels: list[Label] = []

    def width(self, code: Code) -> int:
        if code.kind == "int":
            assert code.ints is not None
            return bits(*code.ints)
        if code.kind == "label":
            return max(1, (len(code.roots[0].labels) - 1).bit_length())
        if code.kind == "nothing":
            return 1
        least, greatest = code.ints or (0, 0)
        tops = [self._base(r) + len(r.labels) for r in code.roots]
        return bits(2 * least, max(2 * greatest, *(2 * t + 1 for t in tops)))

    def sort(self, code: Code) -> str:
        return BOOL if code.bool else _sort(self.width(code))

    def _base(self, root: Root) -> int:
        """The number of a sort's first label."""
        found = self._bases.get(root)
        if found is None:
            found = self._bases[root] = len(self._labels)
            self._labels.extend(root.labels)
        return found

    # ------------------------------------------------------------------ values

    def const(self, value: Value, code: Code) -> Expr:
        if code.bool:
            return self.exprs.bool(value is True)
        number = 0
        if isinstance(value, Label):
            number = value.rank - 1
            if code.kind == "union":
                number = 2 * (self._base(value.root) + number) + 1
        elif isinstance(value, int):
            number = 2 * value if code.kind == "union" else value
        return self._literal(number, self.width(code))

    def pinned(self, code: Code) -> Expr:
        return self.exprs.false if code.bool else self._literal(0, self.width(code))

    def value(self, number: int, code: Code) -> Value:
        """The value that a vector, read as an unsigned number, stands for."""
        if code.bool:
            return number == 1
        if code.kind == "label":
            return code.roots[0].labels[number]
        width = self.width(code)
        signed = number - (1 << width) if number >> (width - 1) else number
        if code.kind == "int":
            return signed
        return self._labels[signed >> 1] if signed & 1 else signed >> 1

    def text(self, number: int, code: Code) -> str:
        """How such a number is written."""
        return str(number == 1).lower() if code.bool else f"#b{number:0{self.width(code)}b}"

    def _literal(self, number: int, width: int) -> Expr:
        text = format(number & ((1 << width) - 1), f"0{width}b")
        return self.exprs.make(f"#b{text}", (), _sort(width))

    def coerce(self, x: Expr, source: Code, target: Code) -> Expr:
        old, new = source.kind, target.kind
        if source == target or new == "nothing":
            return x
        if old == "nothing":
            return self.pinned(target)
        width = self.width(target)
        if old == new:
            return x if old in ("bool", "label") else self._resized(x, self.width(source), width)
        if new == "union":
            return self._tagged(x, source, width)
        if old != "union":
            return self.pinned(target)
        have = self.width(source) - 1
        payload = self._resized(x, have + 1, have, 1)
        if new == "label":
            base = self._literal(self._base(target.roots[0]), have)
            payload = self._call("bvsub", (payload, base), have)
        return self._resized(payload, have, width)

    def _tagged(self, x: Expr, source: Code, width: int) -> Expr:
        """A plain integer or label as the value of a union."""
        label = source.kind == "label"
        if label:
            base = self._literal(self._base(source.roots[0]), width - 1)
            x = self._unsigned(x, self.width(source), width - 1)
            x = self._call("bvadd", (x, base), width - 1)
        else:
            x = self._resized(x, self.width(source), width - 1)
        return self._call("concat", (x, self._literal(int(label), 1)), width)

    def _resized(self, x: Expr, width: int, new: int, low: int = 0) -> Expr:
        """A signed vector less its lowest bits, extended or cut to a width."""
        have = width - low
        if new > have:
            x = x if not low else self._call(f"(_ extract {width - 1} {low})", (x,), have)
            return self._call(f"(_ sign_extend {new - have})", (x,), new)
        if new == width:
            return x
        return self._call(f"(_ extract {new + low - 1} {low})", (x,), new)

    def _unsigned(self, x: Expr, width: int, new: int) -> Expr:
        if new > width:
            return self._call(f"(_ zero_extend {new - width})", (x,), new)
        return x if new == width else self._call(f"(_ extract {new - 1} 0)", (x,), new)

    def _call(self, head: str, args: Sequence[Expr], width: int) -> Expr:
        return self.exprs.make(head, args, _sort(width))

    # ------------------------------------------------------------------ tests

    def is_int(self, x: Expr, code: Code) -> Expr:
        if code.kind != "union":
            return self.exprs.bool(code.kind == "int")
        return self._last_bit(x, 0)

    def within(self, x: Expr, code: Code, low: int, high: int) -> Expr:
        if code.kind == "union":
            return self.exprs.and_((self._last_bit(x, 0), *self._span(x, code, 2 * low, 2 * high)))
        return self.exprs.and_(self._span(x, code, low, high))

    def is_label(self, x: Expr, code: Code, root: Root) -> Expr:
        if code.kind != "union" or root not in code.roots:
            return self.exprs.bool(code.kind == "label" and code.roots == (root,))
        first = 2 * self._base(root) + 1
        span = self._span(x, code, first, first + 2 * (len(root.labels) - 1))
        return self.exprs.and_((self._last_bit(x, 1), *span))

    def _span(self, x: Expr, code: Code, low: int, high: int) -> list[Expr]:
        """That a signed vector is from `low` to `high`, as far as its width does not say so."""
        width, compare = self.width(code), self.exprs.compare
        found = []
        if low > -(1 << (width - 1)):
            found.append(compare("bvsle", self._literal(low, width), x))
        if high < (1 << (width - 1)) - 1:
            found.append(compare("bvsle", x, self._literal(high, width)))
        return found

    def _last_bit(self, x: Expr, bit: int) -> Expr:
        last = self._call("(_ extract 0 0)", (x,), 1)
        return self.exprs.eq(last, self._literal(bit, 1))

    def valid(self, x: Expr, root: Root) -> Expr:
        count = len(root.labels)
        width = max(1, (count - 1).bit_length())
        if count == 1 << width:
            return self.exprs.true
        return self.exprs.compare("bvule", x, self._literal(count - 1, width))

    def less(self, x: Expr, y: Expr, code: Code, strict: bool) -> Expr:
        sign = "u" if code.kind == "label" else "s"
        return self.exprs.compare(f"bv{sign}l{'t' if strict else 'e'}", x, y)

    def rank(self, x: Expr, root: Root, target: Code) -> Expr:
        width = self.width(target)
        label = self._unsigned(x, max(1, (len(root.labels) - 1).bit_length()), width)
        return self._call("bvadd", (label, self._literal(1, width)), width)

    # ------------------------------------------------------------------ arithmetic

    def add(self, xs: Sequence[Expr], code: Code) -> Expr:
        return self._call("bvadd", xs, self.width(code))

    def mul(self, x: Expr, y: Expr, code: Code) -> Expr:
        return self._call("bvmul", (x, y), self.width(code))

    def neg(self, x: Expr, code: Code) -> Expr:
        return self._call("bvneg", (x,), self.width(code))

    def abs(self, x: Expr, code: Code) -> Expr:
        return self.exprs.ite(self._negative(x, code), self.neg(x, code), x)

    def div(self, x: Expr, y: Expr, code: Code, signs: tuple[Code, Code]) -> Expr:
        width = self.width(code)
        if all(s.ints is not None and s.ints[0] >= 0 for s in signs):
            return self._call("bvudiv", (x, y), width)
        quotient = self._call("bvsdiv", (x, y), width)
        rest = self._call("bvsrem", (x, y), width)
        exprs = self.exprs
        inexact = exprs.not_(exprs.eq(rest, self._literal(0, width)))
        apart = exprs.not_(exprs.eq(self._negative(x, code), self._negative(y, code)))
        lower = self._call("bvsub", (quotient, self._literal(1, width)), width)
        return exprs.ite(exprs.and_((inexact, apart)), lower, quotient)

    def mod(self, x: Expr, y: Expr, code: Code, signs: tuple[Code, Code]) -> Expr:
        plain = all(s.ints is not None and s.ints[0] >= 0 for s in signs)
        return self._call("bvurem" if plain else "bvsmod", (x, y), self.width(code))

    def _negative(self, x: Expr, code: Code) -> Expr:
        return self.exprs.compare("bvslt", x, self._literal(0, self.width(code)))


def _sort(width: int) -> str:
    return f"(_ BitVec {width})"
