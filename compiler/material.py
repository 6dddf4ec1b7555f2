"""What an audit comes to: material for a person or a model to judge, as records.

Nothing here is a verdict. Every place that a limit kept from being filled says so in `limit`, in
words; a `limit` of None means that the question was answered exactly. Names are ids of the item;
`text` is in the words of its background.
"""

from __future__ import annotations

from typing import Literal

from hlogic.compiler.answer import Json
from hlogic.compiler.record import record

Passages = tuple[tuple[str, str], ...]  # claims, each with its passage

# ---------------------------------------------------------------------------- worlds


@record
class Fact:
    """One variable's value in a world: in ids, in aliases, and as a sentence. `symbol` names the
    declaration, so that facts of one family can be told together."""

    variable: str
    symbol: str
    value: Json
    display: Json
    text: str


@record
class WorldShown:
    """A world of a scope under a name of its own, `base.1`."""

    id: str
    facts: tuple[Fact, ...]


@record
class ScopeMaterial:
    """A scope, and those of its worlds that the audit names. `conflict` is, of a scope without a
    world, a minimal set of constraints that has none (empty where the definitions have none);
    `admits` is None where a limit was reached."""

    name: str
    alias: str | None
    admits: bool | None
    conflict: tuple[str, ...]
    worlds: tuple[WorldShown, ...]
    limit: str | None = None


# ---------------------------------------------------------------------------- answers


@record
class Told:
    """An answer in aliases, or what kept it from being one. Of a long list only the beginning is
    held, and `size` says how many members it has."""

    display: Json | None
    problem: str | None = None
    size: int | None = None


# ---------------------------------------------------------------------------- sufficiency

Outcome = Literal["true", "false", "undefined", "value", "any", "error"]


@record
class Stratum:
    """The worlds of a scope in which a part of an ask comes out in one way: far apart, by name.
    `path` are the cases, members and scopes that lead to the part; `about` is its formula with what
    restricts it. Where no world is in the stratum, `because` is a minimal set of constraints that
    leave none."""

    path: tuple[str, ...]
    scope: str
    about: str
    outcome: Outcome
    value: str  # in aliases, of the outcome `value`; what is wrong, of `error`
    worlds: tuple[str, ...]
    more: bool  # whether the stratum has other worlds
    because: tuple[str, ...] = ()
    limit: str | None = None


@record
class AskMaterial:
    """An ask with its answer, and strata of worlds. `left_out` counts the strata that are not
    shown because there are too many, or because they lie in scopes that were not asked for."""

    id: str
    question: str
    scope: str
    modality: str
    answer: Told
    strata: tuple[Stratum, ...]
    left_out: int
    limit: str | None = None


# ---------------------------------------------------------------------------- necessity


@record
class Excluded:
    """A world that only one constraint excludes; `by` are its instances that are not met, `how`
    whether the first of them is false there or has no value. `reads` are the variables that the
    constraint looks at."""

    facts: tuple[Fact, ...]
    by: tuple[str, ...]
    how: Literal["false", "undefined"]
    reads: tuple[str, ...]


@record
class Load:
    """What a constraint does in a scope. `carries`: it alone excludes some world; `idle`: others
    imply it, and `implied_by` is a minimal set of such; `vacuous`: the scope has no world, with or
    without it. `formula` is the scope's own, where it replaces the constraint."""

    scope: str
    state: Literal["carries", "idle", "vacuous", "unknown"]
    formula: str | None
    worlds: tuple[Excluded, ...]
    implied_by: tuple[str, ...]
    limit: str | None = None


@record
class ConstraintMaterial:
    """A constraint, or a named family of them, with what it does in each scope that holds it.
    `unnamed` are labels of its formula that no passage it cites names, `reordered` labels of a sort
    that these name in another order."""

    id: str
    alias: str | None
    formula: str
    cites: Passages
    unnamed: tuple[str, ...]
    reordered: tuple[str, ...]
    loads: tuple[Load, ...]


@record
class DerivedValue:
    """An instance of a derived term in one world: its value in aliases (None where it has none),
    the values that it takes in other worlds of the scope, and those of its domain that it takes in
    none. Only some of many are listed; `left_out` counts the rest."""

    id: str
    text: str
    value: str | None
    elsewhere: tuple[str, ...]
    never: tuple[str, ...]
    left_out: int
    sometimes_undefined: bool | None
    limit: str | None = None


@record
class DerivedMaterial:
    """A derived term, with instances in the world that `world` names, the first of its scope."""

    id: str
    alias: str | None
    formula: str
    cites: Passages
    world: str | None
    values: tuple[DerivedValue, ...]
    left_out: int  # instances that are not shown


@record
class RuleLoad:
    """What a rule of a `define` does in a scope. `carries`: without it something changes, which
    `facts` tell a world of: `changes` are the atoms that have another value in it, with the rule
    and without it; `admitted` says whether the scope admits this world with the rule, without it,
    or both. `idle`: nothing changes; `silent`: it never fires; `vacuous`: the scope has no world,
    and it does not fire in one that it would have without the rule."""

    scope: str
    state: Literal["carries", "idle", "silent", "vacuous", "unknown"]
    facts: tuple[Fact, ...]
    changes: tuple[tuple[str, str], ...]
    admitted: Literal["both", "with", "without"] | None
    limit: str | None = None


@record
class RuleMaterial:
    """A rule of a `define`, with what it does in each scope that holds it."""

    id: str
    formula: str
    cites: Passages
    loads: tuple[RuleLoad, ...]


# ---------------------------------------------------------------------------- claims


@record
class AnswerChange:
    """An ask whose answer is another once the constraints of a claim are gone; both in aliases."""

    ask: str
    before: Told
    after: Told


@record
class ClaimMaterial:
    """A claim, who cites it, and the asks whose answers rest on it. `unknown` are the asks for
    which that was not found out within the limits."""

    id: str
    text: str
    status: Literal["claim", "inert", "restates", "unmodelled"]
    cited_by: tuple[tuple[str, str], ...]  # kind and name
    removed: tuple[str, ...]  # the constraints and rules that go with the claim
    changes: tuple[AnswerChange, ...]
    unknown: tuple[tuple[str, str], ...]  # ask and limit


# ---------------------------------------------------------------------------- the whole


@record
class Finding:
    """What stands out in the material and a machine can see: a code, what it is about, and the
    scopes or names that belong to it."""

    code: str
    about: str
    details: tuple[str, ...] = ()


@record
class Audit:
    """The material of one item. A part that was not asked for is empty; `parts` says which were."""

    item: str
    title: str
    language: str
    parts: tuple[str, ...]
    scopes: tuple[ScopeMaterial, ...]
    asks: tuple[AskMaterial, ...]
    constraints: tuple[ConstraintMaterial, ...]
    derived: tuple[DerivedMaterial, ...]
    rules: tuple[RuleMaterial, ...]
    claims: tuple[ClaimMaterial, ...]
    findings: tuple[Finding, ...]
    limited: bool  # whether a limit kept something from being computed
