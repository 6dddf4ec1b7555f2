"""Switches by SMT: as plain ones, but models show what else holds in them, and cores what is to
blame. Constraints that come to one formula share a literal; of these the first is blamed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.backends.engine import Budget
from hlogic.backends.smt.session import SmtSession
from hlogic.backends.switches import Assumed, PlainSwitches
from hlogic.compiler.ir import Instance, Theory, View


class SmtSwitches(PlainSwitches):
    """A literal for each constraint, which is assumed where it is on."""

    def __init__(self, theory: Theory, session: SmtSession, chosen: Sequence[Instance]) -> None:
        super().__init__(theory, session, chosen)
        self._smt = session
        named = [session.named(body) for body in self._bodies]
        self._literals = [literal for literal, _ in named]
        self._exprs = [expr for _, expr in named]

    def world(self, on: Iterable[int], assumed: Assumed) -> set[int] | None:
        first: dict[str, int] = {}
        for place in sorted(on):
            first.setdefault(self._literals[place], place)
        literals = self._smt.assumptions(assumed)
        held = None if literals is None else self._smt.holding([*first, *literals], self._exprs)
        if held is not None:
            return {place for place, holds in enumerate(held) if holds}
        core = () if literals is None else self._smt.blamed()
        self._last = {first[x] for x in core if x in first}
        return None


def smt_switches(
    theory: Theory, view: View, chosen: Sequence[Instance], budget: Budget
) -> SmtSwitches:
    """Switches for some constraints of a view."""
    return SmtSwitches(theory, SmtSession(theory, view.without(chosen), budget), chosen)
