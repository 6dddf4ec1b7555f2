"""Which answers a scope changes: each ask is answered once more as if the scope were `base`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.compiler.answer import Result, same_result
from hlogic.compiler.asks import AskError
from hlogic.compiler.elaborate.changes import OtherScopes
from hlogic.compiler.elaborate.item import Ask
from hlogic.compiler.ir import View
from hlogic.compiler.lint.rule import Subject
from hlogic.compiler.planner import Asker
from hlogic.compiler.record import record
from hlogic.compiler.session import Families, Places, Session, Worlds


@record(eq=False)
class Effect:
    """The scopes under which an ask looks at the item, `base` apart; those of them without which,
    each taken alone, it would answer differently; and whether it would if all were `base`."""

    ask: Ask
    scopes: tuple[str, ...]
    movers: frozenset[str]
    moved: bool


def effects(subject: Subject) -> Iterator[Effect]:
    """The effects of the scopes on the asks that look at some, in the order of the text."""
    for ask in subject.item.asks.values():
        scopes: list[str] = []
        given = _answer(subject, ask, frozenset(), scopes)
        if not scopes:
            continue
        movers = {s for s in scopes if not _same(given, _answer(subject, ask, frozenset((s,))))}
        moved = bool(movers)
        if len(scopes) > 1:
            moved = not _same(given, _answer(subject, ask, frozenset(scopes)))
        yield Effect(ask, tuple(scopes), frozenset(movers), moved)


def _same(a: Result | None, b: Result | None) -> bool:
    """Whether two answers are equal, or neither is one."""
    return a is b if a is None or b is None else same_result(a, b)


def _answer(
    subject: Subject, ask: Ask, as_base: frozenset[str], used: list[str] | None = None
) -> Result | None:
    """An ask's answer where some scopes are as `base` is; None where it has none. `used` fills with
    the scopes that it comes to."""
    item = subject.item

    def changed(scope: str, chosen: Sequence[str]) -> View | None:
        return item.changes.view("base" if scope in as_base else scope, chosen)

    views = {name: item.views["base" if name in as_base else name] for name in item.views}
    changes = OtherScopes(item.changes, changed)
    asker = Asker(item.theory, views, changes, _Worlds(subject.worlds, as_base))
    try:
        return asker.answer(ask.query, ask.scope)
    except AskError:
        return None
    finally:
        if used is not None:
            used.extend(scope for scope in asker.scopes_used if scope != "base")


class _Worlds:
    """An engine for which some scopes are `base`."""

    def __init__(self, worlds: Worlds, as_base: frozenset[str]) -> None:
        self._worlds = worlds
        self._as_base = as_base

    @property
    def families(self) -> Families:
        return self._worlds.families

    def session(self, scope: str) -> Session:
        return self._worlds.session("base" if scope in self._as_base else scope)

    def open(self, view: View) -> Session:
        return self._worlds.open(view)

    def counted(self, found: Iterator[Places]) -> Iterator[Places]:
        return self._worlds.counted(found)
