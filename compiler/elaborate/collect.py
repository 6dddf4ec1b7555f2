"""Every declared name into its space, file by file; what is declared twice is reported.

Labels are made along the way (labels.py), used files first, so that their canonical order is the
order of the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label as Place
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.elaborate.labels import Labels
from hlogic.compiler.elaborate.names import (
    VALUE_WORDS,
    AddedRule,
    Names,
    Taken,
    ValueDeclaration,
)
from hlogic.compiler.modules import Unit, led_here
from hlogic.compiler.sorts import Label
from hlogic.compiler.suggest import suggest

T = TypeVar("T")


def collect(units: Sequence[Unit], report: Report) -> dict[Unit, Names]:
    """The names of each file. A name declared twice is reported at its second place."""
    made: dict[Unit, Names] = {}
    labels = Labels()
    for unit in units:
        found = Report()
        names = Names(unit.file.header.span.source)
        for use, used in unit.uses:
            _take(names, use, made[used], found)
        _collect(names, unit.file, found)
        labels.collect(names, unit.file, found)
        _assumptions(names, found)
        made[unit] = names
        report.diagnostics.extend(led_here(found.diagnostics, unit.via))
    return made


def _collect(names: Names, file: ast.File, report: Report) -> None:
    for declaration in file.declarations:
        match declaration:
            case ast.Sort() | ast.Var() | ast.Table() | ast.Derive() | ast.Macro():
                _enter_value(names, declaration, report)
            case ast.Constraint(id=id):
                if id.name in names.rules:
                    _twice(id, names.rules[id.name].id, report)
                else:
                    _enter(names.constraints, id, declaration, report)
            case ast.Define():
                _enter_define(names, declaration, report)
            case ast.Claim(id=id):
                _enter(names.claims, id, declaration, report)
            case ast.Scope(name=id):
                if id.name == "base":
                    report.error("duplicate-name", id.span, "the scope base is the item itself")
                else:
                    _enter(names.scopes, id, declaration, report)
            case ast.Change(name=id):
                _enter(names.changes, id, declaration, report)
            case ast.Ask(id=id):
                _enter(names.asks, id, declaration, report)
            case _:
                pass


# ---------------------------------------------------------------------------- used files


def _take(names: Names, use: ast.Use, home: Names, report: Report) -> None:
    """What a `use` takes from a file: all its names, or those it lists; a sort with its labels."""
    chosen = {d.name.name: d for d in home.own_values()}
    if use.names is not None:
        for wanted in use.names:
            if home.own(wanted.name) is None:
                _report_missing(home, wanted, report)
        chosen = {i.name: chosen[i.name] for i in use.names if i.name in chosen}
    _report_both(names, use, home, chosen, report)
    for name, declared in chosen.items():
        if name in names.values:
            continue
        names.values[name] = declared
        names.taken[name] = Taken(use, home)
        if isinstance(declared, ast.Sort) and declared.labels is not None:
            for label in home.roots[name].labels:
                _take_label(names, label, home)
    for label in home.inline.values():
        if label.name not in names.inline:
            names.inline[label.name] = label
            _take_label(names, label, home)


def _take_label(names: Names, label: Label, home: Names) -> None:
    names.labels.setdefault(label.name, []).append(label)
    names.label_spans.setdefault(label.name, home.label_spans[label.name])


def _report_both(
    names: Names,
    use: ast.Use,
    home: Names,
    chosen: Mapping[str, ValueDeclaration],
    report: Report,
) -> None:
    """Names that an earlier `use` has taken from another file."""
    twice: dict[Taken, list[str]] = {}
    for name, declared in chosen.items():
        if name in names.values and names.values[name] is not declared:
            twice.setdefault(names.taken[name], []).append(name)
    for first, both in twice.items():
        word = "name" if len(both) == 1 else "names"
        report.error(
            "duplicate-name",
            use.span,
            f"{first.home.source.name} and {home.source.name} both have "
            f"the {word} {', '.join(both)}",
            "list the names to take: `use … (a, b)`",
            (Place(first.use.span, "taken here too"),),
        )


def _report_missing(home: Names, wanted: ast.Ident, report: Report) -> None:
    name = wanted.name
    own = [d.name.name for d in home.own_values()]
    near = suggest(name, own)
    hint = f"did you mean {near}?" if near else f"it has {', '.join(own)}"
    if name in home.taken:
        hint = f"it takes {name} from {home.taken[name].home.source.name}; use that file"
    elif name in home.labels:
        hint = f"{name} is a label; it comes with the sort {home.labels[name][0].root.name}"
    message = f"{home.source.name} declares no `{name}`"
    report.error("unknown-name", wanted.span, message, hint)


# ---------------------------------------------------------------------------- one file


def _enter(space: dict[str, T], id: ast.Ident, declared: T, report: Report) -> None:
    if id.name in space:
        first = space[id.name]
        _twice(id, getattr(first, "id", None) or first.name, report)  # type: ignore[attr-defined]
    else:
        space[id.name] = declared


def _twice(id: ast.Ident, first: ast.Ident, report: Report) -> None:
    report.error(
        "duplicate-name",
        id.span,
        f"the name {id.name} is declared twice",
        labels=(Place(first.span, "first declared here"),),
    )


def _enter_value(names: Names, declared: ValueDeclaration, report: Report) -> None:
    id = declared.name
    taken = names.taken.get(id.name)
    if taken is not None:
        report.error(
            "duplicate-name",
            id.span,
            f"{id.name} is also a {VALUE_WORDS[type(names.values[id.name])]} of "
            f"{taken.home.source.name}",
            "give it another name, or list what to take: `use … (a, b)`",
            (Place(taken.use.span, "taken here"),),
        )
    elif id.name in names.values:
        _twice(id, names.values[id.name].name, report)
    else:
        names.values[id.name] = declared


def _enter_define(names: Names, define: ast.Define, report: Report) -> None:
    for predicate in define.predicates:
        _enter_value(names, predicate, report)
        names.defines.setdefault(predicate.name.name, define)
    for rule in define.rules:
        if rule.id.name in names.constraints:
            _twice(rule.id, names.constraints[rule.id.name].id, report)
        else:
            _enter(names.rules, rule.id, rule, report)


# ---------------------------------------------------------------------------- assumptions


def _assumptions(names: Names, report: Report) -> None:
    """Named assumptions live with the constraints; several scopes may use one name for theirs, and
    so may changes, which then are not combined."""
    for scope in names.scopes.values():
        own: dict[str, ast.Ident] = {}
        for operation in scope.operations:
            if not isinstance(operation, AddedRule) or operation.id is None:
                continue
            id = operation.id
            if not _taken(names, id, report) and id.name in own:
                _twice(id, own[id.name], report)
            own[id.name] = id
            names.assumptions.setdefault(id.name, []).append(operation)
    for change in names.changes.values():
        if isinstance(change.operation, AddedRule) and change.operation.id is not None:
            _taken(names, change.operation.id, report)


def _taken(names: Names, id: ast.Ident, report: Report) -> bool:
    """Whether what is added bears the name of a constraint or rule of the item, which is wrong."""
    taken = names.constraints.get(id.name) or names.rules.get(id.name)
    if taken is None:
        return False
    word = "constraint" if isinstance(taken, ast.Constraint) else "rule"
    report.error(
        "duplicate-name",
        id.span,
        f"{id.name} is already a {word}",
        hint="give it a name of its own, or use `replace`",
        labels=(Place(taken.id.span, "declared here"),),
    )
    return True
