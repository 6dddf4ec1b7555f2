"""What names mean inside an expression beside the item's own: binders and macro parameters.

An argument of a macro is elaborated where the macro is called and meant there: as a term, a domain
(the argument named a sort) or a function (it named a variable, table, derived term or macro). So
expansion is hygienic without renaming: bound variables are objects, not names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hlogic.compiler import ast
from hlogic.compiler.ir import Symbol
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import Domain
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Bound, Term

if TYPE_CHECKING:
    from hlogic.compiler.elaborate.expressions import Expressions


@record(eq=False)
class HomeMacro:
    """A macro with the expressions of the file where it stands: there its body has its meaning."""

    macro: ast.Macro
    home: Expressions


@record
class Function:
    """A variable, table, derived term or macro passed by name."""

    target: Symbol | HomeMacro


Meaning = Bound | Term | Domain | Function


@record
class Env:
    """Local meanings, innermost last. `expansion` lists the macro calls that lead here; `rule` is
    the rule that is read."""

    local: Mapping[str, tuple[Meaning, Span]] = field(default_factory=dict)
    expansion: tuple[tuple[ast.Macro, Span], ...] = ()
    rule: str = ""

    def find(self, name: str) -> Meaning | None:
        found = self.local.get(name)
        return None if found is None else found[0]

    def span(self, name: str) -> Span:
        return self.local[name][1]

    def domain(self, name: str) -> Domain | None:
        found = self.find(name)
        return found if isinstance(found, Domain) else None

    def with_local(self, name: str, meaning: Meaning, span: Span) -> Env:
        return Env({**self.local, name: (meaning, span)}, self.expansion, self.rule)

    def in_rule(self, name: str) -> Env:
        return Env(self.local, self.expansion, name)


NO_ENV = Env()
