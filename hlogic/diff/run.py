"""The comparison itself, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from hlogic.compiler import query
from hlogic.compiler.answer import Result
from hlogic.compiler.comparison import Compared, Comparison, Deciding, Fact, Search
from hlogic.compiler.diagnostics import HlogicError, LimitError
from hlogic.compiler.ir import Key, Symbol, instance_id
from hlogic.compiler.source import Source
from hlogic.compiler.terms import Term
from hlogic.compiler.words import alias_text
from hlogic.diff.asks import Answered, Comparer, matched
from hlogic.diff.blame import against, sentences
from hlogic.diff.focus import Focus, focus
from hlogic.diff.likeness import Likeness
from hlogic.diff.mapping import NO_MAP, Map
from hlogic.diff.search import Hunt, Party, hunt
from hlogic.diff.side import Options, Side
from hlogic.diff.vocabulary import Choice, Named, Shared, choices, shared_terms

Place = tuple[Source, Path | None]  # an item's text, and its folder


class Diff:
    """Two encodings, ready to be compared. Raises HlogicError where one is no item, or the map
    names what they do not have."""

    def __init__(self, a: Place, b: Place, options: Options, names: Map = NO_MAP) -> None:
        self._map = names
        self.sides = Side(0, *a, options), Side(1, *b, options)
        self.given = self._given_terms(a, b, options)
        theories = [side.theory for side in self.sides]
        pairs = names.pairs_of_values(theories[0], theories[1])
        self.likeness = Likeness(theories[0], theories[1], pairs)
        for side, ids in zip(
            self.sides, (tuple(names.asks), tuple(names.asks.values())), strict=True
        ):
            for id in ids:
                if id not in side.asks:
                    names.refuse(id, f"{side.name} has no ask called {id}", side.asks)
        self._options: dict[tuple[str, str], list[list[Choice]]] = {}
        self.pairs = matched(self.sides[0].asks, self.sides[1].asks, names.asks)

    def comparison(self, search: bool = True) -> Comparison:
        """Every ask that both have; with `search`, worlds that decide where they differ."""
        asked = [
            tuple(id for id, ask in side.asks.items() if ask.kind == "ask") for side in self.sides
        ]
        used = [{pair[i] for pair in self.pairs} for i in (0, 1)]
        alone = [tuple(id for id in asked[i] if id not in used[i]) for i in (0, 1)]
        return Comparison(
            (self.sides[0].item.name, self.sides[1].item.name),
            self.sides[0].item.language,
            tuple(self.compared(pair, search) for pair in self.pairs),
            (alone[0], alone[1]),
        )

    def compared(self, pair: tuple[str, str], search: bool = True) -> Compared:
        """One ask of both."""
        answered = []
        for side, id in zip(self.sides, pair, strict=True):
            answer, result = side.item.answer_and_result(id)
            answered.append(Answered(side.asks[id].query, answer, result))
        compare = Comparer(self.likeness, answered[0], answered[1])
        verdict, remark = compare.verdict()
        looked = None
        if search and verdict == "differ":
            looked = self._search(compare, pair, (answered[0].result, answered[1].result))
        return Compared(
            self.sides[0].asks[pair[0]].question or self.sides[1].asks[pair[1]].question,
            verdict,
            (answered[0].answer, answered[1].answer),
            (self.sides[0].cited_by_ask(pair[0]), self.sides[1].cited_by_ask(pair[1])),
            remark,
            looked,
        )

    # ------------------------------------------------------------------ worlds that decide

    def _search(
        self,
        compare: Comparer,
        pair: tuple[str, str],
        results: tuple[Result | None, Result | None],
    ) -> Search:
        """A world of A that B does not admit, and one of B that A does not."""
        terms, unshared = self._terms
        asks = [side.asks[id] for side, id in zip(self.sides, pair, strict=True)]
        queries, scopes = (asks[0].query, asks[1].query), (asks[0].scope, asks[1].scope)
        found: list[Deciding] = []
        rows, complete, stopped = 0, True, ""
        for admits, excludes in (self.sides, self.sides[::-1]):
            for side in self.sides:
                side.budget.start()
            try:
                aim = focus(admits, compare, queries, results, scopes)
                hunted = self._hunted(admits, excludes, aim)
                if hunted.row is not None:
                    found.append(self._deciding(admits, excludes, terms, aim, hunted.row))
                rows, complete = max(rows, hunted.rows), complete and hunted.complete
            except LimitError as limit:
                complete, stopped = False, limit.message
        names = (tuple(unshared[0]), tuple(unshared[1]))
        return Search(tuple(found), len(terms), rows, complete, names, stopped)

    @cached_property
    def _terms(self) -> tuple[list[Shared], tuple[list[str], list[str]]]:
        """The terms that both have words for, and the variables that only one has."""
        given = [*self._whole_given(), *self.given]
        return shared_terms(self.sides[0], self.sides[1], self.likeness, given)

    def _choices(self, scopes: tuple[str, str]) -> list[list[Choice]]:
        """What each of the terms may be in two scopes; found out once."""
        found = self._options.get(scopes)
        if found is None:
            terms = self._terms[0]
            found = [choices(term, self.sides, scopes, self.likeness) for term in terms]
            self._options[scopes] = found
        return found

    def _hunted(self, admits: Side, excludes: Side, aim: Focus) -> Hunt:
        """First among the worlds that the answers turn on, then among all."""
        options = self._choices(aim.scopes)
        other = Party(excludes.worlds.session(aim.scopes[excludes.number]), excludes.number)
        session = admits.worlds.session(aim.scopes[admits.number])
        limit = admits.options.limit
        hunted = hunt(Party(session, admits.number, aim.assumed), other, options, limit)
        if hunted.row is not None or not aim.assumed:
            return hunted
        return hunt(Party(session, admits.number), other, options, limit)

    def _deciding(
        self,
        admits: Side,
        excludes: Side,
        terms: Sequence[Shared],
        aim: Focus,
        row: tuple[Choice, ...],
    ) -> Deciding:
        formulas = [c.formulas[excludes.number] for c in row]
        known = [f for f in formulas if f is not None]
        scopes = aim.scopes
        speaks = len(known) == len(formulas)  # else it has no such value
        why = against(excludes, scopes[excludes.number], known) if speaks else ()
        facts = tuple(
            Fact(_fact_text(t.of(admits.number), c.value), t.a.written, t.b.written, c.value)
            for t, c in zip(terms, row, strict=True)
        )
        about = sentences(why, admits, scopes[admits.number])
        return Deciding(admits.name, scopes[0], scopes[1], facts, why, about)

    # ------------------------------------------------------------------ terms of the map

    def _given_terms(self, a: Place, b: Place, options: Options) -> list[Shared]:
        """The pairs of expressions that the map names. They are read as the items' own: each item
        is compiled once more with a check for each."""
        pairs = [p for p in self._map.terms.items() if not self._are_families(p)]
        if not pairs:
            return []
        made = [
            self._with_checks(side, place, [pair[side.number] for pair in pairs])
            for side, place in zip(self.sides, (a, b), strict=True)
        ]
        self.sides = made[0][0], made[1][0]
        return [
            Shared(Named(x, left, left), Named(y, right, right))
            for (left, right), x, y in zip(pairs, made[0][1], made[1][1], strict=True)
        ]

    def _are_families(self, pair: tuple[str, str]) -> bool:
        symbols = [s.theory.symbols.get(n) for s, n in zip(self.sides, pair, strict=True)]
        return all(s is not None and s.parameters.variables for s in symbols)

    def _with_checks(
        self, side: Side, place: Place, texts: Sequence[str]
    ) -> tuple[Side, list[Term]]:
        source, folder = place
        stem = "map_term"
        while any(id.startswith(stem) for id in side.asks):
            stem += "_"
        text = source.text
        for number, expression in enumerate(texts):
            more = f"\ncheck {stem}{number}: values ({expression})"
            try:
                Side(side.number, Source(source.name, source.text + more), folder, side.options)
            except HlogicError as error:
                said = error.diagnostics[0].message
                self._map.refuse(expression, f"{side.name} cannot read {expression}: {said}")
            text += more
        made = Side(side.number, Source(source.name, text), folder, side.options)
        terms = []
        for number in range(len(texts)):
            asked = made.asks[f"{stem}{number}"].query
            assert isinstance(asked, query.ExprQuery)
            terms.append(asked.expr.term)
        return made, terms

    def _whole_given(self) -> list[Shared]:
        """The pairs of families that the map names, instance by instance."""
        found = []
        for pair in filter(self._are_families, self._map.terms.items()):
            symbols = [s.theory.symbols[n] for s, n in zip(self.sides, pair, strict=True)]
            others = {self.likeness.key(1, key): key for key in symbols[1].keys}
            for key in symbols[0].keys:
                other = others.get(self.likeness.key(0, key))
                if other is not None:
                    x, y = self._named(0, symbols[0], key), self._named(1, symbols[1], other)
                    found.append(Shared(x, y))
        return found

    def _named(self, number: int, symbol: Symbol, key: Key) -> Named:
        written = instance_id(symbol.name, key)
        text = alias_text(symbol.aliases[0], key) if symbol.aliases else written
        return Named(self.sides[number].theory.reading(symbol, key), text, written)


def _fact_text(named: Named, value: str) -> str:
    if "{value}" in named.text:
        return named.text.replace("{value}", value)
    return f"{named.text} = {value}"
