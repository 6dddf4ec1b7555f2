"""Facts about places as sentences of the item's language, from aliases.

What a sentence says there is has no name of its own: it is called by a noun phrase, `the x of p7`,
and so is what functions make, by the alias of the function.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hlogic.compiler.ir import Key, Symbol
from hlogic.compiler.open.ground import says_same
from hlogic.compiler.open.skolem import QUESTION, witness
from hlogic.compiler.open.universe import Element
from hlogic.compiler.sorts import BOOL, UNDEFINED, Maybe, Value
from hlogic.compiler.words import alias_text, instance_text, witness_text
from hlogic.render.proof_words import Words

_CHINESE = r"[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"


class Facts:
    """The sentences of one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    # ------------------------------------------------------------------ facts

    def held(self, symbol: Symbol, key: Key, value: Value) -> str:
        """What a world says of one variable."""
        return self.among(symbol, key, (value,))

    def among(self, symbol: Symbol, key: Key, values: Sequence[Maybe]) -> str:
        """That a place has one of some values: `周三的值班医生是王芳`."""
        if values == (UNDEFINED,):
            return self._words.no_value.format(place=self.place(symbol, key))
        if symbol.type == BOOL and values in ((True,), (False,)):
            return self._truth(symbol, key, values == (True,))
        return self._listed(symbol, key, values, self._words.is_)

    def not_among(self, symbol: Symbol, key: Key, values: Sequence[Maybe]) -> str:
        """That it has none of them; `UNDEFINED` alone: that it has a value."""
        if values == (UNDEFINED,):
            return self._words.has_value.format(place=self.place(symbol, key))
        return self._listed(symbol, key, values, self._words.is_not)

    def _truth(self, symbol: Symbol, key: Key, holds: bool) -> str:
        words = self._words
        if says_same(symbol):
            one, other = map(self.value, key)
            return (words.same if holds else words.is_not).format(place=one, value=other)
        if symbol.aliases and "{value}" in symbol.aliases[0]:
            return self._listed(symbol, key, (holds,), words.is_)
        return (words.holds if holds else words.fails).format(text=self.place(symbol, key))

    def _listed(self, symbol: Symbol, key: Key, values: Sequence[Maybe], form: str) -> str:
        listed = self._words.or_.join(map(self.value, values))
        text = self.place(symbol, key)
        if symbol.aliases and "{value}" in symbol.aliases[0]:
            text = text.replace("{value}", listed)
            return text if form is self._words.is_ else self._words.fails.format(text=text)
        return form.format(place=text, value=listed)

    # ------------------------------------------------------------------ names

    def value(self, value: Maybe) -> str:
        """A value by its alias, or by a noun phrase."""
        if value is UNDEFINED:
            return self._words.undefined
        if isinstance(value, Element) and not value.aliases:
            text = self._phrase(value)
            return self._words.compound.format(text=text) if _is_compound(value) else text
        return witness_text(value)  # type: ignore[arg-type]

    def place(self, symbol: Symbol, key: Key) -> str:
        """A place by its alias. A noun phrase of several words stands apart from Chinese."""
        if not symbol.aliases:
            return instance_text(symbol.name, key, self.value)
        alias = symbol.aliases[0]
        for number, argument in enumerate(key, 1):
            if isinstance(argument, Element) and " " in self.value(argument):
                hole = rf"\{{{number}\}}"
                alias = re.sub(rf"(?<={_CHINESE}){hole}", f" {{{number}}}", alias)
                alias = re.sub(rf"{hole}(?={_CHINESE})", f"{{{number}}} ", alias)
        return alias_text(alias, key, self.value)

    def _phrase(self, element: Element) -> str:
        """A noun phrase, for use within another."""
        words, symbol = self._words, element.symbol
        if symbol is None:
            return words.some.format(name=element.root.name)
        found = witness(symbol)
        if found is None:
            return self.place(symbol, element.args)
        name = found.variable + (str(found.number) if found.number > 1 else "")
        form = words.some if found.origin == QUESTION else words.of
        text = form.format(name=name, origin=found.origin)
        if not element.args:
            return text
        others = words.comma.join(
            self._phrase(a) if isinstance(a, Element) else witness_text(a) for a in element.args
        )
        return words.of_others.format(text=text, others=others)


def is_asked(value: object) -> bool:
    """Whether a value is what the question says there is, and depends on nothing else."""
    if not isinstance(value, Element) or value.symbol is None or value.args:
        return False
    found = witness(value.symbol)
    return found is not None and found.origin == QUESTION


def _is_compound(element: Element) -> bool:
    """Whether its phrase is made of several names."""
    found = None if element.symbol is None else witness(element.symbol)
    return found is not None and (found.origin != QUESTION or bool(element.args))
