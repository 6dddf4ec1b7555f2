"""Facts and premises of a proof as sentences, from aliases and from what is cited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.compiler.ir import Instance, RuleInstance, Symbol, Theory
from hlogic.compiler.passes.symbols import leaf_key
from hlogic.compiler.proof.explained import Proved
from hlogic.compiler.proof.places import Fact, place_id
from hlogic.compiler.proof.premises import GOAL_SYMBOL, Premise
from hlogic.compiler.sorts import BOOL, UNDEFINED, Maybe
from hlogic.compiler.terms import Ref
from hlogic.compiler.words import alias_text, witness_text
from hlogic.render.proof_words import Words, said

FEW = 2  # sentences that are quoted where they are cited
Passages = tuple[tuple[str, str], ...]


class Sentences:
    """The sentences of one proof; `asked` is the formula that it is about."""

    def __init__(self, theory: Theory, proved: Proved, words: Words, asked: str) -> None:
        self._theory = theory
        self._premises = proved.premises
        self._holds = (not proved.inverted,)  # the truth of the goal where what is asked holds
        self._words = words
        self._asked = asked

    def _said(self, text: str) -> str:
        return said(text, self._words)

    # ------------------------------------------------------------------ facts

    def fact(self, fact: Fact) -> str:
        """One fact: `周三的值班医生是王芳`."""
        place, words = fact.place, self._words
        if place.symbol is GOAL_SYMBOL:
            if len(fact.values) > 1:
                return words.has_value.format(place=f"`{self._asked}`")
            shown = words.goal_holds if fact.values == self._holds else words.goal_fails
            return shown.format(text=self._asked)
        every = self._premises.values[place]
        gone = tuple(v for v in every if v not in fact.values)
        if gone == (UNDEFINED,):
            return self._said(words.has_value.format(place=self._place(place)))
        if fact.values == (UNDEFINED,):
            return self._said(words.no_value.format(place=self._place(place)))
        if place.type == BOOL and fact.values in ((True,), (False,)):
            return self._said(self._truth(place, fact.values == (True,)))
        if UNDEFINED not in gone and 0 < len(gone) < len(fact.values):
            return self._said(self._among(place, gone, words.is_not))
        return self._said(self._among(place, fact.values, words.is_))

    def _truth(self, place: Ref, holds: bool) -> str:
        aliases = place.symbol.aliases
        if aliases and "{value}" in aliases[0]:
            return self._among(place, (holds,), self._words.is_)
        shown = self._words.holds if holds else self._words.fails
        return shown.format(text=self._place(place))

    def _among(self, place: Ref, values: Sequence[Maybe], form: str) -> str:
        listed = self._words.or_.join(self._value(v) for v in values)
        aliases = place.symbol.aliases
        if aliases and "{value}" in aliases[0]:
            text = alias_text(aliases[0], leaf_key(place)).replace("{value}", listed)
            return text if form is self._words.is_ else self._words.fails.format(text=text)
        return form.format(place=self._place(place), value=listed)

    def _value(self, value: Maybe) -> str:
        return self._words.undefined if value is UNDEFINED else witness_text(value)  # type: ignore[arg-type]

    def _place(self, place: Ref) -> str:
        symbol, key = place.symbol, leaf_key(place)
        if symbol.aliases:
            return alias_text(symbol.aliases[0], key)
        args = ", ".join(map(witness_text, key))
        return f"{symbol.name}({args})" if key else symbol.name

    # ------------------------------------------------------------------ premises

    def premise(self, premise: Premise) -> str:
        """A premise by its name, with the sentences that it cites."""
        words = self._words
        match premise.kind:
            case "equality":
                name = words.equality
            case "given":
                name = words.given.format(text=premise.text)
            case "goal":
                name = words.goal.format(text=self._asked)
            case "definition":
                name = words.definition.format(id=premise.id)
            case "rules":
                name = self._only(premise)
            case "unfounded":
                listed = words.comma.join(place_id(a) for a in premise.atoms)
                name = words.unfounded.format(atoms=listed)
            case _:
                name = premise.id
        if premise.binding:
            bound = ", ".join(f"{n} = {witness_text(v)}" for n, v in premise.binding)
            name += words.for_.format(binding=bound)
        return self._said(" ".join([name, *self._sentences(premise)]))

    def _only(self, premise: Premise) -> str:
        place = premise.place
        assert place is not None
        group = place.symbol.group
        assert group is not None
        firings = self._premises.places.groups[group][place]
        names = tuple(dict.fromkeys(f.rule.id for f in firings))
        if not names:
            return self._words.no_rules.format(id=premise.id)
        return self._words.only_rules.format(id=premise.id, rules=self._words.comma.join(names))

    def _sentences(self, premise: Premise) -> list[str]:
        """What is cited, in quotation marks, or by its claims where it is long; else the formula as
        it was written."""
        passages = self.passages(premise)
        cited = [self._words.quote.format(text) for _, text in passages]
        if len(cited) > FEW:
            claims = self._words.comma.join(claim for claim, _ in passages)
            return [self._words.cited.format(claims=claims)]
        if cited or not isinstance(premise.source, Instance):
            return cited
        written = self.formula(premise)
        return [f"`{written}`"] if written else []

    def legend(self, premises: Iterable[Premise]) -> list[str]:
        """The sentences that are only named where they are cited, each once."""
        found: dict[str, str] = {}
        for premise in premises:
            passages = self.passages(premise)
            if len(passages) > FEW:
                found.update(passages)
        return [self._said(f"{c}: {self._words.quote.format(text)}") for c, text in found.items()]

    def formula(self, premise: Premise) -> str:
        """A constraint's formula as the author wrote it; empty for other premises."""
        source = premise.source
        if not isinstance(source, Instance):
            return premise.text
        return " ".join((source.family.text if source.text is None else source.text).split())

    def passages(self, premise: Premise) -> Passages:
        """The passages that a premise cites, each with its claim; none where a scope has put
        another formula in the place of what they say."""
        source = premise.source
        match source:
            case Instance(family=family):
                cites = family.cites if source.text is None else ()
            case RuleInstance(rule=rule):
                cites = rule.cites
            case Symbol():
                cites = source.cites
            case _:
                cites = ()
        claims = self._theory.claims
        first = (claims[claim][0] for claim in cites if claims.get(claim))
        return tuple((claim, " ".join(text.split())) for claim, text in first)
