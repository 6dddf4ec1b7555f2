"""Permitted changes: what a repair may do to a scope (language.md sections 8 and 9).

A set of changes makes a child of the scope whose operations are those of the changes, which act
together, as one scope's own operations do. What is wrong with one change alone is an
error of the item; changes that cannot stand in one scope conflict, and so do a change and the scope
that it would be a child of. The view of a set is made when a repair first looks at it; every
formula in it was read when its change was checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError, Report, fail
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.elaborate.scopes import Scopes
from hlogic.compiler.ir import Change, View

CONFLICTS = {"scope-conflict", "duplicate-name"}


class ChangedScopes(Protocol):
    """What answers repairs: the changes by name, and scopes under sets of them."""

    @property
    def records(self) -> Mapping[str, Change]:
        """The changes by name."""

    def defines(self, name: str) -> bool:
        """Whether a change may bring a definition."""

    def view(self, scope: str, chosen: Sequence[str]) -> View | None:
        """A scope under some changes; None where these conflict."""


class OtherScopes:
    """The changes of an item, made to scopes that are not as the item has them: what they make of
    one, `view` says."""

    def __init__(
        self, changes: ChangedScopes, view: Callable[[str, Sequence[str]], View | None]
    ) -> None:
        self.records = changes.records
        self.defines = changes.defines
        self._view = view

    def view(self, scope: str, chosen: Sequence[str]) -> View | None:
        return self._view(scope, chosen)


class Changes:
    """The changes of one item, `records` by name, and its scopes under sets of them."""

    def __init__(self, names: Names, scopes: Scopes) -> None:
        self._declared = names.changes
        self._names = names
        self._scopes = scopes
        self.alone: list[tuple[str, View]] = []
        self.records: Mapping[str, Change] = {
            name: _record(change) for name, change in names.changes.items()
        }

    def check(self, report: Report) -> None:
        """Look at each change alone under the item, and under the scopes whose assumption it is
        about. Mistakes go to the report; `alone` then has the views, each with its change."""
        for name, change in self._declared.items():
            with report.collecting():
                operation = change.operation
                if isinstance(operation, ast.Only | ast.OnlyTags):
                    fail(
                        "change-operation",
                        operation.span,
                        "a change does not filter",
                        "it may retract, replace, assume, disable or add a rule",
                    )
                self.alone.append((name, self._scopes.changed("base", (change,))))
                for scope in self._about(operation):
                    view = self.view(scope, (name,))
                    self.alone += [] if view is None else [(name, view)]

    def defines(self, name: str) -> bool:
        """Whether a change may bring a definition, and with others a circle of them."""
        return isinstance(self._declared[name].operation, ast.Replace | ast.Rule)

    def view(self, scope: str, chosen: Sequence[str]) -> View | None:
        """A scope under some changes; None where these conflict."""
        try:
            return self._scopes.changed(scope, [self._declared[name] for name in chosen])
        except HlogicError as error:
            if not _is_conflict(error):
                raise
            return None

    def _about(self, operation: ast.Operation) -> Iterator[str]:
        """The scopes that declare an assumption which the operation names."""
        match operation:
            case ast.Retract(targets=targets) | ast.Disable(rules=targets):
                named = {target.name for target in targets}
            case ast.Replace(target=target):
                named = {target.name}
            case _:
                return
        for name, scope in self._names.scopes.items():
            if any(getattr(getattr(o, "id", None), "name", "") in named for o in scope.operations):
                yield name


def _is_conflict(error: HlogicError) -> bool:
    return all(d.code in CONFLICTS for d in error.diagnostics)


def _record(change: ast.Change) -> Change:
    span, trailer = change.operation.span, change.trailer
    end = span.end if trailer == ast.NO_TRAILER else trailer.span.start
    return Change(
        id=change.name.name,
        aliases=change.aliases,
        weight=1 if change.weight is None else change.weight,
        text=span.source.text[span.start : end],
        cites=tuple(c.name for c in change.trailer.cites),
    )
