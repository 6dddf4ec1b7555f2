"""Which asks of two encodings are the same, and whether their answers are.

Answers are compared shape by shape. What is only notation does not count: the order of sets, rows,
cases and named columns, and by which name a value goes. Sets of constraints (cores and their kin)
are compared by the aliases of their members, or by the sentences that these cite: two authors name
their rules as they like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence

from hlogic.compiler import query
from hlogic.compiler.answer import Answer, Cases, Members, Result, Row, Rows, Sets, Single
from hlogic.compiler.comparison import Verdict
from hlogic.compiler.elaborate.item import Ask
from hlogic.compiler.query import Query
from hlogic.compiler.record import record
from hlogic.compiler.sorts import CaseName, Value
from hlogic.diff.likeness import Likeness, partners, plain

LIMITS = ("partial", "timeout", "memory", "interrupted")


def matched(
    a: Mapping[str, Ask], b: Mapping[str, Ask], given: Mapping[str, str]
) -> list[tuple[str, str]]:
    """The asks that both have, in A's order: as the user says; by id, unless the same question
    stands under another id; then by question. Checks ask nothing of the text."""
    left = {x.id: plain(x.question) for x in a.values() if x.kind == "ask" and x.id not in given}
    right = {x.id: plain(x.question) for x in b.values() if x.kind == "ask"}
    right = {id: q for id, q in right.items() if id not in given.values()}
    pairs = dict(given)
    for id, question in left.items():
        if id in right and (question == right[id] or not _asked_elsewhere(id, left, right)):
            pairs[id] = id
    for id, question in left.items():
        free = [o for o, q in right.items() if q == question and o not in pairs.values()]
        if id not in pairs and question and free:
            pairs[id] = free[0]
    return [(id, pairs[id]) for id in a if id in pairs]


def _asked_elsewhere(id: str, left: Mapping[str, str], right: Mapping[str, str]) -> bool:
    """Whether the question of either ask of this id stands under another id in the other item."""
    return any(q and q == left[id] for o, q in right.items() if o != id) or any(
        q and q == right[id] for o, q in left.items() if o != id
    )


@record
class Answered:
    """An ask of one side with its answer: `result` is None where there is none."""

    query: Query
    answer: Answer
    result: Result | None


class Comparer:
    """Compares the answers to one ask."""

    def __init__(self, likeness: Likeness, a: Answered, b: Answered) -> None:
        self._likeness = likeness
        self._sides = (a, b)
        self._cases = _paired([_texts(case_names(x.query)) for x in (a, b)])
        self._members = _paired([_notes(x.answer) for x in (a, b)])
        self._columns = self._order_of_columns()

    def verdict(self) -> tuple[Verdict, str]:
        """Whether they agree, and a remark on it."""
        a, b = self._sides
        if a.answer.status in LIMITS or b.answer.status in LIMITS:
            return "limit", ""
        if a.result is None or b.result is None:
            both = a.result is None and b.result is None
            return ("agree", "neither has an answer") if both else ("differ", "")
        remark = ""
        if isinstance(a.result, Sets) and isinstance(b.result, Sets):
            remark = "sets compared by the aliases of their members, or the sentences they cite"
        if self.form(0, a.result) == self.form(1, b.result):
            return "agree", remark
        if _shape(a.result) != _shape(b.result):
            shapes = f"{a.answer.shape} and {b.answer.shape}"
            if self._content(0, a.result) == self._content(1, b.result):
                return "notation", f"the same, written as {shapes}"
            return "differ", f"of different shapes: {shapes}"
        return "differ", remark

    def key(self, side: int, value: Value | str) -> Hashable:
        """What stands for a value, or a name, of an answer of one side."""
        if isinstance(value, CaseName):
            return self._cases[side].get(value.name, ("case", side, value.name))
        return self._likeness.key(side, value)

    def form(self, side: int, result: Result) -> Hashable:
        """What is left of an answer without what is notation; equal for equal answers."""
        match result:
            case Single(value=value):
                return "single", self.key(side, value)
            case Members(values=values):
                return "set", frozenset(self.key(side, v) for v in values)
            case Row(values=values):
                return "row", tuple(self.key(side, v) for v in values)
            case Rows(counts=counts):
                return "rows", frozenset(self.rows(side, counts).items())
            case Cases(entries=entries):
                return "cases", frozenset(
                    (self.key(side, k), self.form(side, r)) for k, r in entries
                )
            case Sets(sets=sets):
                return "family", frozenset(
                    frozenset(self._member(side, m.name) for m in members) for members in sets
                )

    def _member(self, side: int, name: str) -> Hashable:
        """A name of which there is nothing to say stands for itself."""
        told = any(note.id == name for note in self._sides[side].answer.members)
        return self._members[side].get(name, ("member", side if told else None, name))

    def rows(self, side: int, counts: Counter[tuple[Value, ...]]) -> Counter[Hashable]:
        """Rows with how often each occurs, their columns in A's order."""
        order = self._columns if side == 1 else None
        found: Counter[Hashable] = Counter()
        for row, count in counts.items():
            cells = [self.key(side, v) for v in row]
            found[tuple(cells if order is None else [cells[i] for i in order])] += count
        return found

    def _order_of_columns(self) -> list[int] | None:
        """Where A's columns stand among B's, if they bear the same names."""
        names, others = (list(x.answer.fields) for x in self._sides)
        if sorted(names) != sorted(others) or len(set(names)) < len(names):
            return None
        return [others.index(name) for name in names]

    def _content(self, side: int, result: Result) -> Hashable:
        """What an answer says, whatever its shape."""
        match result:
            case Single(value=value):
                return frozenset(
                    {self.key(side, {"true": True, "false": False}.get(str(value), value))}
                )
            case Members(values=values):
                return frozenset(self.key(side, v) for v in values)
            case Row(values=values):
                return frozenset({tuple(self.key(side, v) for v in values)})
            case Rows(counts=counts):
                rows = [tuple(self.key(side, v) for v in row) for row in counts]
                return frozenset(row[0] if len(row) == 1 else row for row in rows)
            case Cases(entries=entries):
                return frozenset((self.key(side, k), self._content(side, r)) for k, r in entries)
        return self.form(side, result)


