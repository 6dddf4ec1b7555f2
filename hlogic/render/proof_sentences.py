"""Facts and premises of a proof as sentences, from aliases and from what is cited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hlogic.compiler.ir import Instance, RuleInstance, Symbol, Theory
from hlogic.compiler.passes.symbols import leaf_key
from hlogic.compiler.proof.explained import Proved
from hlogic.compiler.proof.places import Fact, place_id
from hlogic.compiler.proof.premises import GOAL_SYMBOL, Premise
from hlogic.compiler.proof.proof import Concluded, Node, Proof, Split, nodes
from hlogic.compiler.sorts import UNDEFINED, Value
from hlogic.render.diagnostics import clean
from hlogic.render.proof_facts import Facts, is_asked
from hlogic.render.proof_words import Words

FEW = 2  # sentences that are quoted where they are cited
Passages = tuple[tuple[str, str], ...]


class Sentences:
    """The sentences of one proof; `asked` is the formula that it is about."""

    def __init__(self, theory: Theory, proved: Proved, words: Words, asked: str) -> None:
        self._theory = theory
        self._premises = proved.premises
        self._holds = (not proved.inverted,)  # the truth of the goal where what is asked holds
        self._words = words
        self._facts = Facts(words)
        self._asked = asked
        given = {p.name for p in self._premises.by_ref.values() if p.kind == "given"}
        self._one_given = len(given) == 1

    # ------------------------------------------------------------------ facts

    def fact(self, fact: Fact) -> str:
        """One fact: `周三的值班医生是王芳`."""
        place, words = fact.place, self._words
        if place.symbol is GOAL_SYMBOL:
            if len(fact.values) > 1:
                return words.has_value.format(place=f"`{self._asked}`")
            shown = words.goal_holds if fact.values == self._holds else words.goal_fails
            return shown.format(text=self._asked)
        symbol, key = place.symbol, leaf_key(place)
        gone = tuple(v for v in self._premises.values[place] if v not in fact.values)
        whole_less = UNDEFINED not in gone and 0 < len(gone) < len(fact.values)
        if gone == (UNDEFINED,) or whole_less:
            return clean(self._facts.not_among(symbol, key, gone))
        return clean(self._facts.among(symbol, key, fact.values))

    def asked_for(self, proof: Proof) -> str:
        """What the question says there is, as far as a proof speaks of it."""
        found: dict[Value, None] = {}
        for node in nodes(proof.root):
            facts = [step.fact for step in node.steps]
            if isinstance(node.end, Split):
                facts += [case.fact for case in node.end.cases]
            values = [value for fact in facts for value in leaf_key(fact.place)]
            for premise in used(node, self._premises.by_ref):
                values += [value for _, value in premise.binding]
            found.update(dict.fromkeys(filter(is_asked, values)))
        return self._words.and_.join(map(self._facts.value, found))

    # ------------------------------------------------------------------ premises

    def premise(self, premise: Premise) -> str:
        """A premise by its name, with the sentences that it cites."""
        words = self._words
        match premise.kind:
            case "equality":
                name = words.equality
            case "given":
                name = words.given if self._one_given else words.given_of.format(text=premise.text)
            case "goal":
                name = words.goal
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
            bound = ", ".join(f"{n} = {self._facts.value(v)}" for n, v in premise.binding)
            name += words.for_.format(binding=bound)
        cited = " ".join(self._sentences(premise))
        gap = "" if name.endswith("）") or cited.startswith("（") else " "
        text = f"{name}{gap}{cited}".rstrip()
        return clean(words.with_goal.format(premise=text) if premise.with_goal else text)

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
        return [clean(f"{c}: {self._words.quote.format(text)}") for c, text in found.items()]

    def formula(self, premise: Premise) -> str:
        """A constraint's formula as the author wrote it; empty for other premises."""
        source = premise.source
        if not isinstance(source, Instance):
            return self._asked if premise.kind == "goal" else premise.text
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


def used(node: Node, by_ref: Mapping[str, Premise]) -> list[Premise]:
    """The premises of one node, as they are used."""
    refs = [step.premise for step in node.steps]
    if not isinstance(node.end, Concluded) and node.end.premise is not None:
        refs.append(node.end.premise)
    return [by_ref[ref] for ref in refs if ref in by_ref]
