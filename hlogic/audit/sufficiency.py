"""Are rules missing? Worlds that the theory admits, for a reader who knows the text.

The worlds are stratified by how each part of an ask comes out in them, and lie far apart. A world
that was shown before serves again where it fits, so that there is not more to read than need be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.audit.bench import Answered, Bench, Limited, told
from hlogic.audit.strata import Part, parts_of
from hlogic.compiler import ops
from hlogic.compiler.asks import Kept
from hlogic.compiler.elaborate.item import Ask
from hlogic.compiler.listing import World
from hlogic.compiler.material import AskMaterial, Outcome, Stratum
from hlogic.compiler.record import record
from hlogic.compiler.sorts import Value, order_key
from hlogic.compiler.spread import spread, unlike
from hlogic.compiler.terms import Term
from hlogic.compiler.words import witness_text

VALUES = 8  # values of a part that have a stratum each
STRATA = 40  # strata of one ask
KNOWN = 6  # worlds shown last, from which a next one is to lie apart


@record
class _Wanted:
    """A stratum before its worlds are looked for."""

    part: Part
    outcome: Outcome
    terms: tuple[Term, ...]
    value: str = ""


def ask_material(
    bench: Bench, ask: Ask, answer: Answered | Limited, scopes: Sequence[str]
) -> AskMaterial:
    """What there is to judge about one ask and its answer, in some scopes."""
    wanted = bench.within(lambda: _wanted(bench, ask))
    found, limit = ([], wanted.message) if isinstance(wanted, Limited) else (wanted[0], None)
    kept = [w for w in found if w.part.scope in scopes]
    left_out = len(found) - len(kept) + (0 if isinstance(wanted, Limited) else wanted[1])
    strata = [s for w in kept[:STRATA] if (s := _stratum(bench, w)) is not None]
    return AskMaterial(
        id=ask.id,
        question=ask.question,
        scope=ask.scope,
        modality=ask.modality,
        answer=told(answer),
        strata=tuple(strata),
        left_out=left_out + len(kept[STRATA:]),
        limit=limit,
    )


def _wanted(bench: Bench, ask: Ask) -> tuple[list[_Wanted], int]:
    """The strata of an ask, each once, and how many values have none."""
    found: dict[tuple[object, ...], _Wanted] = {}
    left_out = 0
    for part in parts_of(bench.asker(), ask.query, ask.scope):
        strata, more = _of_part(bench, part)
        left_out += more
        for stratum in strata:
            assumed = () if part.kept is None else part.kept.assumed
            found.setdefault((part.scope, assumed, stratum.terms, stratum.outcome), stratum)
    return list(found.values()), left_out


def _of_part(bench: Bench, part: Part) -> tuple[list[_Wanted], int]:
    if part.kept is None:
        return [_Wanted(part, "error", (), part.problem)], 0
    if part.kind == "any":
        return [_Wanted(part, "any", ())], 0
    kept, pool = part.kept, part.kept.pool
    known = [pool.app(ops.DEFINED, (t,)) for t in part.terms]
    unknown = pool.app(ops.NOT, (pool.app(ops.AND, known),))
    undefined = _Wanted(part, "undefined", (unknown,))
    if part.kind == "truth":
        (term,) = part.terms
        return [
            _Wanted(part, "true", (term,)),
            _Wanted(part, "false", (kept.denied(term),)),
            undefined,
        ], 0
    rows = list(_rows(part, kept.and_(pool.app(ops.AND, known))))
    chosen = _evenly(rows, VALUES)
    strata = [
        _Wanted(part, "value", tuple(map(kept.equals, part.terms, row)), _row_text(row))
        for row in chosen
    ]
    return [*strata, undefined], len(rows) - len(chosen)


def _rows(part: Part, kept: Kept) -> Iterator[tuple[Value, ...]]:
    """The rows of values that the terms of a part take, in canonical order."""
    if part.kind == "ends":
        least = kept.session.least(part.terms, kept.assumed)
        greatest = kept.session.least(part.terms, kept.assumed, greatest=True)
        yield from dict.fromkeys(row for row in (least, greatest) if row is not None)
        return
    rows = kept.session.project(part.terms, kept.assumed)
    yield from sorted(rows, key=lambda row: [order_key(v) for v in row])


def _row_text(row: tuple[Value, ...]) -> str:
    return witness_text(row[0]) if len(row) == 1 else witness_text(row)


def _evenly(rows: list[tuple[Value, ...]], count: int) -> list[tuple[Value, ...]]:
    """Some of many, the first and the last among them."""
    if len(rows) <= count:
        return rows
    return [rows[i * (len(rows) - 1) // (count - 1)] for i in range(count)]


# ---------------------------------------------------------------------------- worlds


def _stratum(bench: Bench, wanted: _Wanted) -> Stratum | None:
    """A stratum with its worlds; None where it is of worlds without a value, and there are none."""
    part, kept = wanted.part, wanted.part.kept
    found: tuple[list[World], bool] | Limited = ([], False)
    because: tuple[str, ...] | Limited = ()
    if kept is not None:
        assumed = (*kept.assumed, *wanted.terms)
        found = bench.within(lambda: _worlds(bench, kept, assumed))
        if found == ([], False):
            if wanted.outcome == "undefined":
                return None
            because = bench.within(lambda: _because(bench, part.scope, assumed))
    limits = [f.message for f in (found, because) if isinstance(f, Limited)]
    worlds, more = ([], True) if isinstance(found, Limited) else found
    return Stratum(
        path=part.path,
        scope=part.scope,
        about=part.about,
        outcome=wanted.outcome,
        value=wanted.value,
        worlds=tuple(bench.name(part.scope, world) for world in worlds),
        more=more,
        because=() if isinstance(because, Limited) else because,
        limit=limits[0] if limits else None,
    )


def _worlds(bench: Bench, kept: Kept, assumed: tuple[Term, ...]) -> tuple[list[World], bool]:
    """Worlds that meet some formulas: those shown already, then some that are far from these."""
    wanted = bench.worlds_wanted
    shown = bench.shown(kept.view.scope)
    found = [w for w in shown if _meets(bench, kept, w, assumed)][:wanted]
    known = [w for w in shown if w not in found][-KNOWN:] + found
    found += spread(bench.theory, kept.session, assumed, wanted - len(found), known)
    others = [unlike(bench.theory, world) for world in found]
    return found, bool(found) and kept.session.possible((*assumed, *others))


def _meets(bench: Bench, kept: Kept, world: World, assumed: Sequence[Term]) -> bool:
    evaluator = bench.evaluator(kept.view, world)
    return all(evaluator.value(term) is True for term in assumed)


def _because(bench: Bench, scope: str, assumed: tuple[Term, ...]) -> tuple[str, ...]:
    """Constraints that leave a stratum empty; none where the scope has no world at all."""
    loads = bench.loads(scope)
    if not loads.has_world():
        return ()
    return tuple(i.id for i in loads.forbidding(assumed))
