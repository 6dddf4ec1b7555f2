"""Whether a first-order theory has a structure in which some formulas hold.

    instances over the names there are    no world: none exists. One, and no functions: there is one
    structures of 1, 2, 3, … elements     a world: there is one
    instances over deeper terms           no world: none exists
    z3, with quantifiers                  either

in turn, with growing effort, measured in sizes and in z3's own steps, so that an answer does not
depend on the machine. Entailment is not decidable; what none of them decides is said to be so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from hlogic.backends.engine import Budget, Engine, Families, Row, Session
from hlogic.backends.smt.names import Names
from hlogic.compiler.diagnostics import Beyond, LimitError
from hlogic.compiler.ir import Theory, View
from hlogic.compiler.open.effort import MAX_INSTANCES, check_size
from hlogic.compiler.open.formulas import FALSE, TRUE
from hlogic.compiler.open.reduce import Reduction, Sentences, reduced
from hlogic.compiler.open.sized import Sized
from hlogic.compiler.open.speech import Speech
from hlogic.compiler.ops import NOT
from hlogic.compiler.sorts import BOOL, Root, open_root
from hlogic.compiler.terms import Bound, Term

DEEPER = 60_000  # instances of one finite theory, where there are functions
STEPS: tuple[tuple[str, int], ...] = (
    ("size", 1), ("size", 2), ("depth", 1), ("size", 3), ("z3", 100_000), ("size", 4),
    ("depth", 2), ("size", 5), ("size", 6), ("z3", 1_000_000),
)  # fmt: skip
# What was tried in vain, by its kind and whether it came to an end: the last of each counts.
Tried = dict[tuple[str, bool], str]


class OpenEngine:
    """An engine for finite theories, put to first-order ones. `expected` has the formulas of the
    ask at hand: known at once, they take one finite theory instead of one each."""

    def __init__(self, inner: Engine) -> None:
        self.name = inner.name
        self.inner = inner
        self.expected: tuple[Term, ...] = ()

    def open(self, theory: Theory, view: View, budget: Budget) -> OpenSession:
        return OpenSession(theory, view, budget, self)

    def expect(self, theory: Theory, formulas: Iterable[Term]) -> None:
        """What will be asked about, of which some may have to hold, and some not to."""
        closed = [f for f in formulas if f.type == BOOL and not Speech().free(f)]
        denied = [theory.pool.app(NOT, (f,)) for f in closed]
        self.expected = (*closed, *denied)

    def families(self, theory: Theory, budget: Budget) -> Families:
        raise AssertionError("no family is asked of an item with open sorts")


class OpenSession:
    """One view."""

    counting = ""

    def __init__(self, theory: Theory, view: View, budget: Budget, engine: OpenEngine) -> None:
        self._theory = theory
        self._view = view
        self._budget = budget
        self._engine = engine
        self._given = Sentences(theory, view)
        self._inhabited = False  # whether some structure was found already
        self._covered: frozenset[int] = frozenset()  # formulas that the finite theories know
        self._reductions: dict[int, tuple[Reduction, Session]] = {}
        self._sized: dict[tuple[int, ...], tuple[Sized, Session]] = {}

    def _meet(self, formulas: Sequence[Term]) -> None:
        """Make ready for formulas to be assumed, and forget those of earlier asks."""
        given = self._given
        if all(f.id in given.formulas for f in formulas):
            return
        given.take((*self._engine.expected, *formulas))
        fresh = [made for id, made in given.formulas.items() if id not in self._covered]
        if any(formula is not TRUE and formula is not FALSE for formula in fresh):
            self._reductions, self._sized = {}, {}
            self._covered = frozenset(given.formulas)

    # ------------------------------------------------------------------ the contract

    def possible(self, assumed: Sequence[Term]) -> bool:
        """Whether some structure of the view meets all of `assumed`. Raises LimitError where that
        was not decided."""
        if not assumed and self._inhabited:
            return True
        found = self._possible(assumed)
        self._inhabited |= found
        return found

    def _possible(self, assumed: Sequence[Term]) -> bool:
        self._meet(assumed)
        formulas = self._given.formulas
        if any(formulas[f.id] is FALSE for f in assumed) or FALSE in self._given.constraints:
            return False
        assumed = [f for f in assumed if formulas[f.id] is not TRUE]
        tried: Tried = {}
        try:
            found = self.by_depth(assumed, 0)
        except Beyond as limit:
            found, tried["depth", False] = None, _BEYOND["depth"].format(0, limit.message)
        return self._searched(assumed, tried) if found is None else found

    def least(
        self, fields: Sequence[Term], assumed: Sequence[Term], greatest: bool = False
    ) -> Row | None:
        raise LimitError("the worlds of an item with open sorts have no order")

    def project(self, fields: Sequence[Term], assumed: Sequence[Term]) -> Iterator[Row]:
        raise LimitError("the worlds of an item with open sorts have no list")

    def count(self, assumed: Sequence[Term]) -> int:
        raise LimitError("the worlds of an item with open sorts have no number")

    # ------------------------------------------------------------------ finite theories

    def _reduction(self, depth: int) -> tuple[Reduction, Session]:
        found = self._reductions.get(depth)
        if found is None:
            made = reduced(self._given, depth, DEEPER if depth else MAX_INSTANCES)
            session = self._engine.inner.open(made.theory, made.view, self._budget)
            found = self._reductions[depth] = (made, session)
        return found

    def _structures(self, sizes: Mapping[Root, int]) -> tuple[Sized, Session]:
        key = tuple(sizes.values())
        found = self._sized.get(key)
        if found is None:
            made = Sized(self._given, sizes)
            session = self._engine.inner.open(made.theory, made.view, self._budget)
            found = self._sized[key] = (made, session)
        return found

    # ------------------------------------------------------------------ searching

    def _searched(self, assumed: Sequence[Term], tried: Tried) -> bool:
        """The same by growing effort; what was `tried` is said where it is in vain."""
        for kind, effort in STEPS:
            self._budget.tick()
            try:
                found = _KINDS[kind](self, assumed, effort)
            except Beyond as limit:
                tried[kind, False] = _BEYOND[kind].format(effort, limit.message)
                continue
            if found is not None:
                return found
            tried[kind, True] = _TRIED[kind].format(effort)
        raise LimitError("undecided: " + "; ".join(tried.values()))

    def by_size(self, assumed: Sequence[Term], size: int) -> bool | None:
        """A structure in which the largest sort has so many elements."""
        roots = self._theory.open_roots
        for sizes in product(range(1, size + 1), repeat=len(roots)):
            if max(sizes) < size:
                continue
            by_root = dict(zip(roots, sizes, strict=True))
            every = (*self._given.constraints, *self._given.formulas.values())
            check_size(every, lambda v, of=by_root: _size(v, of), DEEPER)  # type: ignore[misc]
            made, session = self._structures(by_root)
            if session.possible([made.formula(f) for f in assumed]):
                return True
        return None

    def by_depth(self, assumed: Sequence[Term], depth: int) -> bool | None:
        """That there is no structure, by the instances over terms of a depth; or that there is one,
        where none was missing."""
        made, session = self._reduction(depth)
        if not session.possible([made.assumed[f.id] for f in assumed]):
            return False
        return True if made.exact(assumed) else None

    def by_z3(self, assumed: Sequence[Term], effort: int) -> bool | None:
        from hlogic.backends.open.writer import Writer
        from hlogic.backends.smt.solver import Solver

        given = self._given
        writer = Writer(given, Names())
        texts = [writer.text(f, {}) for f in given.constraints]
        texts += [writer.text(given.formulas[f.id], {}) for f in assumed]
        solver = Solver(self._budget, effort)
        for line in (*writer.declarations(), *(f"(assert {t})" for t in texts)):
            solver.add(line)
        return solver.check(())


_KINDS = {"size": OpenSession.by_size, "depth": OpenSession.by_depth, "z3": OpenSession.by_z3}
_TRIED = {
    "size": "no structure of up to {} elements",
    "depth": "no contradiction among the instances over terms of depth {}",
    "z3": "z3 did not decide it",
}
_BEYOND = {"size": "of {} elements, {}", "depth": "over terms of depth {}, {}", "z3": "{1}"}


def _size(variable: Bound, sizes: Mapping[Root, int]) -> int:
    root = open_root(variable.type)
    return variable.domain.size if root is None else sizes[root]
