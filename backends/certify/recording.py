"""What is asked of an engine for one ask, noted with the engine's answers.

The recorder stands between the planner and the worlds of an engine. It changes no answer; rows come
in canonical order, so that what is noted is the same on any engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from hlogic.backends.engine import Families, Permitted, Places, Row, Selection, Session
from hlogic.backends.worlds import OpenWorlds
from hlogic.compiler.ir import Instance, View
from hlogic.compiler.record import record
from hlogic.compiler.sorts import order_key
from hlogic.compiler.terms import Term

Kind = Literal[
    "possible", "least", "greatest", "rows", "count",
    "cores", "sufficient", "corrections", "hitting", "repairs",
]  # fmt: skip


@record(eq=False)
class Question:
    """A question about the worlds of a view, and the session that answered it. `answer` is whether
    there is a world, or how many, `counting` how they were counted; of rows, `rows` are the
    answer."""

    kind: Kind
    view: View
    session: Session
    assumed: tuple[Term, ...]
    answer: bool | int
    fields: tuple[Term, ...] = ()
    rows: tuple[Row, ...] = ()
    counting: str = ""


@record(eq=False)
class Selected:
    """A question about sets of the chosen constraints of a view; `denied` for `sufficient`."""

    kind: Kind
    view: View
    chosen: tuple[Instance, ...]
    smallest: bool
    answer: tuple[Places, ...]
    denied: Term | None = None


@record(eq=False)
class Hit:
    """A question about what meets some sets."""

    sets: tuple[Places, ...]
    smallest: bool
    answer: tuple[Places, ...]


@record(eq=False)
class Repaired:
    """A question about sets of changes."""

    permitted: Permitted
    goal: Term
    necessary: bool
    smallest: bool
    answer: tuple[Places, ...]


Noted = Question | Selected | Hit | Repaired


class Recorder:
    """The worlds of an engine for one ask. `noted` fills with what is asked of them."""

    def __init__(self, inner: OpenWorlds) -> None:
        self._inner = inner
        self.noted: list[Noted] = []

    @property
    def families(self) -> Families:
        return _Families(self._inner.families, self.noted)

    def session(self, scope: str) -> Session:
        return _Session(self._inner.session(scope), self._inner.view(scope), self.noted)

    def open(self, view: View) -> Session:
        return _Session(self._inner.open(view), view, self.noted)

    def view(self, scope: str) -> View:
        return self._inner.view(scope)

    def counted(self, found: Iterator[Places]) -> Iterator[Places]:
        return self._inner.counted(found)


class _Session:
    def __init__(self, inner: Session, view: View, noted: list[Noted]) -> None:
        self._inner = inner
        self._view = view
        self._noted = noted
        self.counting = ""

    def _note(
        self,
        kind: Kind,
        assumed: Sequence[Term],
        answer: bool | int,
        fields: Sequence[Term] = (),
        rows: Sequence[Row] = (),
        counting: str = "",
    ) -> None:
        self._noted.append(
            Question(
                kind,
                self._view,
                self._inner,
                tuple(assumed),
                answer,
                tuple(fields),
                tuple(rows),
                counting,
            )
        )

    def possible(self, assumed: Sequence[Term]) -> bool:
        answer = self._inner.possible(assumed)
        self._note("possible", assumed, answer)
        return answer

    def least(
        self, fields: Sequence[Term], assumed: Sequence[Term], greatest: bool = False
    ) -> Row | None:
        row = self._inner.least(fields, assumed, greatest)
        kind: Kind = "greatest" if greatest else "least"
        self._note(kind, assumed, row is not None, fields, () if row is None else (row,))
        return row

    def project(self, fields: Sequence[Term], assumed: Sequence[Term]) -> Iterator[Row]:
        rows = sorted(self._inner.project(fields, assumed), key=lambda r: [order_key(v) for v in r])
        self._note("rows", assumed, bool(rows), fields, rows)
        return iter(rows)

    def count(self, assumed: Sequence[Term]) -> int:
        answer = self._inner.count(assumed)
        self.counting = self._inner.counting
        self._note("count", assumed, answer, counting=self.counting)
        return answer


class _Families:
    def __init__(self, inner: Families, noted: list[Noted]) -> None:
        self._inner = inner
        self._noted = noted

    def select(self, view: View, chosen: Sequence[Instance]) -> Selection:
        return _Selection(self._inner.select(view, chosen), view, tuple(chosen), self._noted)

    def hitting(self, sets: Sequence[Places], smallest: bool) -> Iterator[Places]:
        found = []
        for places in self._inner.hitting(sets, smallest):
            found.append(places)
            yield places
        self._noted.append(Hit(tuple(sets), smallest, tuple(sorted(found))))

    def repairs(
        self, permitted: Permitted, goal: Term, necessary: bool, smallest: bool
    ) -> Iterator[Places]:
        found = []
        for places in self._inner.repairs(permitted, goal, necessary, smallest):
            found.append(places)
            yield places
        answer = tuple(sorted(found))
        self._noted.append(Repaired(permitted, goal, necessary, smallest, answer))


class _Selection:
    def __init__(
        self, inner: Selection, view: View, chosen: tuple[Instance, ...], noted: list[Noted]
    ) -> None:
        self._inner = inner
        self._view = view
        self._chosen = chosen
        self._noted = noted

    def cores(self, smallest: bool) -> Iterator[Places]:
        return self._followed("cores", self._inner.cores(smallest), smallest)

    def sufficient(self, denied: Term, smallest: bool) -> Iterator[Places]:
        found = self._inner.sufficient(denied, smallest)
        return self._followed("sufficient", found, smallest, denied)

    def corrections(self, smallest: bool) -> Iterator[Places]:
        return self._followed("corrections", self._inner.corrections(smallest), smallest)

    def _followed(
        self, kind: Kind, sets: Iterator[Places], smallest: bool, denied: Term | None = None
    ) -> Iterator[Places]:
        found = []
        for places in sets:
            found.append(places)
            yield places
        answer = tuple(sorted(found))
        self._noted.append(Selected(kind, self._view, self._chosen, smallest, answer, denied))
