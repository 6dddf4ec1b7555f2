"""A macro's parameter that bears the name of something of the item: inside the macro the name means
the argument, and a reader takes it for the item's. (Binders may not do this at all.)"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Parameters of the macros of the item's own file."""
    names = subject.item.names
    for macro in subject.file.declarations:
        if not isinstance(macro, ast.Macro):
            continue
        for parameter in macro.params:
            name = parameter.name
            if name in names.values or name in names.label_spans:
                word = names.value_word(name)
                yield Finding(
                    f"the parameter {name} of {macro.name.name} hides the {word} {name}",
                    parameter.span,
                    "give the parameter another name",
                    (Label(names.value_span(name), f"the {word}"),),
                )