def _shape(result: Result) -> tuple[type, bool]:
    """A word is another shape than a value, and rows that may repeat than rows that do not."""
    word = isinstance(result, Single) and isinstance(result.value, str)
    return type(result), word or (isinstance(result, Rows) and result.distinct)


def _texts(names: Sequence[CaseName]) -> dict[str, list[Hashable]]:
    return {n.name: [plain(n.text) if n.text else None, n.name] for n in names}


def _notes(answer: Answer) -> dict[str, list[Hashable]]:
    """By a family's member, its alias, the passages that it cites, and its id for want of these."""
    found: dict[str, list[Hashable]] = {}
    for note in answer.members:
        cited = frozenset(plain(text) for _, text in note.cites)
        bare = None if cited or note.alias else note.id
        found[note.id] = [plain(note.alias) if note.alias else None, cited or None, bare]
    return found


def _paired(sides: Sequence[Mapping[str, list[Hashable]]]) -> Sequence[Mapping[str, Hashable]]:
    """Names of both sides under keys that are equal where the names are the same."""
    width = max((len(keys) for side in sides for keys in side.values()), default=0)
    tests = [
        [{n: keys[i] for n, keys in side.items() if keys[i] is not None} for side in sides]
        for i in range(width)
    ]
    return partners(tuple(sides[0]), tuple(sides[1]), tests)


def case_names(asked: Query) -> list[CaseName]:
    """The names of cases, scopes and changes in a query, in its order."""
    return list(dict.fromkeys(_names(asked)))


def _names(asked: Query) -> Iterator[CaseName]:
    match asked:
        case query.CaseQuery(cases=cases):
            for name, inner in cases:
                yield name
                yield from _names(inner)
        case query.Incompatible(cases=tested):
            yield from (name for name, _ in tested)
        case query.ScopesQuery(scopes=scopes, query=inner):
            yield from scopes
            yield from _names(inner)
        case query.Algebra(left=left, right=right):
            yield from _names(left)
            yield from _names(right)
        case query.Together(queries=queries):
            for inner in queries:
                yield from _names(inner)
        case query.ForEach(query=inner) | query.Wrapped(query=inner) | query.Ended(query=inner):
            yield from _names(inner)
