"""Labels: of sorts, and those that domains declare inline. Their order is that of the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label as Place
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.sorts import Label, Root
from hlogic.compiler.source import Span


class Labels:
    """The labels of all files of an item: numbered through, and inline ones of one spelling are
    one value throughout."""

    def __init__(self) -> None:
        self._order = 0
        self._inline: dict[str, Label] = {}
        self._inline_root = Root("inline", "inline labels")

    def collect(self, names: Names, file: ast.File, report: Report) -> None:
        """Make the labels of one file."""
        for declaration in file.declarations:
            if isinstance(declaration, ast.Sort) and declaration.labels is not None:
                self._sort_labels(names, declaration, report)
            for new in _inline(declaration):
                self._inline_label(names, new)
        self._inline_root.labels = tuple(self._inline.values())
        for spelling, labels in names.labels.items():
            _check(names, spelling, labels, report)
        for root in (*names.roots.values(), self._inline_root):
            _tell_apart(root)

    def _sort_labels(self, names: Names, sort: ast.Sort, report: Report) -> None:
        root = Root("enum", sort.name.name, sort.ordered, open=sort.open, distinct=sort.distinct)
        made: dict[str, Label] = {}
        for new in sort.labels or ():
            if new.name in made:
                report.error("duplicate-name", new.span, f"the label {new.name} stands twice here")
                continue
            label = Label(root, new.name, new.aliases, len(made) + 1, self._order)
            self._order += 1
            made[new.name] = label
            names.labels.setdefault(new.name, []).append(label)
            if not _stands_in(names, names.label_spans.get(new.name)):
                names.label_spans[new.name] = new.span
        root.labels = tuple(made.values())
        if sort.name.name not in names.roots:
            names.roots[sort.name.name] = root

    def _inline_label(self, names: Names, new: ast.NewLabel) -> None:
        label = self._inline.get(new.name)
        if label is None:
            rank = len(self._inline) + 1
            label = Label(self._inline_root, new.name, new.aliases, rank, self._order)
            self._order += 1
            self._inline[new.name] = label
        elif not label.aliases:
            label.aliases = new.aliases
        if new.name not in names.inline:
            names.inline[new.name] = label
            names.labels.setdefault(new.name, []).append(label)
        names.label_spans.setdefault(new.name, new.span)
        names.label_spans.setdefault(f"inline {new.name}", new.span)


def _tell_apart(root: Root) -> None:
    """Mark the labels that people would call the same."""
    bare = [label.aliases[0] if label.aliases else label.id for label in root.labels]
    times = Counter(bare)
    for label, text in zip(root.labels, bare, strict=True):
        label.alike = times[text] > 1


def _check(names: Names, spelling: str, labels: list[Label], report: Report) -> None:
    """A label may recur in several sorts (it is then printed with its sort), but an inline one is
    spelt like no other, and none like another value name."""
    if len(labels) > 1:
        for label in labels:
            label.shared = True
        if spelling in names.inline:
            sort = next(label.root.name for label in labels if label.root.kind == "enum")
            inline = names.label_spans.get(f"inline {spelling}")
            report.error(
                "inline-label-taken",
                inline if inline is not None else names.label_spans[spelling],
                f"{spelling} is a label of {sort}; write {sort} {{ {spelling} }}",
            )
    if spelling in names.values:
        both = [names.label_spans[spelling], names.values[spelling].name.span]
        own = [span for span in both if _stands_in(names, span)]
        if not own:  # each from another file
            own = [names.taken[spelling].use.span]
        later = max(own, key=lambda span: span.start)
        first = both[0] if later is both[1] else both[1]
        report.error(
            "duplicate-name", later, f"the name {spelling} is declared twice",
            labels=(Place(first, "first declared here"),),
        )  # fmt: skip


def _stands_in(names: Names, span: Span | None) -> bool:
    return span is not None and span.source is names.source


def _inline(declaration: ast.Declaration) -> Iterator[ast.NewLabel]:
    """The labels that domains introduce anywhere in a declaration, in the order of the text."""
    for node in ast.walk(declaration):
        if isinstance(node, ast.Members):
            yield from (item for item in node.items if isinstance(item, ast.NewLabel))
