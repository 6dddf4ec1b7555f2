"""Terms, types and domains of the IR as JSON, and names for the sorts and symbols in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from hlogic.backends.export.document import Object, plain
from hlogic.compiler.ir import Symbol
from hlogic.compiler.sorts import (
    BOOL_ROOT,
    INT_ROOT,
    UNDEFINED,
    Domain,
    Root,
    Scalar,
    SetType,
    TupleType,
    Type,
)
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below

T = TypeVar("T")


class TermList:
    """The terms asked for so far, each after its parts. Sorts and symbols are named by their names,
    and where two have one, as a used file's own may, the later one by `name#2`."""

    def __init__(self, sorts: Iterable[Root], symbols: Iterable[Symbol]) -> None:
        self.objects: list[Object] = []
        self._places: dict[int, int] = {}
        self._sorts: dict[Root, str] = {BOOL_ROOT: "bool", INT_ROOT: "int"}
        self._symbols: dict[Symbol, str] = {}
        for root in sorts:
            self.sort(root)
        for symbol in symbols:
            self.symbol(symbol)

    @property
    def sorts(self) -> Sequence[Root]:
        """The enumerated sorts met, and the root of inline labels."""
        return list(self._sorts)[2:]

    @property
    def symbols(self) -> Sequence[Symbol]:
        """The symbols met."""
        return list(self._symbols)

    def sort(self, root: Root) -> str:
        """The name of a sort."""
        return _named(self._sorts, root, root.name)

    def symbol(self, symbol: Symbol) -> str:
        """The name of a symbol."""
        return _named(self._symbols, symbol, symbol.name)

    def places(self, terms: Iterable[Term]) -> list[int]:
        return [self.place(term) for term in terms]

    def place(self, root: Term) -> int:
        """A term's place in the list, added with all that it is made of if it was not there."""
        for term in below([root], lambda t: t.id in self._places):
            if isinstance(term, Spread):
                self.places(term.variables)  # also those that its element does not use
            made = self._object(term)
            self._places[term.id] = len(self.objects)
            self.objects.append(made)
        return self._places[root.id]

    def _object(self, term: Term) -> Object:
        typed: Object = {"type": self.type(term.type)}
        match term:
            case Const(value=value):
                if value is UNDEFINED:
                    return {"undefined": True, **typed}
                return {"const": plain(value), **typed}  # type: ignore[arg-type]
            case Bound(name=name, domain=domain):
                return {"bound": name, "domain": self.domain(domain), **typed}
            case Ref(symbol=symbol, args=args):
                return {"ref": self.symbol(symbol), "args": self.places(args), **typed}
            case App(op=op, args=args):
                return {"op": op.name, "args": self.places(args), **typed}
            case Spread(op=op, leading=leading, variables=variables, element=element):
                return {
                    "spread": op.name,
                    "leading": self.places(leading),
                    "over": self.places(variables),
                    "element": self.places(element),
                    **typed,
                }
        raise AssertionError(term)

    # ------------------------------------------------------------------ types

    def type(self, type: Type) -> object:
        """A scalar type is a list of sorts; none for what has no value."""
        match type:
            case Scalar(roots=roots):
                return [self.sort(r) for r in sorted(roots, key=lambda r: (r.kind, r.name))]
            case TupleType(items=items):
                return {"tuple": [self.type(item) for item in items]}
            case SetType(element=element):
                return {"set": None if element is None else self.type(element)}

    def domain(self, domain: Domain) -> Object:
        """Ranges by their ends, which belong to them; other values one by one."""
        parts: list[Object] = []
        for part in domain.parts:
            if isinstance(part, range):
                parts.append({"from": part.start, "to": part.stop - 1})
            else:
                parts.append({"values": [plain(value) for value in part]})
        return {"text": " ".join(domain.name.split()), "parts": parts}


def _named(names: dict[T, str], what: T, name: str) -> str:
    found = names.get(what)
    if found is None:
        taken, number, found = set(names.values()), 1, name
        while found in taken:
            number += 1
            found = f"{name}#{number}"
        names[what] = found
    return found
