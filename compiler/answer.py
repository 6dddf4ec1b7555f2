"""Answers: what a query gives (`Result`), and what a user is told (`Answer`).

A `Result` holds typed values and takes part in the algebra of queries; an `Answer` holds the same
twice over in JSON form, once in ids and once in aliases, with how it was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Literal

from hlogic.compiler.ir import value_id
from hlogic.compiler.record import record
from hlogic.compiler.sorts import CaseName, Label, Value, are_numbers, in_order, rows_in_order

Shape = Literal["boolean", "integer", "string", "set", "row", "rows", "family", "cases"]
Status = Literal["ok", "error", "partial", "timeout", "memory", "interrupted"]
Json = bool | int | str | list["Json"] | dict[str, "Json"]

# ---------------------------------------------------------------------------- results


@record
class Single:
    """One value or word: boolean, integer and string answers."""

    value: Value | str


@record
class Members:
    """A set, in canonical order (names of cases and scopes as written)."""

    values: tuple[Value, ...]

    @staticmethod
    def of(values: frozenset[Value] | set[Value] | list[Value]) -> Members:
        return Members(in_order(frozenset(values)))


@record
class Row:
    values: tuple[Value, ...]


@record
class Rows:
    """Projected rows with how often each occurs; once each where `distinct`."""

    counts: Counter[tuple[Value, ...]]
    distinct: bool

    def listed(self) -> list[tuple[Value, ...]]:
        rows = rows_in_order(self.counts)
        return [r for r in rows for _ in range(self.counts[r])]


@record
class Cases:
    """Answers under names (of cases, scopes) or under values (of members, keys)."""

    entries: tuple[tuple[Value, Result], ...]


@record
class Sets:
    """A family: sets of named members, by size, then by their members; these in their order."""

    sets: tuple[tuple[CaseName, ...], ...]

    @staticmethod
    def of(sets: Iterable[Iterable[CaseName]]) -> Sets:
        ordered = [tuple(sorted(members, key=lambda m: m.order)) for members in sets]
        return Sets(tuple(sorted(ordered, key=lambda s: (len(s), [m.order for m in s]))))


Result = Single | Members | Row | Rows | Cases | Sets

# ---------------------------------------------------------------------------- JSON form

Naming = Callable[[Label | CaseName], str]


def by_id(named: Label | CaseName) -> str:
    return named.id if isinstance(named, Label) else named.name


def by_alias(named: Label | CaseName) -> str:
    """In the item's own words: a label's first alias, a case's text."""
    if isinstance(named, CaseName):
        return named.name if named.text is None else named.text
    return named.aliases[0] if named.aliases else named.id


def value_json(value: Value, naming: Naming) -> Json:
    """One value: tuples and sets are arrays, labels strings."""
    match value:
        case bool() | int():
            return value
        case Label() | CaseName():
            return naming(value)
        case tuple():
            return [value_json(v, naming) for v in value]
        case frozenset():
            return [value_json(v, naming) for v in in_order(value)]
    raise AssertionError(value)


def result_json(result: Result, naming: Naming) -> Json:
    """A whole answer in the form that `--json` prints."""
    match result:
        case Single(value=value):
            return value if isinstance(value, str) else value_json(value, naming)
        case Members(values=values) | Row(values=values):
            return [value_json(v, naming) for v in values]
        case Rows():
            rows = result.listed()
            if are_numbers(rows):
                return [list(row) for row in rows]  # type: ignore[arg-type]
            return [[value_json(v, naming) for v in row] for row in rows]
        case Cases(entries=entries):
            return [
                {"case": value_json(key, naming), "result": result_json(r, naming)}
                for key, r in entries
            ]
        case Sets(sets=sets):
            return [[naming(m) for m in members] for members in sets]


def result_text(result: Result) -> str:
    """An answer as `expect` would write it."""
    match result:
        case Single(value=value):
            return value if isinstance(value, str) else value_id(value)
        case Members(values=values):
            return "{" + ", ".join(map(value_id, values)) + "}"
        case Row(values=values):
            return "(" + ", ".join(map(value_id, values)) + ")"
        case Rows():
            return (
                "[" + ", ".join(f"({', '.join(map(value_id, r))})" for r in result.listed()) + "]"
            )
        case Cases(entries=entries):
            return "{" + ", ".join(f"{value_id(k)}: {result_text(r)}" for k, r in entries) + "}"
        case Sets(sets=sets):
            return "[" + ", ".join(f"{{{', '.join(m.name for m in s)}}}" for s in sets) + "]"


def has_sets(result: Result | None) -> bool:
    """Whether an answer is a family, or has one among its cases."""
    if isinstance(result, Cases):
        return any(has_sets(inner) for _, inner in result.entries)
    return isinstance(result, Sets)


def same_result(a: Result, b: Result) -> bool:
    """Whether two answers of one query are equal: sets as sets, cases case by case."""
    if isinstance(a, Members) and isinstance(b, Members):
        return frozenset(a.values) == frozenset(b.values)
    if isinstance(a, Rows) and isinstance(b, Rows):
        return a.counts == b.counts
    if isinstance(a, Cases) and isinstance(b, Cases):
        left, right = dict(a.entries), dict(b.entries)
        return left.keys() == right.keys() and all(same_result(left[k], right[k]) for k in left)
    if isinstance(a, Sets) and isinstance(b, Sets):
        return frozenset(map(frozenset, a.sets)) == frozenset(map(frozenset, b.sets))
    return a == b


# ---------------------------------------------------------------------------- answers


@record
class Note:
    """What there is to say of a member of a family: its id, the alias that `display` has for it if
    it has one, its formula as the author wrote it, and the passages of the background that it
    cites, each with its claim."""

    id: str
    alias: str | None
    formula: str
    cites: tuple[tuple[str, str], ...]


@record
class Considered:
    """An engine that could answer an ask: how many seconds that would take by prediction, None
    where it is not for it to answer, and why."""

    engine: str
    seconds: float | None
    why: str


@record
class Answer:
    """What one ask came to. `value` and `display` are None unless `status` is ok or partial;
    `seconds` is wall time; `engine` the engine's name; `exact` is False for a partial answer.
    `counting` says how worlds or rows were counted, if they were; `confirmed` which other engines
    gave the same answer, None where none was asked, and `unconfirmed` why others could not say;
    `route` how the engine was chosen, the first first, empty where it was named."""

    id: str
    question: str
    modality: str
    scope: str
    shape: Shape
    value: Json | None
    display: Json | None
    status: Status
    exact: bool
    engine: str
    seconds: float
    error: str | None = None
    warnings: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()  # the names of a row's places
    members: tuple[Note, ...] = ()  # of the sets of a family, each once
    counting: tuple[str, ...] = ()
    confirmed: tuple[str, ...] | None = None
    unconfirmed: tuple[tuple[str, str], ...] = ()
    route: tuple[Considered, ...] = ()


@record
class Outcome:
    """How an ask's answer stands to its `expect`, both as the language writes them."""

    id: str
    ok: bool
    expected: str
    actual: str
    answer: Answer
