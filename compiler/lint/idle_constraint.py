"""A constraint, with all its instances, without which every scope would have the same worlds: the
others imply it, or it is true by the domains alone. It may be a sentence said twice; it may also be
weaker than its sentence.

A scope without a world tells nothing of a constraint that is not needed for that.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler.ir import Family, Instance
from hlogic.compiler.lint.members import family_text, marks, members_text
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.load import by_family

Group = tuple[Instance, ...]


def check(subject: Subject) -> Iterator[Finding]:
    """Each declaration of constraints, and each assumption, in the order of the scopes."""
    held: dict[Family, list[tuple[str, Group]]] = {}
    for scope, view in subject.item.views.items():
        for family, group in by_family(view.instances).items():
            held.setdefault(family, []).append((scope, group))
    for family, places in held.items():
        if any(subject.loads(scope).excludes(group) for scope, group in places):
            continue
        judged = ((s, g) for s, g in places if subject.worlds.session(s).possible(()))
        first = next(judged, None)
        if first is not None:
            yield _finding(subject, family, *first)


def _finding(subject: Subject, family: Family, scope: str, group: Group) -> Finding:
    loads = subject.loads(scope)
    implying = loads.implying(group)
    where = "" if scope == "base" else f" (in the scope {scope})"
    instances = f" with its {len(group)} instances" if len(group) > 1 else ""
    if implying:
        why = f"it follows from {members_text(implying, loads.view)}{where}"
    else:
        why = f"it is true in every assignment{where}"
    what = family_text(family) if family.named else f"the assumption {family_text(family)}"
    return Finding(
        f"{what}{instances} never excludes a world: {why}",
        family.span,
        "does it say all that its sentence says? If it only says it again, silence this",
        marks(implying, "it follows from this"),
    )
