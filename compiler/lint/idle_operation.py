"""An operation of a scope without which the scope would be the same: what it takes away is gone
already, what it puts in place is there already.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from hlogic.compiler import ast
from hlogic.compiler.elaborate.item import CompiledItem
from hlogic.compiler.ir import Instance, View
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Operations of the scopes, in the order of the text."""
    for scope in subject.file.declarations:
        if not isinstance(scope, ast.Scope):
            continue
        for operation in scope.operations:
            if is_idle(scope, operation, subject.item):
                text = " ".join(_formula(operation).split())
                yield Finding(
                    f"`{text}` changes nothing in the scope {scope.name.name}",
                    operation.span,
                    _hint(operation),
                )


def is_idle(scope: ast.Scope, operation: ast.Operation, item: CompiledItem) -> bool:
    """Whether a scope would be the same without one of its operations."""
    view = item.views[scope.name.name]
    match operation:
        case ast.Assume():
            return _is_said(operation, view)
        case ast.Constraint() | ast.Rule():
            return False
    before = item.scopes.without(scope.name.name, operation)
    if _holds(view) == _holds(before):
        return True
    return isinstance(operation, ast.Replace) and _repeats(operation, before, item)


def _formula(operation: ast.Operation) -> str:
    """The operation as it is written, without what ends it."""
    trailer, span = operation.trailer, operation.span
    end = span.end if trailer == ast.NO_TRAILER else trailer.span.start
    return span.source.text[span.start : end]


def _hint(operation: ast.Operation) -> str:
    match operation:
        case ast.Assume():
            return "another constraint says the same"
        case ast.Replace():
            return "what it puts in place stands there already, or there is no place"
        case ast.Only() | ast.OnlyTags():
            return "all that holds is kept"
    return "what it takes away is gone without it"


def _holds(view: View) -> Hashable:
    """What tells two views of one item apart. Overridden formulas are told by where they stand."""
    constraints = frozenset((i.family, i.key, _text(i)) for i in view.instances)
    entries = frozenset(
        (table, key, value)
        for table, changed in view.entries.items()
        for key, value in changed.items()
        if key not in table.entries or table.entries[key] != value
    )
    derived = frozenset((*name, span.start) for name, span in view.places.items())
    rules = frozenset((i.rule, i.key) for instances in view.rules.values() for i in instances)
    return constraints, entries, derived, rules


def _text(instance: Instance) -> str:
    text = instance.family.text if instance.text is None else instance.text
    return " ".join(text.split())


def _repeats(operation: ast.Replace, before: View, item: CompiledItem) -> bool:
    """Whether a derived term is replaced by the definition that it has."""
    name = operation.target.name
    declared = item.names.values.get(name)
    if not isinstance(declared, ast.Derive) or declared.body != operation.body:
        return False
    return not any(symbol.name == name for symbol, _ in before.derived)


def _is_said(assumed: ast.Assume, view: View) -> bool:
    """Whether the scope has another constraint of the very same formula. Unless it has a name: that
    may be what is asked about."""
    if assumed.id is not None:
        return False
    own = [i for i in view.instances if i.family.span == assumed.span]
    return any(
        i.body is o.body and not i.environment for o in own for i in view.instances if i is not o
    )
