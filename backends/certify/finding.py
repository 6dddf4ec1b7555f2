"""Finding what evidence is made of: worlds and proofs, each checked as soon as it is there, whoever
found it."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.certify.drafts import Draft
from hlogic.backends.certify.judging import Judge
from hlogic.backends.certify.proofs import flaw, proof_of
from hlogic.backends.certify.refuting import Demand, Refutation, Refuter, nothing_more
from hlogic.backends.certify.values import Worlds, Written
from hlogic.backends.engine import Budget, Row, Session
from hlogic.backends.sat import SatSession
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Term


class Disproved(Exception):
    """An engine's answer does not stand up to its check: one of the two is wrong."""


class Finder:
    """Finds worlds and refutations for the views of one theory; proofs go to a draft."""

    def __init__(self, theory: Theory, budget: Budget, draft: Draft) -> None:
        self.theory = theory
        self.budget = budget
        self._draft = draft
        self._written = Worlds(theory)
        self.readings = [theory.reading(*at) for at in theory.variables()]
        self._refuter = Refuter(theory, budget)
        self._judges: dict[View, Judge] = {}
        self._sessions: dict[View, SatSession] = {}

    def forget(self) -> None:
        """Let go of what is kept for each view, for views that will not be asked about again."""
        self._refuter = Refuter(self.theory, self.budget)
        self._judges.clear()
        self._sessions.clear()

    # ------------------------------------------------------------------ worlds

    def possible(self, view: View, assumed: Sequence[Term]) -> bool:
        """Whether some world of the view meets the formulas. Raises LimitError where the view does
        not encode to CNF."""
        return self._session(view).possible(assumed)

    def world(self, view: View, assumed: Sequence[Term], other: Session | None = None) -> Row:
        """The least world of the view that meets the formulas: the same by any engine. The SAT
        engine finds it, or the other session where the view does not encode to CNF. Raises
        Disproved where there is none."""
        try:
            found = self._session(view).least(self.readings, assumed)
        except Beyond:
            if other is None:
                raise
            found = other.least(self.readings, assumed)
        if found is None:
            raise Disproved("no world is found where there should be one")
        return found

    def _session(self, view: View) -> SatSession:
        if view not in self._sessions:
            self._sessions[view] = SatSession(self.theory, view, self.budget)
        return self._sessions[view]

    def judged(
        self,
        view: View,
        world: Sequence[Value],
        assumed: Sequence[Term],
        fields: Sequence[Term] = (),
        row: Row = (),
    ) -> list[Written]:
        """A world as JSON, once the evaluator has found that it is one, meets the formulas and has
        the row."""
        judge = self._judge(view)
        problem = judge.problem(world, assumed)
        if problem is None and judge.row(fields) != row:
            problem = "it has not the row that was answered"
        if problem is not None:
            raise Disproved(f"a world is none by the evaluator: {problem}")
        return self._written.written(world)

    def is_world(self, view: View, world: Sequence[Value], assumed: Sequence[Term]) -> bool:
        """Whether an assignment is a world of the view that meets the formulas."""
        return self._judge(view).problem(world, assumed) is None

    def kept(self, view: View, chosen: Sequence[Instance]) -> frozenset[int]:
        """Which of some further constraints hold in the world of the view that was judged last."""
        judge = self._judge(view)
        return frozenset(place for place, i in enumerate(chosen) if judge.keeps(i))

    def _judge(self, view: View) -> Judge:
        if view not in self._judges:
            self._judges[view] = Judge(self.theory, view)
        return self._judges[view]

    # ------------------------------------------------------------------ refutations

    def refuted(self, view: View, assumed: Sequence[Term], demand: Demand = nothing_more) -> str:
        """The name of a refutation that a world of the view meets the formulas and the demand."""
        return self.proved(self._refuter.refutation(view, assumed, demand))

    def proved(self, refutation: Refutation) -> str:
        """The name of a refutation among the draft's files; the same one is kept once."""
        name = self._draft.known(refutation.text)
        if name is not None:
            return name
        top, clauses = refutation.top, refutation.clauses
        proof = proof_of(top, clauses, self.budget)
        if proof is None:
            raise Disproved("there is a counterexample where there should be none")
        wrong = flaw(top, clauses, proof, self.budget)
        if wrong is not None:
            raise Disproved(f"the solver's proof is none: {wrong}")
        return self._draft.refutation(refutation.text, proof)
