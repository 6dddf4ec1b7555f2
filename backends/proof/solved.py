"""One premise that is too large for a table, asked of the SAT engine: a theory of its places alone.

Each place becomes a variable, a Boolean where its values are, else the number of its value.
"""

from __future__ import annotations

from collections.abc import Mapping

from hlogic.backends.engine import Budget
from hlogic.backends.proof.tables import Masks, places_of
from hlogic.backends.sat import SatSession
from hlogic.compiler.ir import NO_PARAMETERS, Family, Instance, Symbol, Theory, View
from hlogic.compiler.ops import DEFINED, EQ, IF, MATCH
from hlogic.compiler.passes.simplify import Make
from hlogic.compiler.proof.premises import Premise
from hlogic.compiler.sorts import BOOL, BOOLS, INT, Domain, Maybe
from hlogic.compiler.terms import App, Ref, Term, below


class Solved:
    """The same answers as a table's."""

    work = 100

    def __init__(
        self,
        premise: Premise,
        values: Mapping[Ref, tuple[Maybe, ...]],
        theory: Theory,
        budget: Budget,
    ) -> None:
        self.places = places_of(premise)
        self._make = Make(theory.pool)
        symbols: dict[str, Symbol] = {}
        read: dict[Ref, Term] = {}
        codes: list[tuple[Ref, bool]] = []
        for number, place in enumerate(self.places):
            known = values[place]
            plain = known == (False, True)
            domain = BOOLS if plain else Domain(INT, (range(len(known)),))
            symbol = Symbol("var", f"p{number}", NO_PARAMETERS, domain, domain.type)
            symbols[symbol.name] = symbol
            code = theory.pool.ref(symbol, ())
            codes.append((code, plain))
            read[place] = code if plain else self._decoded(place, code, known)
        formula = self._formula(premise, read)
        family = Family("premise", NO_PARAMETERS, formula, ((),))
        own = Theory(theory.pool, theory.name, "", {}, theory.roots, symbols, {})
        view = View("premise", (Instance(family, (), formula, {}),), {}, {})
        self._session = SatSession(own, view, budget)
        self._literals: list[list[int | None]] = []  # None: the value is impossible
        for (code, plain), place in zip(codes, self.places, strict=True):
            self._literals.append(
                [self._literal(code, i, plain) for i in range(len(values[place]))]
            )

    def _decoded(self, place: Ref, code: Term, values: tuple[Maybe, ...]) -> Term:
        make = self._make
        arms = [
            part
            for i, v in enumerate(values)
            for part in (make.const(i, INT), make.const(v, place.type))
        ]
        return make.app(MATCH, (code, make.undefined(place.type), *arms), place.type)

    def _formula(self, premise: Premise, read: Mapping[Ref, Term]) -> Term:
        make = self._make
        made: dict[int, Term] = {}
        for term in below([premise.term]):
            match term:
                case Ref():
                    made[term.id] = read[term]
                case App(op=op, args=args):
                    made[term.id] = make.app(op, [made[a.id] for a in args], term.type)
                case _:
                    made[term.id] = term
        body = made[premise.term.id]
        if premise.place is None:
            return body
        place, domain = read[premise.place], premise.place.symbol.domain
        has = make.app(DEFINED, (body,), BOOL)
        if domain is not None and premise.term.type != BOOL:
            inside = make.or_(*(make.eq(body, make.const(v, body.type)) for v in domain))
            has = make.and_(has, inside)
        same = make.and_(make.app(DEFINED, (place,), BOOL), make.app(EQ, (place, body), BOOL))
        none = make.not_(make.app(DEFINED, (place,), BOOL))
        return make.app(IF, (has, same, none), BOOL)

    def _literal(self, code: Ref, number: int, plain: bool) -> int | None:
        value = number == 1 if plain else number
        term = self._make.eq(code, self._make.const(value, code.type))
        found = self._session.assumptions((term,))
        if found is None:
            return None
        return found[0] if found else 0  # 0: the only value there is

    # ------------------------------------------------------------------ answers

    def possible(self, masks: Masks) -> bool:
        return self._model(masks, []) is not None

    def narrowed(self, masks: Masks) -> list[int] | None:
        seen = self._model(masks, [])
        if seen is None:
            return None
        found = list(seen)
        for column, mask in enumerate(masks):
            for i, literal in enumerate(self._literals[column]):
                if mask >> i & 1 and not found[column] >> i & 1 and literal is not None:
                    more = self._model(masks, [literal])
                    if more is not None:
                        found = [a | b for a, b in zip(found, more, strict=True)]
        return found

    def _model(self, masks: Masks, assumed: list[int]) -> list[int] | None:
        """The value of each place, as masks, in some row that the masks admit."""
        literals = list(assumed)
        for column, mask in enumerate(masks):
            for i, literal in enumerate(self._literals[column]):
                if not mask >> i & 1:
                    if literal == 0:
                        return None
                    if literal is not None:
                        literals.append(-literal)
        model = self._session.solve(literals)
        if model is None:
            return None
        held = set(model)
        return [
            sum(1 << i for i, x in enumerate(of_place) if x == 0 or (x is not None and x in held))
            for of_place in self._literals
        ]
