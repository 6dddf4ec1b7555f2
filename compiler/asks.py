"""How each query is answered: what it asks of an engine, and what it concludes.

The planner speaks to engines only through the four questions of a session (`possible`, `least`,
`project`, `count`), so every engine concludes alike. `MODALITIES` and its kin are tables: one row a
word of the language.

Before a formula is used it is shown to be defined in every kept world; otherwise `AskError` names a
world where it is not, the least in canonical order, so that the message is the same on any engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hlogic.compiler import ops
from hlogic.compiler.answer import Members, Result, Row, Single
from hlogic.compiler.ir import Theory, View
from hlogic.compiler.query import Asked
from hlogic.compiler.record import record
from hlogic.compiler.session import Session
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Bound, Term, Terms, bind
from hlogic.compiler.words import describe_witness, witness_text

Env = Mapping[Bound, Value]
Assumed = tuple[Term, ...]


class AskError(Exception):
    """The ask has no answer: something is undefined, or a choice is not exactly one."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@record
class Kept:
    """The kept worlds K of a query: a scope's session, and what its endings assume."""

    theory: Theory
    view: View
    session: Session
    assumed: Assumed = ()

    @property
    def pool(self) -> Terms:
        return self.theory.pool

    def and_(self, term: Term) -> Kept:
        """Those of the worlds that meet the formula too."""
        return Kept(self.theory, self.view, self.session, (*self.assumed, term))

    def possible(self, *more: Term) -> bool:
        return self.session.possible((*self.assumed, *more))

    def denied(self, term: Term) -> Term:
        return self.pool.app(ops.NOT, (term,))

    def equals(self, term: Term, value: Value) -> Term:
        return self.pool.app(ops.EQ, (term, self.pool.const(value, term.type)))

    def defined(self, asked: Asked, env: Env) -> Term:
        """The expression with its members bound, shown to be defined in every kept world."""
        term = bind(self.pool, asked.term, env)
        undefined = self.denied(self.pool.app(ops.DEFINED, (term,)))
        if self.possible(undefined):
            world = self.witness(term, undefined)
            at = "".join(f" for {v.name} = {witness_text(env[v])}" for v in env)
            where = f"a world of {self.view.scope} where {world}"
            if not world:
                where = f"any world of {self.view.scope}"
            raise AskError(f"`{asked.text}`{at} has no value in {where}")
        return term

    def witness(self, term: Term, more: Term) -> str:
        """The least world that meets `more`, in the variables that the term reads."""
        assumed = (*self.assumed, more)
        return describe_witness(self.theory, self.view, self.session, assumed, term)


# ---------------------------------------------------------------------------- expressions


def _possible(kept: Kept, term: Term, asked: Asked) -> Result:
    return Single(kept.possible(term))


def _necessary(kept: Kept, term: Term, asked: Asked) -> Result:
    return Single(kept.possible() and not kept.possible(kept.denied(term)))


def _truth(kept: Kept, term: Term, asked: Asked) -> Result:
    if not kept.possible():
        return Single("inconsistent")
    if not kept.possible(kept.denied(term)):
        return Single("true")
    return Single("uncertain" if kept.possible(term) else "false")


def _unique(kept: Kept, term: Term, asked: Asked) -> Result:
    # Not any row: what is asked is then the same on every engine, and so is a certificate of it.
    first = kept.session.least((term,), kept.assumed)
    if first is None:
        return Single(False)
    return Single(not kept.possible(kept.denied(kept.equals(term, first[0]))))


def _value(kept: Kept, term: Term, asked: Asked) -> Result:
    least = kept.session.least((term,), kept.assumed)
    if least is None:
        raise AskError(f"`{asked.text}` takes no value: no world is left in {kept.view.scope}")
    greatest = kept.session.least((term,), kept.assumed, greatest=True)
    assert greatest is not None
    if least != greatest:
        ends = []
        for (value,) in (least, greatest):
            world = kept.witness(term, kept.equals(term, value))
            ends.append(f"{witness_text(value)}{f' where {world}' if world else ''}")
        raise AskError(f"`{asked.text}` takes several values: {'; and '.join(ends)}")
    return as_result(least[0])


def _values(kept: Kept, term: Term, asked: Asked) -> Result:
    return Members.of([row[0] for row in kept.session.project((term,), kept.assumed)])


def _bounds(kept: Kept, term: Term, asked: Asked) -> Result:
    least = kept.session.least((term,), kept.assumed)
    if least is None:
        return Row(())
    greatest = kept.session.least((term,), kept.assumed, greatest=True)
    assert greatest is not None
    return Row((least[0], greatest[0]))


MODALITIES: Mapping[str, Callable[[Kept, Term, Asked], Result]] = {
    "possible": _possible,
    "necessary": _necessary,
    "unique": _unique,
    "value": _value,
    "truth": _truth,
    "values": _values,
    "bounds": _bounds,
}


def _is_contingent(kept: Kept, term: Term, asked: Asked) -> Result:
    return Single(kept.possible(term) and kept.possible(kept.denied(term)))


MEMBERSHIP: Mapping[str, Callable[[Kept, Term, Asked], Result]] = {
    "possible_set": _possible,
    "necessary_set": _necessary,
    "contingent_set": _is_contingent,
    "truth_of": _truth,
}


def as_result(value: Value) -> Result:
    """The answer of a query that gives one value."""
    if isinstance(value, tuple):
        return Row(value)
    return Members.of(value) if isinstance(value, frozenset) else Single(value)
