"""A constraint that joins by `and` what is independent: it cannot be retracted, cited or found to
be to blame one by one. One independently meaningful assertion is one constraint.

Parts are independent where no chain of shared variables leads from one to the other; and so it
seems where several of the claims that it cites are cited by no other constraint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label
from hlogic.compiler.ir import Instance
from hlogic.compiler.lint.citing import citations_of
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.ops import AND
from hlogic.compiler.support import Support
from hlogic.compiler.terms import App


def check(subject: Subject) -> Iterator[Finding]:
    """Constraints of the item whose formula is an `and`; what a question supposes is one thing."""
    joined = {
        d.id.name: (d, d.body)
        for d in subject.file.declarations
        if isinstance(d, ast.Constraint) and isinstance(d.body, ast.Chain) and d.body.op == "and"
    }
    if not joined:
        return
    cited = Counter(c.claim for c in citations_of(subject.file) if isinstance(c.by, ast.Constraint))
    view = subject.item.views["base"]
    places = {name: place for place, name in enumerate(subject.item.theory.variables())}
    support = Support(view, places)
    for instance in view.instances:
        declared, body = joined.pop(instance.family.id, (None, None))  # the first of a family
        if declared is None or body is None:
            continue
        alone = [c.name for c in declared.trailer.cites if cited[c.name] == 1]
        apart = _independent(instance, support)
        if len(apart) < 2 and len(alone) < 2:
            continue
        if len(apart) > 1:
            why = "parts that share no variable"
            shown = [body.items[part] for part in apart]
        else:
            why = f"parts, and only it cites {' and '.join(alone)}"
            shown = list(body.items)
        yield Finding(
            f"{declared.id.name} joins several {why}",
            declared.id.span,
            "make each a constraint of its own, with its own citation",
            tuple(Label(part.span, "one part") for part in shown[:3]),
        )


def _independent(instance: Instance, support: Support) -> list[int]:
    """For each group of parts that are linked by variables, the place of its first part. Parts that
    read no variable belong to any."""
    body = instance.body
    assert isinstance(body, App)
    assert body.op is AND
    groups: list[tuple[int, frozenset[int]]] = []
    for place, part in enumerate(body.args):
        first, reads = place, support.of(part, instance.environment)
        if not reads:
            continue
        linked = [g for g in groups if not g[1].isdisjoint(reads)]
        for group in linked:
            groups.remove(group)
            first, reads = min(first, group[0]), reads | group[1]
        groups.append((first, reads))
    return sorted(first for first, _ in groups)
