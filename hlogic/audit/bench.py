"""What the parts of an audit share: an engine at work on the item, limits, worlds with names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from hlogic.backends.budget import Budget
from hlogic.backends.engine import Engine
from hlogic.backends.worlds import EngineWorlds
from hlogic.compiler.answer import (
    Result,
    by_alias,
    by_id,
    result_json,
    same_result,
    value_json,
)
from hlogic.compiler.asks import AskError
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.elaborate.item import Ask, CompiledItem
from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import Key, Symbol, View, instance_id
from hlogic.compiler.listing import World
from hlogic.compiler.load import Loads, loads_of
from hlogic.compiler.material import Fact, Passages, Told, WorldShown
from hlogic.compiler.planner import Asker
from hlogic.compiler.record import record
from hlogic.compiler.words import alias_text, sentence

T = TypeVar("T")
MEMBERS = 40  # members of an answer that are held


@record
class Limited:
    """That a question was not answered, and why."""

    message: str


@record
class Answered:
    """The result of a query, or why it has none."""

    result: Result | None
    problem: str | None = None

    def same(self, other: Answered) -> bool:
        """Whether two answers of one query are equal; two that are none are."""
        if self.result is None or other.result is None:
            return self.result is other.result
        return same_result(self.result, other.result)


class Bench:
    """One item under audit. `worlds_wanted` is how many worlds a stratum shows."""

    def __init__(
        self, item: CompiledItem, engine: Engine, budget: Budget, worlds_wanted: int
    ) -> None:
        self.item = item
        self.theory = item.theory
        self.views = item.views
        self.engine = engine
        self.worlds_wanted = worlds_wanted
        self.limited = False  # whether a question was not answered
        self._budget = budget
        self.worlds = EngineWorlds(engine, item.theory, item.views, budget)
        self._loads: dict[str, Loads] = {}
        self._shown: dict[str, list[World]] = {scope: [] for scope in item.views}

    def within(self, question: Callable[[], T]) -> T | Limited:
        """The answer to a question, for which time and rows count anew."""
        self._budget.start()
        try:
            return question()
        except LimitError as limit:
            message = limit.message
        except RecursionError:
            message = "a term nests too deeply"
        except MemoryError:
            message = "memory ran out"
        self.limited = True
        return Limited(message)

    # ------------------------------------------------------------------ questions

    def loads(self, scope: str) -> Loads:
        """What the constraints of a scope exclude."""
        found = self._loads.get(scope)
        if found is None:
            found = self._loads[scope] = loads_of(self.theory, self.views[scope], self.worlds)
        return found

    def asker(self) -> Asker:
        """What answers queries under the item's own scopes."""
        return Asker(self.theory, self.views, self.item.changes, self.worlds)

    def answered(self, ask: Ask, asker: Asker | None = None) -> Answered | Limited:
        """What an ask comes to, under the item's own scopes or as another asker sees them."""

        def answer() -> Answered:
            by = self.asker() if asker is None else asker
            try:
                return Answered(by.answer(ask.query, ask.scope))
            except AskError as problem:
                return Answered(None, problem.message)

        return self.within(answer)

    def changed(self, views: Mapping[str, View]) -> EngineWorlds:
        """The engine at work on other views of the scopes."""
        return EngineWorlds(self.engine, self.theory, views, self._budget)

    def evaluator(self, view: View, world: World) -> Evaluator:
        """What evaluates terms in one world."""
        evaluator = Evaluator(view, self._places)
        evaluator.world = [world[at] for at in self.theory.variables()]
        return evaluator

    @cached_property
    def _places(self) -> Mapping[tuple[Symbol, Key], int]:
        return {at: i for i, at in enumerate(self.theory.variables())}

    # ------------------------------------------------------------------ worlds

    def shown(self, scope: str) -> Sequence[World]:
        """The worlds of a scope that have names so far."""
        return self._shown[scope]

    def name(self, scope: str, world: World) -> str:
        """The name of a world of a scope, given when it is first shown."""
        known = self._shown[scope]
        if world not in known:
            known.append(world)
        return f"{scope}.{known.index(world) + 1}"

    def gallery(self, scope: str) -> tuple[WorldShown, ...]:
        """The worlds of a scope that have names, with their facts."""
        return tuple(
            WorldShown(f"{scope}.{i}", self.facts(w)) for i, w in enumerate(self._shown[scope], 1)
        )

    def facts(self, world: World) -> tuple[Fact, ...]:
        """A world, variable by variable."""
        language = self.theory.meta.get("lang", "")
        return tuple(
            Fact(
                variable=instance_id(symbol.name, key),
                symbol=symbol.name,
                value=value_json(value, by_id),
                display=value_json(value, by_alias),
                text=sentence(symbol, key, value, language),
            )
            for (symbol, key), value in world.items()
        )

    # ------------------------------------------------------------------ words

    def passages(self, cites: Iterable[str]) -> Passages:
        """What claims say, and what says it again."""
        claims = self.theory.claims
        return tuple(dict.fromkeys(p for cite in cites for p in claims.get(cite, ())))


def told(answered: Answered | Limited) -> Told:
    """An answer in aliases, cut where it is long."""
    if isinstance(answered, Limited):
        return Told(None, answered.message)
    if answered.result is None:
        return Told(None, answered.problem)
    display = result_json(answered.result, by_alias)
    if isinstance(display, list) and len(display) > MEMBERS:
        return Told(display[:MEMBERS], None, len(display))
    return Told(display)


def first_alias(aliases: Sequence[str]) -> str | None:
    """What a declaration is called in the words of the text: an alias that no argument is missing
    in, or with its holes."""
    return alias_text(aliases[0], ()) if aliases else None
