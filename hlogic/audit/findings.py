"""What a machine can see in the material without reading the text. None of it is a mistake by
itself; each is worth a look first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hlogic.compiler.material import Audit, ConstraintMaterial, Finding, RuleMaterial

DECLARATIONS = {"sort", "var", "define"}


def findings(audit: Audit) -> tuple[Finding, ...]:
    """Everything that stands out, finding by finding in the order of the table."""
    return tuple(found for look in LOOKS for found in look(audit))


def _scope_without_world(audit: Audit) -> Iterator[Finding]:
    for scope in audit.scopes:
        if scope.admits is False:
            yield Finding("scope-without-world", scope.name, scope.conflict)


def _idle_constraint(audit: Audit) -> Iterator[Finding]:
    """A constraint that carries load nowhere, in some scope that has a world."""
    for constraint in audit.constraints:
        states = {load.state for load in constraint.loads}
        if "idle" in states and states <= {"idle", "vacuous"}:
            implied = dict.fromkeys(i for load in constraint.loads for i in load.implied_by)
            yield Finding("idle-constraint", constraint.id, tuple(implied))


def _undefined_excludes(audit: Audit) -> Iterator[Finding]:
    """A constraint that excludes worlds where it has no value."""
    for constraint in audit.constraints:
        scopes = [
            load.scope
            for load in constraint.loads
            if any(world.how == "undefined" for world in load.worlds)
        ]
        if scopes:
            yield Finding("undefined-excludes", constraint.id, tuple(scopes))


def _other_words(audit: Audit) -> Iterator[Finding]:
    """Constraints that name what their passages do not, or in another order."""
    for constraint in audit.constraints:
        if constraint.unnamed:
            yield Finding("unnamed-label", constraint.id, constraint.unnamed)
        if constraint.reordered:
            yield Finding("label-order", constraint.id, constraint.reordered)


def _uncited_constraint(audit: Audit) -> Iterator[Finding]:
    if audit.claims:
        rules: tuple[ConstraintMaterial | RuleMaterial, ...] = (*audit.constraints, *audit.rules)
        for rule in rules:
            if not rule.cites and any(load.scope == "base" for load in rule.loads):
                yield Finding("uncited-rule", rule.id)


def _idle_rule(audit: Audit) -> Iterator[Finding]:
    """A rule of a `define` that changes nothing in any scope."""
    for rule in audit.rules:
        states = {load.state for load in rule.loads} - {"vacuous"}
        if states and states <= {"idle", "silent"}:
            yield Finding("idle-rule", rule.id)


def _undefined_derived(audit: Audit) -> Iterator[Finding]:
    for derived in audit.derived:
        undefined = tuple(v.id for v in derived.values if v.sometimes_undefined)
        if undefined:
            yield Finding("undefined-derived", derived.id, undefined)


def _ask_without_answer(audit: Audit) -> Iterator[Finding]:
    for ask in audit.asks:
        if ask.answer.problem is not None:
            yield Finding("ask-without-answer", ask.id, (ask.answer.problem,))


def _claims(audit: Audit) -> Iterator[Finding]:
    """Claims that nothing cites, that only declarations cite, and whose rules change no answer."""
    for claim in audit.claims:
        if claim.status != "claim":
            continue
        kinds = {kind for kind, _ in claim.cited_by}
        if not kinds:
            yield Finding("uncited-claim", claim.id)
        elif kinds <= DECLARATIONS:
            yield Finding("only-declared-claim", claim.id)
        elif claim.removed and not claim.changes and not claim.unknown:
            yield Finding("claim-without-effect", claim.id, claim.removed)


LOOKS: tuple[Callable[[Audit], Iterator[Finding]], ...] = (
    _scope_without_world,
    _ask_without_answer,
    _idle_constraint,
    _undefined_excludes,
    _idle_rule,
    _undefined_derived,
    _other_words,
    _uncited_constraint,
    _claims,
)
