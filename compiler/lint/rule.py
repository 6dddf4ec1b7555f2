"""What a rule of lint is, what it looks at, and what it finds.

A rule is a row of `registry.RULES` and a module of its own with

    def check(subject: Subject) -> Iterator[Finding]

which yields in any order; `run.py` gives the findings their code and severity, drops those that the
author has silenced, and sorts. A deep rule asks an engine through `subject.worlds`, and knows
nothing else of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from hlogic.compiler.diagnostics import Label, Severity
from hlogic.compiler.record import field, record
from hlogic.compiler.source import Span

if TYPE_CHECKING:
    from hlogic.compiler import ast
    from hlogic.compiler.census.census import Census
    from hlogic.compiler.elaborate.item import CompiledItem
    from hlogic.compiler.lint.moved import Effect
    from hlogic.compiler.lint.silencing import Silencings
    from hlogic.compiler.lint.uses import Uses
    from hlogic.compiler.load import Loads
    from hlogic.compiler.session import Worlds


@record
class Rule:
    """`check` names the rule's function, `module.function` below `hlogic.compiler.lint`, which is
    imported when the rule runs. A `deep` rule needs an engine."""

    code: str
    severity: Severity
    summary: str
    check: str
    deep: bool = False


@record
class Finding:
    """What a rule found, where; the runner adds the rule's code and severity."""

    message: str
    span: Span
    hint: str = ""
    labels: tuple[Label, ...] = ()


Check = Callable[["Subject"], Iterator[Finding]]


@record(eq=False)
class Subject:
    """An item that compiles, as rules look at it. `engine` is None unless deep rules are run."""

    item: CompiledItem
    silencings: Silencings
    engine: Worlds | None = None
    _loads: dict[str, Loads] = field(default_factory=dict)

    @property
    def file(self) -> ast.File:
        """The syntax tree of the item's own file."""
        return self.item.file

    @property
    def census(self) -> Census:
        """The background, the claims, and the span of each."""
        return self.item.census

    @cached_property
    def uses(self) -> Uses:
        """Which declaration names which."""
        from hlogic.compiler.lint.uses import uses_of

        return uses_of(self.item)

    @property
    def worlds(self) -> Worlds:
        """The engine that a deep rule asks; raises LimitError where it stops."""
        assert self.engine is not None, "only deep rules ask, and they are run with an engine"
        return self.engine

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """What the scopes change of the answers; found once, as it takes answering most asks."""
        from hlogic.compiler.lint.moved import effects

        return tuple(effects(self))

    def loads(self, scope: str) -> Loads:
        """What the constraints of a scope exclude."""
        from hlogic.compiler.load import loads_of

        found = self._loads.get(scope)
        if found is None:
            found = loads_of(self.item.theory, self.item.views[scope], self.worlds)
            self._loads[scope] = found
        return found
