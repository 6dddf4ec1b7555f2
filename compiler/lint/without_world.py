"""Why a scope has no world, in the words of a finding."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ops
from hlogic.compiler.ir import Instance
from hlogic.compiler.lint.members import marks, members_text
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.load import Loads, by_family
from hlogic.compiler.source import Span

MEND = "mend or retract what does not fit"


def without_world(subject: Subject, scope: str, what: str, span: Span) -> Iterator[Finding]:
    """A finding if a scope has no world, with a minimal set of constraints that has none."""
    if subject.worlds.session(scope).possible(()):
        return
    loads = subject.loads(scope)
    blamed = loads.forbidding(())
    if not blamed:
        yield Finding(
            f"{what} has no world, whatever its constraints: a stable group has no model", span,
            "look at what its rules deny in a circle",
        )  # fmt: skip
        return
    text = members_text(blamed, loads.view)
    labels = marks(blamed, "this is one of them")
    if len(by_family(blamed)) > 1:
        yield Finding(
            f"{what} has no world: no assignment meets {text} together", span, MEND, labels,
        )  # fmt: skip
    elif _nowhere_defined(loads, blamed):
        yield Finding(
            f"{what} has no world: {text} has no value in any assignment", span,
            "say what should hold where it has none, with `defined(…)`", labels,
        )  # fmt: skip
    else:
        all_of = "all of " if len(blamed) > 1 else ""
        yield Finding(
            f"{what} has no world: no assignment meets {all_of}{text}", span, MEND, labels,
        )  # fmt: skip


def _nowhere_defined(loads: Loads, blamed: tuple[Instance, ...]) -> bool:
    """Whether one of some constraints has no value in any assignment."""
    pool = loads.theory.pool
    return any(
        not loads.free.possible((pool.app(ops.DEFINED, (loads.formula(i),)),)) for i in blamed
    )
