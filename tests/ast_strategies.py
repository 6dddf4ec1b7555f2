"""Random syntax trees, of every node type, that a text can have.

`Trees` draws one node of a type and asks for its parts with less room, so trees are small and
shrink well. What no text says is not made; comments say where.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import strategies as st

from hlogic.compiler import ast
from hlogic.compiler.syntax.lexer import RESERVED

T = TypeVar("T")


def words(text: str) -> list[str]:
    return text.split()


# Words that are keywords elsewhere are names here, which is where a printer can go wrong.
NAMES = words(
    "a b c f li wang x1 _y 甲 值班 open rows worlds values minus all cites tags of under case"
    " stable note distinct with to for by as where_ expect only weight Doctor int bool"
)
# What an ask may be called where it is referred to; `possible` begins a query, as `values` does.
REFERRED = [*NAMES, "possible"]
# After `retract` these two are read as what follows.
TARGETS = [n for n in NAMES if n not in ("tags", "citing")]
WORD_FUNCTIONS = words("defined rank next prev first last size abs subset")
ARITHMETIC = words("+ - * // %")
COMPARISONS = words("== != < <= > >=")


class Trees:
    """Draws nodes; `room` bounds how much more may nest."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any], room: int) -> None:
        self.draw = draw
        self.room = room

    # ------------------------------------------------------------------ small things

    def one(self, choices: Any) -> Any:
        return self.draw(st.sampled_from(list(choices)))

    def some(self, make: Callable[[], T], low: int = 0, high: int = 3) -> tuple[T, ...]:
        return tuple(make() for _ in range(self.draw(st.integers(low, high))))

    def maybe(self, make: Callable[[], T]) -> T | None:
        return make() if self.draw(st.booleans()) else None

    def name(self) -> str:
        name: str = self.one(NAMES)
        return name

    def ident(self) -> ast.Ident:
        return ast.Ident(self.name())

    def free_ident(self) -> ast.Ident:
        """The name of what is no value may be a reserved word."""
        return ast.Ident(self.one([*NAMES, *sorted(RESERVED - {"true", "false"})]))

    def text(self) -> str:
        text: str = self.draw(
            st.text(max_size=8)
            | st.text(alphabet="a\n \"'\\」甲\t\r", max_size=8)
            | st.sampled_from(['"""', "a\nb", "\n", "a\n  ", ""])
        )
        return text.encode("utf-8", "ignore").decode()

    def aliases(self) -> tuple[str, ...]:
        return self.some(self.text, 0, 2)

    def inside(self, make: Callable[[], T], leaf: Callable[[], T]) -> T:
        """A part of a node, which has less room than the node."""
        if self.room <= 0:
            return leaf()
        self.room -= 1
        made = make()
        self.room += 1
        return made

    # ------------------------------------------------------------------ expressions

    def leaf(self) -> Any:
        return self.one(
            [
                ast.Name(self.name()),
                ast.Int(self.one([0, 1, 3, 10**30])),
                ast.Bool(self.one([True, False])),
                ast.Qualified(self.name(), self.name()),
            ]
        )

    def expr(self) -> Any:
        kinds = [ast.Int, ast.Bool, ast.Name, ast.Qualified, *EXPRESSIONS]
        return self.inside(lambda: self.node(self.one(kinds)), self.leaf)

    def node(self, kind: type) -> Any:
        return getattr(self, f"make_{kind.__name__}")()

    def make_Int(self) -> Any:
        return ast.Int(self.one([0, 7, 10**25]))

    def make_Bool(self) -> Any:
        return ast.Bool(self.one([True, False]))

    def make_Name(self) -> Any:
        return ast.Name(self.name())

    def make_Qualified(self) -> Any:
        return ast.Qualified(self.name(), self.name())

    def make_Call(self) -> Any:
        return ast.Call(self.one([*NAMES, *WORD_FUNCTIONS]), self.some(self.expr, 1, 3))

    def make_Unary(self) -> Any:
        return ast.Unary(self.one(["not", "-"]), self.expr())

    def make_Chain(self) -> Any:
        return ast.Chain(self.one(["and", "or"]), self.some(self.expr, 2, 4))

    def make_Binary(self) -> Any:
        op = self.one(["iff", "implies", "xor", *COMPARISONS, *ARITHMETIC])
        return ast.Binary(op, self.expr(), self.expr())

    def make_SetLit(self) -> Any:
        return ast.SetLit(self.some(self.expr))

    def make_RangeLit(self) -> Any:
        return ast.RangeLit(self.expr(), self.expr())

    def make_In(self) -> Any:
        kind = self.one([ast.SetLit, ast.RangeLit, ast.Subset, None])
        collection = self.expr() if kind is None else self.node(kind)
        return ast.In(self.expr(), collection, self.one([True, False]))

    def make_Tuple(self) -> Any:
        return ast.Tuple(self.some(self.expr, 2, 3))

    def make_If(self) -> Any:
        return ast.If(self.expr(), self.expr(), self.expr())

    def make_Arm(self) -> Any:
        key = self.one([ast.Name, ast.Qualified, ast.Int, ast.Bool, None])
        negative = ast.Unary("-", ast.Int(3))
        return ast.Arm(negative if key is None else self.node(key), self.expr())

    def make_Match(self) -> Any:
        return ast.Match(self.expr(), self.some(self.make_Arm, 1), self.maybe(self.expr))

    def make_Binder(self) -> Any:
        return ast.Binder(self.some(self.ident, 1, 2), self.domain())

    def binders(self) -> Any:
        return self.some(self.make_Binder, 1, 2)

    def make_Quant(self) -> Any:
        kind = self.one(["forall", "exists"])
        return ast.Quant(kind, self.binders(), self.maybe(self.expr), self.expr())

    def make_Agg(self) -> Any:
        kind = self.one(
            words("count sum min max all_different set select_unique exactly at_least at_most")
        )
        cardinal = kind in ("exactly", "at_least", "at_most")
        body = self.expr()
        if kind == "select_unique" or (kind == "set" and self.one([True, False])):
            body = None
        default = self.maybe(self.expr) if kind in ("min", "max", "select_unique") else None
        bound = self.expr() if cardinal else None
        return ast.Agg(kind, bound, self.binders(), self.maybe(self.expr), body, default)

    def make_AggOf(self) -> Any:
        kind = self.one(words("count sum min max all_different set exactly at_least at_most"))
        bound = self.expr() if kind in ("exactly", "at_least", "at_most") else None
        return ast.AggOf(kind, bound, self.some(self.expr))

    # ------------------------------------------------------------------ domains

    def domain(self) -> Any:
        kinds = [ast.NamedDomain, ast.RangeLit, ast.Subset, ast.Members, ast.Union]
        return self.inside(lambda: self.node(self.one(kinds)), self.make_NamedDomain)

    def make_NamedDomain(self) -> Any:
        return ast.NamedDomain(self.name())

    def make_Subset(self) -> Any:
        return ast.Subset(self.name(), self.some(self.ident))

    def make_NewLabel(self) -> Any:
        return ast.NewLabel(self.name(), self.aliases())

    def make_Members(self) -> Any:
        negative = ast.Unary("-", ast.Int(2))
        return ast.Members(
            self.some(lambda: self.one([self.make_NewLabel(), ast.Int(5), negative]))
        )

    def make_Union(self) -> Any:
        kinds = [ast.NamedDomain, ast.RangeLit, ast.Subset, ast.Members]
        return ast.Union(self.some(lambda: self.node(self.one(kinds)), 2, 3))


EXPRESSIONS = (
    ast.Call, ast.Unary, ast.Chain, ast.Binary, ast.In, ast.Tuple, ast.If, ast.Match, ast.Quant,
    ast.Agg, ast.AggOf,
)  # fmt: skip
