"""What each name of an item stands for: the tables of section 2, "Names live apart".

One walk over the declarations enters every name into its space and reports what is declared
twice. Labels are made here, so that their canonical order is the order of the text. Nothing is
typed yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label as Place
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import Label, Root
from hlogic.compiler.source import Span

T = TypeVar("T")
VALUE_WORDS = {
    ast.Sort: "sort",
    ast.Var: "variable",
    ast.Table: "table",
    ast.Derive: "derived term",
    ast.Macro: "macro",
    ast.Predicate: "predicate",
}
ValueDeclaration = ast.Sort | ast.Var | ast.Table | ast.Derive | ast.Macro | ast.Predicate
AddedRule = ast.Assume | ast.Constraint | ast.Rule


@record(eq=False, frozen=False)
class Names:
    """The spaces of one item. `values` holds sorts, variables, tables, derived terms, macros and
    predicates; `defines` the `define` of each predicate; `labels` every label by its spelling,
    `inline` those that belong to no sort. Constraints, the rules of a `define` and what scopes
    add share one space."""

    values: dict[str, ValueDeclaration] = field(default_factory=dict)
    labels: dict[str, list[Label]] = field(default_factory=dict)
    inline: dict[str, Label] = field(default_factory=dict)
    inline_root: Root = field(default_factory=lambda: Root("inline", "inline labels"))
    roots: dict[str, Root] = field(default_factory=dict)
    constraints: dict[str, ast.Constraint] = field(default_factory=dict)
    rules: dict[str, ast.Rule] = field(default_factory=dict)
    assumptions: dict[str, list[AddedRule]] = field(default_factory=dict)
    defines: dict[str, ast.Define] = field(default_factory=dict)
    claims: dict[str, ast.Claim] = field(default_factory=dict)
    scopes: dict[str, ast.Scope] = field(default_factory=dict)
    asks: dict[str, ast.Ask] = field(default_factory=dict)
    label_spans: dict[str, Span] = field(default_factory=dict)

    def value_word(self, name: str) -> str:
        """What a value name is, for messages."""
        if name in self.values:
            return VALUE_WORDS[type(self.values[name])]
        return "label"

    def value_span(self, name: str) -> Span:
        if name in self.values:
            return self.values[name].name.span
        return self.label_spans[name]


def collect(file: ast.File, report: Report) -> Names:
    """Enter every declared name; duplicates are reported at their second place."""
    names = Names()
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
            case ast.Ask(id=id):
                _enter(names.asks, id, declaration, report)
            case _:
                pass
    _labels(names, file, report)
    _assumptions(names, report)
    return names


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
    if id.name in names.values:
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


# ---------------------------------------------------------------------------- labels


def _labels(names: Names, file: ast.File, report: Report) -> None:
    """Make the labels in the order of the text: of sorts, then those that domains declare."""
    order = 0
    for declaration in file.declarations:
        if isinstance(declaration, ast.Sort) and declaration.labels is not None:
            order = _sort_labels(names, declaration, order, report)
        for new in _inline(declaration):
            order = _inline_label(names, new, order)
    for spelling, labels in names.labels.items():
        if spelling in names.inline and len(labels) > 1:
            sort = next(label.root.name for label in labels if label.root.kind == "enum")
            report.error(
                "inline-label-taken",
                names.label_spans[f"inline {spelling}"],
                f"{spelling} is a label of {sort}; write {sort} {{ {spelling} }}",
            )
        if spelling in names.values:
            declared = names.values[spelling].name
            later, first = sorted(
                [names.label_spans[spelling], declared.span], key=lambda s: s.start
            )[::-1]
            report.error(
                "duplicate-name", later, f"the name {spelling} is declared twice",
                labels=(Place(first, "first declared here"),),
            )  # fmt: skip
    _mark_shared(names)


def _sort_labels(names: Names, sort: ast.Sort, order: int, report: Report) -> int:
    root = Root("enum", sort.name.name, sort.ordered)
    made: dict[str, Label] = {}
    for new in sort.labels or ():
        if new.name in made:
            report.error("duplicate-name", new.span, f"the label {new.name} stands twice here")
            continue
        label = Label(root, new.name, new.aliases, len(made) + 1, order + len(made))
        made[new.name] = label
        names.labels.setdefault(new.name, []).append(label)
        names.label_spans.setdefault(new.name, new.span)
    root.labels = tuple(made.values())
    if sort.name.name not in names.roots:
        names.roots[sort.name.name] = root
    return order + len(made)


def _inline_label(names: Names, new: ast.NewLabel, order: int) -> int:
    known = names.inline.get(new.name)
    if known is not None and (known.aliases or not new.aliases):
        return order
    place = known.order if known is not None else order
    rank = known.rank if known is not None else len(names.inline) + 1
    label = Label(names.inline_root, new.name, new.aliases, rank, place)
    others = [other for other in names.labels.get(new.name, []) if other is not known]
    names.inline[new.name] = label
    names.labels[new.name] = [*others, label]
    names.label_spans.setdefault(new.name, new.span)
    names.label_spans.setdefault(f"inline {new.name}", new.span)
    names.inline_root.labels = tuple(names.inline.values())
    return order if known is not None else order + 1


def _mark_shared(names: Names) -> None:
    """A spelling that two sorts have is printed with its sort."""
    for labels in names.labels.values():
        if len(labels) > 1:
            for label in labels:
                label.shared = True


def _inline(declaration: ast.Declaration) -> Iterator[ast.NewLabel]:
    """The labels that domains introduce anywhere in a declaration, in the order of the text."""
    for node in ast.walk(declaration):
        if isinstance(node, ast.Members):
            yield from (item for item in node.items if isinstance(item, ast.NewLabel))


# ---------------------------------------------------------------------------- assumptions


def _assumptions(names: Names, report: Report) -> None:
    """Named assumptions live with the constraints; several scopes may use one name for theirs."""
    for scope in names.scopes.values():
        own: dict[str, ast.Ident] = {}
        for operation in scope.operations:
            if not isinstance(operation, AddedRule) or operation.id is None:
                continue
            id = operation.id
            taken = names.constraints.get(id.name) or names.rules.get(id.name)
            if taken is not None:
                word = "constraint" if isinstance(taken, ast.Constraint) else "rule"
                report.error(
                    "duplicate-name",
                    id.span,
                    f"{id.name} is already a {word}",
                    hint="give it a name of its own, or use `replace`",
                    labels=(Place(taken.id.span, "declared here"),),
                )
            elif id.name in own:
                _twice(id, own[id.name], report)
            own[id.name] = id
            names.assumptions.setdefault(id.name, []).append(operation)
