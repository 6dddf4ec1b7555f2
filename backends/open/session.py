"""Whether a first-order theory has a structure in which some formulas hold.

    instances over the names there are    no world: none exists. One, and no functions: there is one
    structures of 1, 2, 3, … elements     a world: there is one
    instances over deeper terms           no world: none exists
    z3, with quantifiers                  either

in turn, with growing effort, measured in sizes and in z3's own steps, so that an answer does not
depend on the machine. Entailment is not decidable; what none of them decides is said to be so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product

from hlogic.backends.engine import Budget, Engine, Families, Row, Session
from hlogic.backends.smt.names import Names
from hlogic.compiler.diagnostics import Beyond, LimitError
from hlogic.compiler.ir import Theory, View
from hlogic.compiler.open.effort import instances
from hlogic.compiler.open.formulas import FALSE, TRUE
from hlogic.compiler.open.reduce import Reduction, Sentences, reduced
from hlogic.compiler.open.sized import Sized
from hlogic.compiler.sorts import Root, open_root
from hlogic.compiler.terms import Bound, Term

MAX_INSTANCES = 60_000  # of one finite theory
STEPS: tuple[tuple[str, int], ...] = (
    ("size", 1), ("size", 2), ("depth", 1), ("size", 3), ("z3", 100_000), ("size", 4),
    ("depth", 2), ("size", 5), ("size", 6), ("z3", 1_000_000),
)  # fmt: skip


class OpenEngine:
    """An engine for finite theories, put to first-order ones."""

    def __init__(self, inner: Engine) -> None:
        self.name = inner.name
        self._inner = inner

    def open(self, theory: Theory, view: View, budget: Budget) -> OpenSession:
        return OpenSession(theory, view, budget, self._inner)

    def families(self, theory: Theory, budget: Budget) -> Families:
        raise AssertionError("no family is asked of an item with open sorts")


class OpenSession:
    """One view. `expect` is told what may be assumed later, so that one finite theory serves."""

    counting = ""

    def __init__(self, theory: Theory, view: View, budget: Budget, engine: Engine) -> None:
        self._theory = theory
        self._view = view
        self._budget = budget
        self._engine = engine
        self._given = Sentences(theory, view)
        self._reductions: dict[int, tuple[Reduction, Session]] = {}
        self._sized: dict[tuple[int, ...], tuple[Sized, Session]] = {}

    def expect(self, formulas: Iterable[Term]) -> None:
        """Formulas that may be assumed."""
        given = self._given
        made = [given.add(f) for f in formulas if f.id not in given.formulas]
        if any(formula is not TRUE and formula is not FALSE for formula in made):
            self._reductions, self._sized = {}, {}

    # ------------------------------------------------------------------ the contract

    def possible(self, assumed: Sequence[Term]) -> bool:
        """Whether some structure of the view meets all of `assumed`. Raises LimitError where that
        was not decided."""
        self.expect(assumed)
        formulas = self._given.formulas
        if any(formulas[f.id] is FALSE for f in assumed) or FALSE in self._given.constraints:
            return False
        assumed = [f for f in assumed if formulas[f.id] is not TRUE]
        reduction, session = self._reduction(0)
        if not session.possible([reduction.assumed[f.id] for f in assumed]):
            return False
        return reduction.exact(assumed) or self._searched(assumed)

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
            made = reduced(self._given, depth)
            session = self._engine.open(made.theory, made.view, self._budget)
            found = self._reductions[depth] = (made, session)
        return found

    def _structures(self, sizes: Mapping[Root, int]) -> tuple[Sized, Session]:
        key = tuple(sizes.values())
        found = self._sized.get(key)
        if found is None:
            made = Sized(self._given, sizes)
            session = self._engine.open(made.theory, made.view, self._budget)
            found = self._sized[key] = (made, session)
        return found

    # ------------------------------------------------------------------ searching

    def _searched(self, assumed: Sequence[Term]) -> bool:
        """The same with functions: by growing effort."""
        tried: dict[str, str] = {}
        for kind, effort in STEPS:
            self._budget.tick()
            try:
                found = _KINDS[kind](self, assumed, effort)
            except Beyond as limit:
                tried[kind] = limit.message
                continue
            if found is not None:
                return found
            tried[kind] = _TRIED[kind].format(effort)
        raise LimitError("undecided: " + "; ".join(tried.values()))

    def by_size(self, assumed: Sequence[Term], size: int) -> bool | None:
        """A structure in which the largest sort has so many elements."""
        roots = self._theory.open_roots
        for sizes in product(range(1, size + 1), repeat=len(roots)):
            if max(sizes) < size:
                continue
            by_root = dict(zip(roots, sizes, strict=True))
            self._check_size(lambda v, of=by_root: _size(v, of))  # type: ignore[misc]
            made, session = self._structures(by_root)
            if session.possible([made.formula(f) for f in assumed]):
                return True
        return None

    def by_depth(self, assumed: Sequence[Term], depth: int) -> bool | None:
        """That there is no structure, by the instances over deeper terms."""
        shallow = self._reduction(depth - 1)[0]
        domains = shallow.universe.domains
        self._check_size(lambda v: 2 * _size(v, {r: d.size for r, d in domains.items()}))
        made, session = self._reduction(depth)
        if not session.possible([made.assumed[f.id] for f in assumed]):
            return False
        return True if made.exact(assumed) else None

    def _check_size(self, size: Callable[[Bound], int]) -> None:
        given = self._given
        number = instances((*given.constraints, *given.formulas.values()), size)
        if number > MAX_INSTANCES:
            raise Beyond(f"{number:,} instances, over the limit of {MAX_INSTANCES:,}")

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


def _size(variable: Bound, sizes: Mapping[Root, int]) -> int:
    root = open_root(variable.type)
    return variable.domain.size if root is None else sizes[root]
