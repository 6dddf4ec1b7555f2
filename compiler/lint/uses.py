"""Which declaration of a file names which, and what is reached from its constraints and asks.

Only reading counts: what `replace` overrides and what the head of a rule gives is not read there.
What a declaration names that nothing reaches is not reached by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hlogic.compiler import ast
from hlogic.compiler.elaborate.item import CompiledItem
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.record import record

# A space and a name in it: value, constraint, scope, change, ask; `within` is what the operations
# of a scope or change read.
Thing = tuple[str, str]


@record(eq=False)
class Uses:
    """`reads` holds what each thing names, in the order of the text; `reached` what constraints,
    asks and the operations of scopes and changes come to."""

    reads: Mapping[Thing, tuple[Thing, ...]]
    reached: frozenset[Thing]

    def reached_from(self, roots: Iterable[Thing]) -> set[Thing]:
        """What some things come to, themselves among it."""
        return _reached(roots, self.reads)

    def readers(self, thing: Thing) -> list[str]:
        """The names of what names a thing, beside itself, in the order of the text."""
        return [by[1] for by, named in self.reads.items() if by != thing and thing in named]


def uses_of(item: CompiledItem) -> Uses:
    """The uses of an item's own file. All that a library declares is there to be used."""
    reads: dict[Thing, tuple[Thing, ...]] = {}
    roots: list[Thing] = []
    for declared in item.file.declarations:
        for thing, root, named in _things(declared, item.names):
            reads[thing] = tuple(dict.fromkeys([*reads.get(thing, ()), *named]))
            if root or item.file.header.kind == "module":
                roots.append(thing)
    return Uses(reads, frozenset(_reached(roots, reads)))


def _reached(roots: Iterable[Thing], reads: Mapping[Thing, tuple[Thing, ...]]) -> set[Thing]:
    found: set[Thing] = set()
    waiting = list(roots)
    while waiting:
        thing = waiting.pop()
        if thing not in found:
            found.add(thing)
            waiting.extend(reads.get(thing, ()))
    return found


def _things(declared: ast.Declaration, names: Names) -> Iterator[tuple[Thing, bool, list[Thing]]]:
    """What one declaration declares: a thing, whether it is a root, and what it names."""
    match declared:
        case ast.Sort() | ast.Var() | ast.Table() | ast.Derive():
            yield ("value", declared.name.name), False, _values([declared], names)
        case ast.Macro():
            own = {p.name for p in declared.params}
            named = _values([declared], names)
            yield ("value", declared.name.name), False, [t for t in named if t[1] not in own]
        case ast.Define():
            yield from _defined(declared, names)
        case ast.Constraint():
            yield ("constraint", declared.id.name), True, _values([declared], names)
        case ast.Scope():
            name = declared.name.name
            yield ("scope", name), False, [("scope", p.name) for p in declared.parents]
            inside = [part for o in declared.operations for part in _read_by(o)]
            yield ("within", name), True, _values(inside, names)
        case ast.Change():
            name = declared.name.name
            yield ("change", name), False, []
            yield ("within", name), True, _values(_read_by(declared.operation), names)
        case ast.Ask():
            yield (
                ("ask", declared.id.name),
                True,
                [*_asked(declared), *_values([declared.query], names)],
            )


def _defined(define: ast.Define, names: Names) -> Iterator[tuple[Thing, bool, list[Thing]]]:
    """The predicates of a group, each with all that its rules read."""
    inside: list[ast.Node] = [p.params for p in define.predicates]
    for rule in define.rules:
        inside += _read_by(rule)
    for predicate in define.predicates:
        yield ("value", predicate.name.name), False, _values(inside, names)


def _read_by(operation: ast.Operation) -> list[ast.Node]:
    """The parts of an operation, or of a rule, that read something."""
    if not isinstance(operation, ast.Rule):
        return [operation]
    args = operation.head.args if isinstance(operation.head, ast.Call) else ()
    body = () if operation.body is None else (operation.body,)
    return [operation.params, *args, *body]


def _values(nodes: Iterable[ast.Node], names: Names) -> list[Thing]:
    """The value names that some nodes read."""
    found: dict[Thing, None] = {}
    for root in nodes:
        for node in ast.walk(root):
            match node:
                case ast.Name(name=name) | ast.Call(name=name) | ast.NamedDomain(name=name):
                    pass
                case ast.Subset(sort=name) | ast.Qualified(sort=name):
                    pass
                case _:
                    continue
            if name in names.values:
                found["value", name] = None
    return list(found)


def _asked(ask: ast.Ask) -> Iterator[Thing]:
    """The scopes, changes and asks that an ask names."""
    if ask.under is not None:
        yield "scope", ask.under.name
    for node in ast.walk(ask.query):
        match node:
            case ast.Under(scope=scope):
                yield "scope", scope.name
            case ast.ScopesQuery(scopes=scopes):
                yield from (("scope", s.name) for s in scopes)
            case ast.Repair(changes=changes):
                yield from (("change", c.name) for c in changes)
            case ast.AskRef(name=name):
                yield "ask", name
