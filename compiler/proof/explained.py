"""What explains an answer: proofs, and worlds that show what proofs cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import Key, Symbol, Theory, View
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.proof.measures import Measures
from hlogic.compiler.proof.premises import Premises
from hlogic.compiler.proof.proof import Proof
from hlogic.compiler.proof.values import Possible
from hlogic.compiler.record import record
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Bound, Term

World = dict[tuple[Symbol, Key], Value]

# What is shown of a formula: it holds in every world; in none; in this one (so it is possible); not
# in this one (so it is not necessary); in one and not in another; or there is no world at all.
Verdict = Literal["always", "never", "somewhere", "not_everywhere", "varies", "no_world"]


@record(eq=False)
class Proved:
    """A proof that the checker accepted, with what it is over; `inverted` where its goal is about
    the denial of what is asked."""

    proof: Proof
    premises: Premises
    measures: Measures
    inverted: bool = False


@record(eq=False)
class Shown:
    """A world, the value there of what is asked about, and the variables that this, and what is
    given, speak of."""

    world: World
    value: Value
    spoken: frozenset[tuple[Symbol, Key]] = frozenset()


@record(eq=False)
class Part:
    """One thing that an answer rests on. `path` names the case or member that it is of; `text` is
    the formula as the author wrote it."""

    path: tuple[str, ...]
    text: str
    verdict: Verdict
    proved: Proved | None = None
    worlds: tuple[Shown, ...] = ()
    given: tuple[str, ...] = ()


@record(eq=False)
class Explained:
    """Why an ask's answer is what it is. `status` is `error` where the ask has no answer, `limit`
    where something was not proved or checked within the limits; then `error` says what, and there
    are no parts."""

    id: str
    scope: str
    parts: tuple[Part, ...]
    status: Literal["ok", "error", "limit"] = "ok"
    error: str = ""


def check_structure(theory: Theory, view: View, shown: Shown, meets: Sequence[Term]) -> None:
    """The same of a world of a finite theory that stands for a structure: its terms share so much
    that each is looked at once."""
    grounder = Grounder(theory, view)
    evaluator = _evaluator(theory, view, shown)
    _check_stable(theory, evaluator)
    bodies = [(i.id, i.body, i.environment) for i in view.instances]
    asked: list[tuple[str, Term, Mapping[Bound, Value]]] = [("what is asked", t, {}) for t in meets]
    for name, body, environment in (*bodies, *asked):
        ground = grounder.ground(body, environment, name)
        possible = Possible([ground])
        world = {leaf: (evaluator.value(leaf),) for leaf in possible.leaves}
        if possible.values(world)[ground.id] != frozenset({True}):
            raise NoWorld(f"{name} does not hold in it")


class NoWorld(Exception):
    """What was to be shown as a world is none."""


def check_world(
    theory: Theory, view: View, shown: Shown, given: Sequence[Term], asked: Term | None
) -> None:
    """Raise NoWorld unless the world is one of the view, meets what is given, and gives what is
    asked about the value shown. By the operator table alone."""
    evaluator = _evaluator(theory, view, shown)
    for instance in view.instances:
        if evaluator.value(instance.body, instance.environment) is not True:
            raise NoWorld(f"{instance.id} does not hold in it")
    _check_stable(theory, evaluator)
    if any(evaluator.value(term) is not True for term in given):
        raise NoWorld("what is given does not hold in it")
    if asked is not None and evaluator.value(asked) != shown.value:
        raise NoWorld("what is asked about has another value in it")


def _evaluator(theory: Theory, view: View, shown: Shown) -> Evaluator:
    variables = list(theory.variables())
    evaluator = Evaluator(view, {name: i for i, name in enumerate(variables)})
    evaluator.world = [shown.world[name] for name in variables]
    return evaluator


def _check_stable(theory: Theory, evaluator: Evaluator) -> None:
    for group in theory.groups:
        if group.stable and not evaluator.is_stable(group):
            raise NoWorld("its atoms are no stable model")
