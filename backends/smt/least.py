"""The least values of fields, by halving: half of what is still below is asked for at a time, and
every model found says how far down it goes."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.encode import place
from hlogic.backends.engine import Row
from hlogic.backends.smt.channel import Channel
from hlogic.backends.smt.codes import places
from hlogic.backends.smt.expressions import Expr
from hlogic.backends.smt.fields import Constant, Field, Members, Plain, plains
from hlogic.backends.smt.fields import Row as TupleField
from hlogic.backends.smt.translate import Translator


class Descent:
    """One search. `literals` grows by what has been settled."""

    def __init__(
        self, channel: Channel, translator: Translator, literals: Sequence[str], greatest: bool
    ) -> None:
        self._channel = channel
        self._translator = translator
        self._literals = list(literals)
        self._greatest = greatest
        self._exprs: list[Expr] = []
        self._numbers: dict[Expr, int] = {}

    def row(self, fields: Sequence[Field]) -> Row | None:
        """The least row, or the greatest; None if there is none."""
        self._exprs = list(dict.fromkeys(p.expr for f in fields for p in plains(f, sizes=True)))
        self._channel.define(self._exprs)
        if not self._solved(self._literals):
            return None
        for field in fields:
            self._settle(field)
        return tuple(field.value(self._numbers) for field in fields)

    def _solved(self, literals: Sequence[str]) -> bool:
        """Whether there is a model; it is kept."""
        found = self._channel.solve(literals)
        if found:
            self._numbers = self._channel.read(self._exprs)
        return found

    def _settle(self, field: Field) -> None:
        match field:
            case Constant():
                return
            case Plain():
                self._settle_plain(field)
            case Members():
                self._settle_set(field)
            case TupleField():
                for part in field.parts:
                    self._settle(part)

    def _place(self, field: Plain) -> int:
        """Where the model has a field."""
        return place(field.vectors.value(self._numbers[field.expr], field.code))

    def _settle_plain(self, field: Plain) -> None:
        low, high = places(field.code)
        x = (field.expr, field.code)
        reaches, not_ = self._translator.reaches, self._translator.exprs.not_
        best = self._place(field)
        while (best < high) if self._greatest else (low < best):
            if self._greatest:
                middle = (best + high + 1) // 2
                wanted = reaches(x, middle)
            else:
                middle = (low + best) // 2
                wanted = not_(reaches(x, middle + 1))
            if self._solved([*self._literals, self._channel.literal(wanted)]):
                best = self._place(field)
            elif self._greatest:
                high = middle - 1
            else:
                low = middle + 1
        ends = (reaches(x, best), not_(reaches(x, best + 1)))
        true = self._translator.exprs.true
        self._literals += [self._channel.literal(e) for e in ends if e is not true]

    def _settle_set(self, field: Members) -> None:
        """Sets go by size, then by their members: the least of a size has the earliest members."""
        self._settle_plain(field.size)
        for part in field.parts:
            wanted = self._channel.literal(part.expr)
            other = self._channel.literal(self._translator.exprs.not_(part.expr))
            if self._greatest:
                wanted, other = other, wanted
            model_has = bool(self._numbers[part.expr]) != self._greatest
            found = model_has or self._solved([*self._literals, wanted])
            self._literals.append(wanted if found else other)
