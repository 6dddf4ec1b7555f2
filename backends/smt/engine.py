"""The SMT engine, as `backends/run.py` makes it."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.engine import Budget, Session
from hlogic.backends.searching import Searching
from hlogic.backends.smt.session import SmtSession
from hlogic.backends.smt.switches import SmtSwitches
from hlogic.backends.switches import Switches, without
from hlogic.compiler.ir import Instance, Theory, View


class SmtEngine(Searching):
    """Opens a session, one context of z3, for each view."""

    name = "smt"

    def open(self, theory: Theory, view: View, budget: Budget) -> Session:
        return SmtSession(theory, view, budget)

    def switches(
        self, theory: Theory, view: View, chosen: Sequence[Instance], budget: Budget
    ) -> Switches:
        return SmtSwitches(theory, SmtSession(theory, without(view, chosen), budget), chosen)
