"""What each name of a file stands for: the tables of section 2, "Names live apart".

`collect` fills them; nothing is typed yet. A file's value names are its own and those that it takes
from the files it uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import Label, Root
from hlogic.compiler.source import Source, Span
from hlogic.compiler.suggest import series, suggest

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


@record(eq=False)
class Taken:
    """A name that comes from a used file: the `use` that takes it, and the names of that file."""

    use: ast.Use
    home: Names


@record(eq=False, frozen=False)
class Names:
    """The spaces of one file. `values` holds sorts, variables, tables, derived terms, macros and
    predicates, `taken` says which of them come from another file; `defines` the `define` of each
    predicate; `labels` every label by its spelling, `inline` those that belong to no sort.
    Constraints, the rules of a `define` and what scopes add share one space."""

    source: Source
    values: dict[str, ValueDeclaration] = field(default_factory=dict)
    taken: dict[str, Taken] = field(default_factory=dict)
    labels: dict[str, list[Label]] = field(default_factory=dict)
    inline: dict[str, Label] = field(default_factory=dict)
    roots: dict[str, Root] = field(default_factory=dict)
    constraints: dict[str, ast.Constraint] = field(default_factory=dict)
    rules: dict[str, ast.Rule] = field(default_factory=dict)
    assumptions: dict[str, list[AddedRule]] = field(default_factory=dict)
    defines: dict[str, ast.Define] = field(default_factory=dict)
    claims: dict[str, ast.Claim] = field(default_factory=dict)
    scopes: dict[str, ast.Scope] = field(default_factory=dict)
    changes: dict[str, ast.Change] = field(default_factory=dict)
    asks: dict[str, ast.Ask] = field(default_factory=dict)
    label_spans: dict[str, Span] = field(default_factory=dict)

    def own(self, name: str) -> ValueDeclaration | None:
        """What this file itself declares a value name to be."""
        return None if name in self.taken else self.values.get(name)

    def own_values(self) -> Iterator[ValueDeclaration]:
        """This file's own value declarations, in the order of the text."""
        return (d for name, d in self.values.items() if name not in self.taken)

    def value_word(self, name: str) -> str:
        """What a value name is, for messages."""
        if name in self.values:
            return VALUE_WORDS[type(self.values[name])]
        return "label"

    def value_span(self, name: str) -> Span:
        """Where a value name is declared."""
        if name in self.values:
            return self.values[name].name.span
        return self.label_spans[name]

    def unknown(
        self,
        what: str,
        name: str,
        span: Span,
        known: Sequence[str],
        message: str = "",
        hint: str = "",
    ) -> NoReturn:
        """Report a name that nothing has, with the nearest one that something has, or a hint."""
        glued = self._glued(name)
        near = self._label_with_alias(name, known) or (None if glued else suggest(name, known))
        hint = f"did you mean {near}?" if near else glued or hint or series(name, known)
        if span.source.line(span.line).lstrip().startswith("//"):
            hint = "`//` divides; a comment starts with `#`"
        fail("unknown-name", span, message or f"{what} `{name}`", hint)

    def _glued(self, name: str) -> str:
        """What a name says that words of another language were written into without a space."""
        from hlogic.compiler.syntax.glued import apart  # late: only for mistakes

        values = [n for n, d in self.values.items() if not isinstance(d, ast.Sort)]
        return apart(name, values)

    def _label_with_alias(self, alias: str, known: Sequence[str]) -> str | None:
        """The one label among some names that bears an alias."""
        labels = [v for found in self.labels.values() for v in found if alias in v.aliases]
        if len(labels) != 1 or labels[0].name not in known:
            return None
        return labels[0].name
