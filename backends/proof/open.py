"""Questions about open sorts, as questions about finite theories.

That a formula holds in every structure is proved over the names there are: its denial, with names
for what it says there is, has no world there. Where functions make ever more names, those up to
some depth are enough for a proof, or none is found. A structure is shown as a world of a finite
theory: over the names, where these are all, else over a few elements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from hlogic.backends.engine import Budget
from hlogic.backends.sat import SatEngine
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.open.formulas import All, Any, Formula, Leaf
from hlogic.compiler.open.reduce import Sentences, reduced
from hlogic.compiler.open.sized import Sized
from hlogic.compiler.open.speech import Speech
from hlogic.compiler.record import record
from hlogic.compiler.session import Session
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Bound, Term, Terms

DEEPEST = 2  # of the names that functions make
LARGEST = 4  # elements of a sort, in a structure


@record(eq=False)
class Finite:
    """A finite theory that settles a question: its view, what is given and asked there, and what
    its instances are said of. Where the question has quantifiers, what is asked there is its
    denial, with names: it is `inverted`."""

    theory: Theory
    view: View
    given: tuple[tuple[str, Term], ...]
    goal: tuple[Term, bool] | None
    inverted: bool
    bound: Mapping[Instance, Mapping[Bound, Value]]


def refuted(
    theory: Theory,
    view: View,
    given: Sequence[tuple[str, Term]],
    asked: tuple[Term, Term, bool] | None,
    budget: Budget,
) -> Finite:
    """The finite theory in which `asked`, a formula, its denial, and the truth that it has in every
    structure, is proved; without it, the one that has no world. Raises Beyond where the names up to
    the depth that is tried are not enough."""
    formulas = [term for _, term in given]
    against = None
    if asked is not None:
        term, denied, truth = asked
        against = denied if truth else term
        formulas += [term, denied]
    sentences = Sentences(theory, view, formulas)
    for depth in range(DEEPEST + 1):
        made = reduced(sentences, depth, apart=True)
        assumed = [made.assumed[t.id] for _, t in given]
        if against is not None:
            assumed.append(made.assumed[against.id])
        session = SatEngine().open(made.theory, made.view, budget)
        if session.possible(assumed):
            continue
        goal: tuple[Term, bool] | None = None
        inverted = False
        if asked is not None and against is not None:
            named, inverted = against, asked[2]
            if _is_plain(sentences.formulas[asked[0].id]):
                named, inverted = asked[0], False
            goal = (made.assumed[named.id], True)
            if named is against:
                goal = (_false_or_true(theory.pool, goal[0]), False)
        there = tuple((text, made.assumed[t.id]) for text, t in given)
        return Finite(made.theory, made.view, there, goal, inverted, made.bound)
    raise Beyond(f"no proof was found over names that functions make to depth {DEEPEST}")


def _false_or_true(pool: Terms, formula: Term) -> Term:
    """A formula that is true where another is, and false elsewhere, where that may have no value:
    `p or not p`, which stands for `defined(p)`."""
    return formula if Speech().defined(formula) else pool.holds(formula)


def _is_plain(formula: Formula) -> bool:
    """Whether a formula has no quantifiers, so that it may stand for itself in a conclusion."""
    waiting = [formula]
    while waiting:
        match waiting.pop():
            case Leaf():
                continue
            case All(parts=parts) | Any(parts=parts):
                waiting.extend(parts)
            case _:
                return False
    return True


@record(eq=False)
class Structure:
    """A finite theory with a world that stands for a structure, and what holds in it."""

    theory: Theory
    view: View
    session: Session
    meets: tuple[Term, ...]


def structures(
    theory: Theory, view: View, given: Sequence[Term], meeting: Sequence[Term], budget: Budget
) -> list[Structure]:
    """For each of some formulas a structure in which it holds with what is given; over the same
    names where these are all there is. Raises Beyond where no small one was found."""
    sentences = Sentences(theory, view, (*given, *meeting))
    made = reduced(sentences)
    if all(made.exact((*given, more)) for more in meeting):
        session = SatEngine().open(made.theory, made.view, budget)
        return [
            Structure(
                made.theory,
                made.view,
                session,
                tuple(made.assumed[t.id] for t in (*given, more)),
            )
            for more in meeting
        ]
    return _small(sentences, [(*given, more) for more in meeting], budget)


def _small(
    sentences: Sentences, meeting: Sequence[Sequence[Term]], budget: Budget
) -> list[Structure]:
    """Structures of few elements: of the same, if there are such."""
    roots = sentences.theory.open_roots
    first: dict[int, Structure] = {}
    for sizes in sorted(product(range(1, LARGEST + 1), repeat=len(roots)), key=sum):
        sized = Sized(sentences, dict(zip(roots, sizes, strict=True)))
        session = SatEngine().open(sized.theory, sized.view, budget)
        here: list[Structure] = []
        for number, assumed in enumerate(meeting):
            meets = tuple(sized.formula(t) for t in assumed)
            if session.possible(meets):
                here.append(Structure(sized.theory, sized.view, session, meets))
                first.setdefault(number, here[-1])
        if len(here) == len(meeting):
            return here
    if len(first) < len(meeting):
        raise Beyond(f"no structure of up to {LARGEST} elements was found")
    return [first[number] for number in range(len(meeting))]
