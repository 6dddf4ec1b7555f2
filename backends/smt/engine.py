"""The SMT engine, as `backends/engines.py` names it."""

from __future__ import annotations

from hlogic.backends.engine import Budget, Families, Session
from hlogic.backends.smt.session import SmtSession
from hlogic.compiler.ir import Theory, View


class SmtEngine:
    """Opens a session, one context of z3, for each view."""

    name = "smt"

    def open(self, theory: Theory, view: View, budget: Budget) -> Session:
        return SmtSession(theory, view, budget)

    def families(self, theory: Theory, budget: Budget) -> Families:
        from hlogic.backends.searching import SearchedFamilies
        from hlogic.backends.smt.switches import smt_switches

        return SearchedFamilies(theory, budget, smt_switches)
