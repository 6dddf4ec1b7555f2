"""Why an encoding does not admit a world: a minimal set of its named constraints, with what the
other makes of the sentences that these cite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hlogic.compiler.answer import Note
from hlogic.compiler.comparison import Sentence
from hlogic.compiler.ir import Instance, RuleInstance
from hlogic.compiler.terms import Term, bind
from hlogic.diff.likeness import plain
from hlogic.diff.side import Side


def against(side: Side, scope: str, row: Sequence[Term]) -> tuple[Note, ...]:
    """Constraints of a scope with which there is no world like the row, and without any of which
    there is. The first such set by QuickXplain (Junker, AAAI 2004), which depends on nothing but
    whether there are worlds, and so is the same on every engine."""
    view = side.views[scope]
    bodies = {i: bind(side.pool, i.body, i.environment) for i in view.instances}
    session = side.unconstrained(scope)
    given = [*row, *(body for i, body in bodies.items() if not i.family.named)]

    def possible(chosen: Sequence[Instance]) -> bool:
        return session.possible((*given, *(bodies[i] for i in chosen)))

    named = [i for i in view.instances if i.family.named]
    if not possible(()):
        return ()
    return tuple(side.note(i) for i in _explained(possible, named))


def _explained(
    possible: Callable[[Sequence[Instance]], bool], named: Sequence[Instance]
) -> list[Instance]:
    """A minimal subset that is not possible, of one that is not; `()` is possible."""

    def part(base: list[Instance], fresh: bool, left: Sequence[Instance]) -> list[Instance]:
        if fresh and not possible(base):
            return []
        if len(left) <= 1:
            return list(left)
        half = len(left) // 2
        first, second = list(left[:half]), list(left[half:])
        of_second = part([*base, *first], True, second)
        of_first = part([*base, *of_second], bool(of_second), first)
        return [*of_first, *of_second]

    return part([], False, named)


def sentences(found: Sequence[Note], other: Side, scope: str) -> tuple[Sentence, ...]:
    """The passages that constraints cite, each with what of the other encoding cites it too."""
    passages = dict.fromkeys(p for note in found for p in note.cites)
    users = list(_users(other, scope))
    return tuple(
        Sentence(claim, text, tuple(dict.fromkeys(u for u, said in users if _overlap(text, said))))
        for claim, text in passages
    )


def _users(side: Side, scope: str) -> Iterator[tuple[str, str]]:
    """What of an encoding cites which passage: constraints and rules with their formulas, before
    variables and derived terms."""
    view = side.views[scope]
    for family in dict.fromkeys(i.family for i in view.instances):
        name = f"{family.id}: {' '.join(family.text.split())}"
        yield from ((name, text) for _, text in side.passages(family.cites))
    rules: list[RuleInstance] = [r for group in view.rules.values() for r in group]
    for rule in dict.fromkeys(r.rule for r in rules):
        yield from ((rule.id, text) for _, text in side.passages(rule.cites))
    for symbol in side.theory.symbols.values():
        yield from ((symbol.name, text) for _, text in side.passages(symbol.cites))


def _overlap(one: str, other: str) -> bool:
    """Whether two passages are one, or one is part of the other."""
    one, other = plain(one), plain(other)
    return one in other or other in one
