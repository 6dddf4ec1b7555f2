"""`expect`: the answer that the author wrote, read against the type of the query's result.

What cannot be an answer of the query (another shape, a label of another sort, a case that is not
there) is an error of the item, found before anything is solved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NoReturn

from hlogic.compiler import ast
from hlogic.compiler.answer import Cases, Members, Result, Row, Rows, Sets, Single
from hlogic.compiler.diagnostics import HlogicError, fail
from hlogic.compiler.elaborate.calls import with_hint
from hlogic.compiler.elaborate.environment import NO_ENV
from hlogic.compiler.elaborate.expressions import Expressions
from hlogic.compiler.elaborate.families import Families
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.ir import value_id
from hlogic.compiler.query import (
    INTEGER,
    TRUTHS,
    AFamily,
    ARow,
    ASet,
    MemberCases,
    NamedCases,
    OneValue,
    OneWord,
    ResultType,
    SomeRows,
    describe_result,
)
from hlogic.compiler.sorts import (
    BOOL,
    NAMES,
    CaseName,
    SetType,
    TupleType,
    Type,
    Value,
    comparable,
    describe,
)
from hlogic.compiler.suggest import suggest

WRITTEN = {
    ast.ExpectAtom: "one value",
    ast.ExpectSet: "a set",
    ast.ExpectRows: "rows",
    ast.ExpectTuple: "a row",
    ast.ExpectMap: "cases",
}


class Expectations:
    """Reads expectations for one item."""

    def __init__(self, expressions: Expressions, families: Families) -> None:
        self._expressions = expressions
        self._families = families

    def read(self, expect: ast.Expect, type: ResultType) -> Result:
        """The expected answer; raises HlogicError where no answer of this type is meant."""
        match type:
            case OneValue(type=t):
                return self._one_value(expect, t, type)
            case OneWord():
                return self._word(expect, type)
            case ASet(element=element, names=names):
                items = self._items(expect, ast.ExpectSet, type)
                if element == NAMES:
                    return Members(tuple(each(lambda i: self._name(i, names), items)))
                return Members.of(each(lambda i: self._value(i, element), items))
            case ARow(type=t):
                items = self._items(expect, ast.ExpectTuple, type)
                if len(items) not in (0, 2):
                    fail("shape-mismatch", expect.span, "bounds are two values, or () for none")
                return Row(tuple(each(lambda i: self._value(i, t), items)))
            case SomeRows():
                return self._rows(expect, type)
            case NamedCases():
                return self._named(expect, type)
            case AFamily():
                return self._sets(expect, type)
            case MemberCases(key=key, result=result):
                entries = self._entries(expect, type)
                return self._by_member(entries, key, result)

    def _one_value(self, expect: ast.Expect, t: Type, type: ResultType) -> Result:
        if isinstance(t, SetType) and isinstance(expect, ast.ExpectSet):
            return Members.of(self._elements(expect.items, t.element))
        if isinstance(t, TupleType) and isinstance(expect, ast.ExpectTuple):
            value = self._value(expect, t)
            assert isinstance(value, tuple)
            return Row(value)
        if not isinstance(expect, ast.ExpectAtom) or isinstance(t, SetType | TupleType):
            self._mismatch(expect, type)
        word = expect.value.name if isinstance(expect.value, ast.Name) else ""
        if t == BOOL and word in TRUTHS:
            fail(
                "shape-mismatch",
                expect.span,
                f"the answer is a boolean, never {word}",
                "`truth` gives uncertain and inconsistent",
            )
        try:
            return Single(self._value(expect, t))
        except HlogicError as error:
            raise with_hint(error, _meant(word, ("true", "false")) if t == BOOL else "") from None

    def _word(self, expect: ast.Expect, type: OneWord) -> Result:
        match expect:
            case ast.ExpectAtom(value=ast.Bool(value=value)):
                word = "true" if value else "false"
            case ast.ExpectAtom(value=ast.Name(name=name)):
                word = name
            case _:
                self._mismatch(expect, type)
        if word not in type.words:
            words = ", ".join(type.words)
            hint = _meant(word, type.words)
            fail("unknown-name", expect.span, f"{word} is none of {words}", hint)
        return Single(word if type.truth else CaseName(word))

    def _rows(self, expect: ast.Expect, type: SomeRows) -> Result:
        counts: Counter[tuple[Value, ...]] = Counter()
        width, mistakes = len(type.fields), Mistakes()
        for item in self._items(expect, ast.ExpectRows, type):
            parts = item.items if isinstance(item, ast.ExpectTuple) else (item,)
            if len(parts) != width:
                fail("shape-mismatch", item.span, f"a row has {width} fields, this {len(parts)}")
            with mistakes:
                counts[self._row(parts, [t for _, t in type.fields])] += 1
        mistakes.raise_all()
        if type.distinct and counts and max(counts.values()) > 1:
            fail("shape-mismatch", expect.span, "distinct rows do not repeat")
        return Rows(counts, type.distinct)

    def _by_member(
        self, entries: Sequence[tuple[ast.Expect, ast.Expect]], key: Type, result: ResultType
    ) -> Result:
        found: dict[Value, Result] = {}
        mistakes = Mistakes()
        for written, answer in entries:
            with mistakes:
                value = self._value(written, key)
                if value in found:
                    fail("duplicate-key", written.span, f"{value_id(value)} is answered twice")
                found[value] = self.read(answer, result)
        mistakes.raise_all()
        return Cases(tuple(found.items()))

    def _named(self, expect: ast.Expect, type: NamedCases) -> Result:
        types = {name.name: (name, result) for name, result in type.entries}
        found: list[tuple[Value, Result]] = []
        mistakes = Mistakes()
        for key, value in self._entries(expect, type):
            with mistakes:
                name = self._name(key, tuple(types))
                if any(k == name for k, _ in found):
                    fail("duplicate-key", key.span, f"{name.name} is answered twice")
                found.append((types[name.name][0], self.read(value, types[name.name][1])))
        mistakes.raise_all()
        missing = [n for n in types if not any(k == types[n][0] for k, _ in found)]
        if missing:
            fail("shape-mismatch", expect.span, f"no answer is given for {', '.join(missing)}")
        return Cases(tuple(sorted(found, key=lambda e: e[0].order)))  # type: ignore[union-attr]

    def _sets(self, expect: ast.Expect, type: AFamily) -> Result:
        sets: list[list[CaseName]] = []
        for item in self._items(expect, ast.ExpectRows, type):
            if not isinstance(item, ast.ExpectSet):
                fail("shape-mismatch", item.span, "each member of a family is a set, `{…}`")
            sets.append([self._families.expected(i, type) for i in item.items])
            if len(frozenset(sets[-1])) < len(sets[-1]):
                fail("duplicate-name", item.span, "a name stands twice in this set")
        return Sets.of(sets)

    # ------------------------------------------------------------------ parts

    def _items(
        self, expect: ast.Expect, wanted: type[ast.Node], type: ResultType
    ) -> tuple[ast.Expect, ...]:
        if not isinstance(expect, wanted):
            self._mismatch(expect, type)
        assert isinstance(expect, ast.ExpectSet | ast.ExpectRows | ast.ExpectTuple)
        return expect.items

    def _entries(
        self, expect: ast.Expect, type: ResultType
    ) -> tuple[tuple[ast.Expect, ast.Expect], ...]:
        if isinstance(expect, ast.ExpectSet) and not expect.items:
            return ()
        if not isinstance(expect, ast.ExpectMap):
            self._mismatch(expect, type)
        return expect.entries

    @staticmethod
    def _mismatch(expect: ast.Expect, type: ResultType) -> NoReturn:
        what = (
            "a count is an integer" if type == INTEGER else f"the answer is {describe_result(type)}"
        )
        written = WRITTEN[expect.__class__]
        hint = ""
        if isinstance(type, ASet) and isinstance(expect, ast.ExpectRows | ast.ExpectTuple):
            hint = f"a set has braces: {{{expect.span.text[1:-1].strip()}}}"
        fail("shape-mismatch", expect.span, f"{what}, the expectation is {written}", hint)

    @staticmethod
    def _name(expect: ast.Expect, names: tuple[str, ...]) -> CaseName:
        match expect:
            case ast.ExpectAtom(value=ast.Name(name=name)):
                if name in names:
                    return CaseName(name, names.index(name))
                near = suggest(name, names)
                fail("unknown-name", expect.span, f"nothing here is named {name}",
                     f"did you mean {near}?" if near else "")  # fmt: skip
        fail("shape-mismatch", expect.span, "a name is expected here")

    def _row(self, items: Sequence[ast.Expect], types: Sequence[Type]) -> tuple[Value, ...]:
        pairs = zip(items, types, strict=True)
        return tuple(each(lambda pair: self._value(*pair), pairs))

    def _elements(self, items: Sequence[ast.Expect], type: Type | None) -> list[Value]:
        return [] if type is None else each(lambda i: self._value(i, type), items)

    def _value(self, expect: ast.Expect, type: Type) -> Value:
        match expect:
            case ast.ExpectTuple(items=items):
                if not isinstance(type, TupleType) or len(type.items) != len(items):
                    what = f"this is a tuple of {len(items)}, the value {describe(type)}"
                    fail("shape-mismatch", expect.span, what)
                return self._row(items, type.items)
            case ast.ExpectSet(items=items):
                if not isinstance(type, SetType):
                    fail("shape-mismatch", expect.span, f"this is a set, not {describe(type)}")
                return frozenset(self._elements(items, type.element))
            case ast.ExpectAtom(value=value):
                term = self._expressions.term(value, NO_ENV)
                found = self._expressions.constant(term, expect.span, "an expected value")
                if not comparable(term.type, type):
                    fail(
                        "type-mismatch",
                        expect.span,
                        f"this is {describe(term.type)}, the answer {describe(type)}",
                    )
                return found
        fail("shape-mismatch", expect.span, f"{describe(type)} is expected here")


def _meant(word: str, words: Sequence[str]) -> str:
    """A hint for a word that is no answer: what it means here, or the nearest one."""
    from hlogic.compiler.syntax.foreign_words import FOREIGN_ANSWERS  # late: only for mistakes

    meant = FOREIGN_ANSWERS.get(word.casefold(), "")
    if meant in words:
        return f"write {meant}"
    near = suggest(word, words)
    return f"did you mean {near}?" if near else ""
