"""The oracle: every assignment is tried, every formula evaluated by the operator table.

Variables are assigned in the order of the text, and each constraint is looked at as soon as the
variables that it may read have values; this skips only assignments that a constraint already
excludes. The order makes the first world found the least one in canonical order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hlogic.backends.engine import Budget, Families, Row
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import Group, Instance, Key, Symbol, Theory, View
from hlogic.compiler.sorts import UNDEFINED, Domain, Value, order_key
from hlogic.compiler.support import Support
from hlogic.compiler.terms import Bound, Term

MAX_TRIES = 5_000_000  # assignments tried before the oracle gives up


class OracleEngine:
    """Exhaustive enumeration."""

    name = "oracle"

    def open(self, theory: Theory, view: View, budget: Budget) -> OracleSession:
        return OracleSession(theory, view, budget)

    def families(self, theory: Theory, budget: Budget) -> Families:
        from hlogic.backends.subsets import SubsetFamilies

        return SubsetFamilies(theory, budget)


class OracleSession:
    counting = "every assignment, judged one by one"

    def __init__(self, theory: Theory, view: View, budget: Budget) -> None:
        self._variables = list(theory.variables())
        self._domains = [_domain(symbol) for symbol, _ in self._variables]
        place = {name: i for i, name in enumerate(self._variables)}
        self._evaluator = Evaluator(view, place)
        self._budget = budget
        support = Support(view, place)
        self._due = self._schedule(view, support)
        self._groups_due = self._schedule_groups(theory, support, place)
        self._worlds: list[tuple[Value, ...]] | None = None

    # ------------------------------------------------------------------ the contract

    def possible(self, assumed: Sequence[Term]) -> bool:
        return any(True for _ in self._meeting(assumed))

    def least(
        self, fields: Sequence[Term], assumed: Sequence[Term], greatest: bool = False
    ) -> Row | None:
        rows = self.project(fields, assumed)
        pick = max if greatest else min
        return pick(rows, key=lambda row: [order_key(v) for v in row], default=None)

    def project(self, fields: Sequence[Term], assumed: Sequence[Term]) -> Iterator[Row]:
        seen: set[Row] = set()
        for _ in self._meeting(assumed):
            row = tuple(self._field(f) for f in fields)
            if row not in seen:
                self._budget.row()
                seen.add(row)
                yield row

    def count(self, assumed: Sequence[Term]) -> int:
        return sum(1 for _ in self._meeting(assumed))

    def broken(self, instances: Sequence[Instance], assumed: Sequence[Term]) -> set[frozenset[int]]:
        """For the worlds that meet `assumed`, which of some further constraints each breaks."""
        value = self._evaluator.value
        return {
            frozenset(
                place for place, i in enumerate(instances)
                if value(i.body, i.environment) is not True
            )
            for _ in self._meeting(assumed)
        }  # fmt: skip

    # ------------------------------------------------------------------ enumeration

    def _field(self, field: Term) -> Value:
        value = self._evaluator.value(field)
        assert value is not UNDEFINED, "the caller makes sure that fields are defined"
        return value  # type: ignore[return-value]

    def _meeting(self, assumed: Sequence[Term]) -> Iterator[None]:
        """Sets the evaluator on each world that meets `assumed`, in canonical order."""
        if self._worlds is None:
            self._worlds = list(self._enumerate())
        evaluator = self._evaluator
        for world in self._worlds:
            self._budget.tick()
            evaluator.world[:] = world
            evaluator.forget()
            if all(evaluator.value(a) is True for a in assumed):
                yield None
                evaluator.world[:] = world  # the consumer may have enumerated meanwhile
                evaluator.forget()

    def _enumerate(self) -> Iterator[tuple[Value, ...]]:
        evaluator, budget, depth = self._evaluator, self._budget, len(self._domains)
        evaluator.world[:] = [False] * depth
        if not self._holds(0):
            return
        if depth == 0:
            yield ()
            return
        tries = 0
        stack = [iter(self._domains[0])]
        while stack:
            value = next(stack[-1], UNDEFINED)
            if value is UNDEFINED:
                stack.pop()
                continue
            tries += 1
            if tries > MAX_TRIES:
                raise Beyond(_too_many(self._domains))
            budget.tick()
            evaluator.world[len(stack) - 1] = value  # type: ignore[assignment]
            evaluator.forget()
            if not self._holds(len(stack)):
                continue
            if len(stack) == depth:
                yield tuple(evaluator.world)
            else:
                stack.append(iter(self._domains[len(stack)]))

    def _holds(self, assigned: int) -> bool:
        value = self._evaluator.value
        return all(map(self._evaluator.is_stable, self._groups_due[assigned])) and all(
            value(body, env) is True for body, env in self._due[assigned]
        )

    def _schedule(
        self, view: View, support: Support
    ) -> list[list[tuple[Term, Mapping[Bound, Value]]]]:
        """For each number of variables assigned, the constraints that can be judged then."""
        due: list[list[tuple[Term, Mapping[Bound, Value]]]] = [
            [] for _ in range(len(self._domains) + 1)
        ]
        for instance in view.instances:
            read = support.of(instance.body, instance.environment)
            due[max(read, default=-1) + 1].append((instance.body, instance.environment))
        return due

    def _schedule_groups(
        self, theory: Theory, support: Support, place: Mapping[tuple[Symbol, Key], int]
    ) -> list[list[Group]]:
        """Likewise the stable groups: judged when their atoms and all that their rules read are
        known."""
        due: list[list[Group]] = [[] for _ in range(len(self._domains) + 1)]
        for group in theory.groups:
            if group.stable:
                read = {place[s, k] for s in group.symbols for k in s.keys}
                for term, env in support.rules(group):
                    read |= support.of(term, env)
                due[max(read, default=-1) + 1].append(group)
        return due


def _domain(symbol: Symbol) -> Domain:
    assert symbol.domain is not None
    return symbol.domain


def _too_many(domains: Sequence[Domain]) -> str:
    total = 1
    for d in domains:
        total *= d.size
    return (
        f"the oracle tried {MAX_TRIES:,} partial assignments, its limit; there are {total:.3g} "
        f"complete ones of {len(domains)} variables. The engine sat has no such limit"
    )
