"""Random declarations, scopes, asks and files; the second half of `ast_strategies`."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ast_strategies import NAMES, REFERRED, TARGETS, Trees, words
from hlogic.compiler import ast
from hlogic.compiler.syntax.lexer import RESERVED

DECLARATIONS = (
    ast.Use, ast.Background, ast.Claim, ast.Sort, ast.Var, ast.Table, ast.Derive, ast.Macro,
    ast.Define, ast.Constraint, ast.Scope, ast.Change, ast.Ask,
)  # fmt: skip
OPERATIONS = (
    ast.Only, ast.OnlyTags, ast.Retract, ast.RetractCiting, ast.RetractTags, ast.Disable,
    ast.Replace, ast.Assume, ast.Constraint, ast.Rule,
)  # fmt: skip
QUERIES = (
    ast.ExprQuery, ast.MemberQuery, ast.Rows, ast.Count, ast.Incompatible, ast.CaseQuery,
    ast.ScopesQuery, ast.ForEach, ast.Algebra, ast.Wrapped, ast.Together, ast.AskRef,
    ast.Sufficient, ast.Core, ast.Hitting, ast.Repair, ast.Ended,
)  # fmt: skip
EXPECTED = (ast.ExpectAtom, ast.ExpectSet, ast.ExpectRows, ast.ExpectTuple, ast.ExpectMap)


class Files(Trees):
    """Draws what a file is made of."""

    def idents(self) -> tuple[ast.Ident, ...]:
        return self.some(self.free_ident, 1, 2)

    def make_Ident(self) -> Any:
        return self.ident()

    def make_Trailer(self) -> Any:
        return ast.Trailer(self.some(self.free_ident, 0, 2), self.maybe(self.text))

    def tagged(self) -> Any:
        return ast.Trailer(
            self.some(self.free_ident, 0, 2),
            self.maybe(self.text),
            self.some(self.free_ident, 0, 2),
        )

    def make_Params(self) -> Any:
        if self.one([True, False]):
            return ast.Params(self.some(self.domain, 0, 2))
        return ast.Params((), self.binders(), self.maybe(self.expr))

    def make_Header(self) -> Any:
        if self.one([True, False]):
            return ast.Header("module", self.free_ident(), None, ())
        values = ["zh", "12", "007", "a b", "", "first", "-3", "½"]
        meta = self.some(lambda: (self.free_ident(), self.one(values)), 0, 2)
        return ast.Header("item", self.free_ident(), self.maybe(self.text), meta)

    def make_Use(self) -> Any:
        if self.one([True, False]):
            return ast.Use(None, self.text(), None)
        return ast.Use(".".join(self.some(self.name, 1, 3)), None, self.maybe(self.some_idents))

    def some_idents(self) -> tuple[ast.Ident, ...]:
        return self.some(self.ident, 0, 2)

    def make_Background(self) -> Any:
        text, file = self.one([(self.text(), None), (None, self.text())])
        return ast.Background(text, file)

    def make_Claim(self) -> Any:
        status = self.one(["claim", "inert", "restates", "unmodelled"])
        occurrence, place = self.one([(None, None), (2, None), (None, (120, 131))])
        because = self.text() if status == "unmodelled" else None
        if status == "inert":
            because = self.maybe(self.text)
        restated = self.free_ident() if status == "restates" else None
        return ast.Claim(
            self.free_ident(), occurrence, place, self.text(), self.maybe(self.text), status,
            restated, because,
        )  # fmt: skip

    def make_Sort(self) -> Any:
        if self.one([True, False]):
            return ast.Sort(
                self.ident(), self.aliases(), False, False, False, None, self.domain(),
                self.make_Trailer(),
            )  # fmt: skip
        open_ = self.one([True, False])
        distinct = open_ and self.one([True, False])
        return ast.Sort(
            self.ident(), self.aliases(), self.one([True, False]), open_, distinct,
            self.some(self.make_NewLabel), None, self.make_Trailer(),
        )  # fmt: skip

    def make_Var(self) -> Any:
        return ast.Var(
            self.ident(), self.make_Params(), self.aliases(), self.domain(), self.make_Trailer()
        )

    def make_Entry(self) -> Any:
        """A key of one argument that is itself a tuple has no text."""
        key = self.some(self.expr, 1, 2)
        if len(key) == 1 and isinstance(key[0], ast.Tuple):
            key = (ast.Int(1),)
        return ast.Entry(key, self.maybe(self.expr))

    def make_Table(self) -> Any:
        return ast.Table(
            self.ident(), self.make_Params(), self.aliases(), self.domain(),
            self.some(self.make_Entry), self.maybe(self.expr), self.make_Trailer(),
        )  # fmt: skip

    def make_Derive(self) -> Any:
        return ast.Derive(
            self.ident(), self.make_Params(), self.aliases(), self.maybe(self.domain), self.expr(),
            self.make_Trailer(),
        )  # fmt: skip

    def make_MacroParam(self) -> Any:
        return ast.MacroParam(self.name(), self.maybe(self.domain))

    def make_Macro(self) -> Any:
        return ast.Macro(
            self.ident(), self.some(self.make_MacroParam), self.maybe(self.domain), self.expr(),
            self.make_Trailer(),
        )  # fmt: skip

    def make_Predicate(self) -> Any:
        """`define stable {` is a stable group, whatever comes."""
        name = self.one([n for n in NAMES if n != "stable"])
        return ast.Predicate(ast.Ident(name), self.make_Params(), self.aliases())

    def make_Rule(self) -> Any:
        head = self.one([ast.Name(self.name()), ast.Call(self.name(), self.some(self.expr, 1, 2))])
        return ast.Rule(
            self.free_ident(), self.make_Params(), self.aliases(), head, self.maybe(self.expr),
            self.make_Trailer(),
        )  # fmt: skip

    def make_Define(self) -> Any:
        grouped = self.one([True, False])
        predicates = self.some(self.make_Predicate, 1, 3 if grouped else 1)
        rules = self.some(self.make_Rule, 0, 2)
        return ast.Define(self.one([True, False]), grouped, predicates, rules, self.make_Trailer())

    def make_Constraint(self) -> Any:
        return ast.Constraint(
            self.free_ident(), self.make_Params(), self.aliases(), self.expr(), self.tagged()
        )

    # ------------------------------------------------------------------ scopes

    def make_Target(self) -> Any:
        return ast.Target(self.one(TARGETS), self.maybe(lambda: self.some(self.expr, 1, 2)))

    def targets(self) -> Any:
        return self.some(self.make_Target, 1, 2)

    def make_Only(self) -> Any:
        return ast.Only(self.targets(), self.make_Trailer())

    def make_OnlyTags(self) -> Any:
        return ast.OnlyTags(self.idents(), self.make_Trailer())

    def make_Retract(self) -> Any:
        return ast.Retract(self.targets(), self.make_Trailer())

    def make_RetractCiting(self) -> Any:
        return ast.RetractCiting(self.idents(), self.make_Trailer())

    def make_RetractTags(self) -> Any:
        return ast.RetractTags(self.idents(), self.make_Trailer())

    def make_Disable(self) -> Any:
        return ast.Disable(self.targets(), self.make_Trailer())

    def make_Replace(self) -> Any:
        return ast.Replace(self.make_Target(), self.expr(), self.make_Trailer())

    def make_Assume(self) -> Any:
        return ast.Assume(self.maybe(self.ident), self.expr(), self.make_Trailer())

    def operation(self) -> Any:
        return self.node(self.one(OPERATIONS))

    def make_Scope(self) -> Any:
        return ast.Scope(
            self.free_ident(), self.aliases(), self.some(self.free_ident, 0, 2),
            self.some(self.operation), self.make_Trailer(),
        )  # fmt: skip

    def make_Change(self) -> Any:
        """The trailer of the operation is the change's."""
        operation = self.operation()
        trailer = operation.trailer
        object.__setattr__(operation, "trailer", ast.NO_TRAILER)
        weight = self.one([None, 3])
        return ast.Change(self.free_ident(), self.aliases(), weight, operation, trailer)

    # ------------------------------------------------------------------ asks

    def query(self) -> Any:
        return self.inside(lambda: self.node(self.one(QUERIES)), self.make_AskRef)

    def make_ExprQuery(self) -> Any:
        kind = self.one(words("possible necessary unique value truth values bounds"))
        by = self.maybe(lambda: self.some(self.expr, 1, 2)) if kind == "values" else None
        return ast.ExprQuery(kind, self.expr(), by)

    def make_MemberQuery(self) -> Any:
        kind = self.one(words("possible_set necessary_set contingent_set truth_of"))
        return ast.MemberQuery(kind, self.binders(), self.maybe(self.expr), self.expr())

    def make_Field(self) -> Any:
        return ast.Field(self.expr(), self.maybe(lambda: self.free_ident().name))

    def make_Rows(self) -> Any:
        return ast.Rows(self.one([True, False]), self.some(self.make_Field))

    def make_Count(self) -> Any:
        return ast.Count(self.maybe(lambda: self.some(self.make_Field)))

    def make_FormulaCase(self) -> Any:
        return ast.FormulaCase(self.free_ident(), self.maybe(self.text), self.expr())

    def make_QueryCase(self) -> Any:
        return ast.QueryCase(self.free_ident(), self.maybe(self.text), self.query())

    def make_Incompatible(self) -> Any:
        return ast.Incompatible(self.some(self.make_FormulaCase))

    def make_CaseQuery(self) -> Any:
        return ast.CaseQuery(
            self.one(["cases", "select", "choose"]), self.some(self.make_QueryCase)
        )

    def make_ScopesQuery(self) -> Any:
        kind = self.one(["for_scopes", "same", "changed"])
        return ast.ScopesQuery(kind, self.some(self.free_ident), self.query())

    def make_ForEach(self) -> Any:
        return ast.ForEach(self.binders(), self.maybe(self.expr), self.query())

    def make_Algebra(self) -> Any:
        op = self.one(["minus", "union", "intersect", "symdiff"])
        return ast.Algebra(op, self.query(), self.query())

    def make_Wrapped(self) -> Any:
        return ast.Wrapped(self.one(["size_of", "not"]), self.query())

    def make_Together(self) -> Any:
        return ast.Together(self.one(["all_of", "any_of"]), self.some(self.query))

    def make_AskRef(self) -> Any:
        return ast.AskRef(self.one(REFERRED))

    def family(self) -> Any:
        return self.one([(False, False), (True, False), (False, True)])

    def make_Sufficient(self) -> Any:
        smallest, all_ = self.family()
        return ast.Sufficient(smallest, self.some(self.make_Target), self.expr(), all_)

    def make_Core(self) -> Any:
        smallest, all_ = self.family()
        return ast.Core(smallest, self.maybe(lambda: self.some(self.make_Target)), all_)

    def make_Hitting(self) -> Any:
        smallest, all_ = self.family()
        members = self.some(self.make_Target)
        if self.one([True, False]):
            return ast.Hitting(smallest, None, members, all_)
        return ast.Hitting(smallest, self.some(lambda: members), None, all_)

    def make_Repair(self) -> Any:
        smallest, all_ = self.family()
        modality = self.one(["possible", "necessary"])
        return ast.Repair(smallest, self.some(self.free_ident), modality, self.expr(), all_)

    def make_Ending(self) -> Any:
        return ast.Ending(self.one(["where", "minimizing", "maximizing"]), self.expr())

    def make_Under(self) -> Any:
        return ast.Under(self.free_ident())

    def make_Ended(self) -> Any:
        endings = self.some(lambda: self.node(self.one([ast.Ending, ast.Under])), 1, 2)
        return ast.Ended(self.query(), endings)

    def make_ExpectAtom(self) -> Any:
        name = self.one([*NAMES, *sorted(RESERVED - {"true", "false"})])
        atoms = [
            ast.Int(3), ast.Unary("-", ast.Int(3)), ast.Bool(True), ast.Name(name),
            ast.Qualified("Doctor", "li"), ast.Call(name, self.some(self.expr, 1, 2)),
        ]  # fmt: skip
        return ast.ExpectAtom(self.one(atoms))

    def expected(self) -> Any:
        return self.inside(lambda: self.node(self.one(EXPECTED)), self.make_ExpectAtom)

    def make_ExpectSet(self) -> Any:
        return ast.ExpectSet(self.some(self.expected))

    def make_ExpectRows(self) -> Any:
        return ast.ExpectRows(self.some(self.expected))

    def make_ExpectTuple(self) -> Any:
        return ast.ExpectTuple(self.some(self.expected))

    def make_ExpectMap(self) -> Any:
        return ast.ExpectMap(self.some(lambda: (self.expected(), self.expected()), 1, 2))

    def make_Ask(self) -> Any:
        return ast.Ask(
            self.one(["ask", "check"]), self.free_ident(), self.maybe(self.text),
            self.maybe(self.free_ident), self.some(self.free_ident, 0, 2),
            self.some(self.free_ident, 0, 2), self.query(), self.maybe(self.expected),
            self.maybe(self.text),
        )  # fmt: skip

    def make_File(self) -> Any:
        declarations = self.some(lambda: self.node(self.one(DECLARATIONS)), 0, 3)
        return ast.File(self.make_Header(), declarations)


@st.composite
def files(draw: Any, room: int = 3) -> ast.File:
    tree: ast.File = Files(draw, room).make_File()
    return tree


@st.composite
def nodes(draw: Any, kind: type, room: int = 3) -> Any:
    """One node of a type, which has a `make_` method above."""
    return Files(draw, room).node(kind)


@st.composite
def expressions(draw: Any, room: int = 5) -> Any:
    return Files(draw, room).expr()


@st.composite
def queries(draw: Any, room: int = 4) -> Any:
    return Files(draw, room).query()
