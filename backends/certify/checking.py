"""Checking what a certificate shows: worlds by the evaluator, refutations by their CNF, which is
made anew, and by their proof."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.certify.folders import Failed, Folder
from hlogic.backends.certify.judging import Judge
from hlogic.backends.certify.layout import REFUTATIONS
from hlogic.backends.certify.proofs import flaw
from hlogic.backends.certify.refuting import Demand, Refutation, Refuter, nothing_more
from hlogic.backends.certify.values import NoWorld, Worlds
from hlogic.backends.engine import Budget, Row
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.terms import Term


class Checker:
    """Checks worlds and refutations of one item; `used` fills with the refutations that were
    needed."""

    def __init__(self, theory: Theory, folder: Folder, budget: Budget) -> None:
        self.theory = theory
        self._folder = folder
        self._budget = budget
        self._written = Worlds(theory)
        self._judges: dict[View, Judge] = {}
        self._proved: dict[str, Failed | None] = {}
        self._refuter = Refuter(theory, budget)
        self.used: set[str] = set()

    @property
    def variables(self) -> list[str]:
        """The names of the variables, in the order of a world's values."""
        return self._written.names

    def world(
        self, found: object, view: View, assumed: Sequence[Term], fields: Sequence[Term] = ()
    ) -> Row:
        """The fields' values in a world of the view that meets the formulas. Raises Failed where
        what was found is none."""
        problem = self._problem(found, view, assumed)
        if problem is not None:
            raise Failed(f"its world is none: {problem}")
        row = self._judge(view).row(fields)
        if row is None:
            raise Failed("its world is none: a value that is asked for is undefined in it")
        return row

    def is_world(self, found: object, view: View, assumed: Sequence[Term]) -> bool:
        """Whether what was found is a world of the view that meets the formulas."""
        return self._problem(found, view, assumed) is None

    def _problem(self, found: object, view: View, assumed: Sequence[Term]) -> str | None:
        try:
            return self._judge(view).problem(self._written.read(found), assumed)
        except NoWorld as bad:
            return str(bad)
        except RecursionError:
            return "a term nests too deeply for the evaluator"

    def _judge(self, view: View) -> Judge:
        if view not in self._judges:
            self._judges[view] = Judge(self.theory, view)
        return self._judges[view]

    def forget(self, view: View) -> None:
        """Let go of what is kept for a view that will not be asked about again."""
        self._judges.pop(view, None)

    def kept(self, view: View, chosen: Sequence[Instance]) -> frozenset[int]:
        """Which of some further constraints hold in the world of the view that was judged last."""
        judge = self._judge(view)
        return frozenset(place for place, i in enumerate(chosen) if judge.keeps(i))

    def refuted(
        self, name: object, view: View, assumed: Sequence[Term], demand: Demand = nothing_more
    ) -> None:
        """That the files of a name refute that a world of the view meets the formulas and the
        demand. Raises Failed where they do not."""
        try:
            self.proved(name, self._refuter.refutation(view, assumed, demand))
        except LimitError as limit:
            raise Failed(f"the CNF of this question cannot be made: {limit.message}") from None

    def proved(self, name: object, refutation: Refutation) -> None:
        """That the files of a name are this refutation, with a proof. Raises Failed where they
        are not."""
        if not isinstance(name, str) or not name.startswith(f"{REFUTATIONS}/"):
            raise Failed("it names no refutation")
        cnf, drup = f"{name}.cnf", f"{name}.drup"
        if self._folder.data(cnf) != refutation.text.encode():
            raise Failed(f"{cnf}: it is not the CNF of this question")
        self.used.update((cnf, drup))
        if name not in self._proved:
            self._proved[name] = self._checked(drup, refutation)
        failed = self._proved[name]
        if failed is not None:
            raise failed

    def _checked(self, drup: str, refutation: Refutation) -> Failed | None:
        try:
            proof = self._folder.data(drup).decode("ascii")
        except UnicodeDecodeError:
            return Failed(f"{drup}: it is no text of numbers")
        except Failed as failed:
            return failed
        wrong = flaw(refutation.top, refutation.clauses, proof, self._budget)
        return None if wrong is None else Failed(f"{drup}: it is no proof: {wrong}")
