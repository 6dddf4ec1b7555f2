"""Queries and expectations as pieces."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.compiler import ast
from hlogic.compiler.syntax.layout import Mark
from hlogic.compiler.syntax.lexer import word_set
from hlogic.compiler.syntax.print_expressions import (
    ExpressionWriter,
    Member,
    Part,
    Pieces,
    broken,
    listed,
    parts,
    quoted,
)

# Which queries a place takes without parentheses.
_ENDED_OK = 1  # a query with its endings
_SIMPLE = 2  # a query without: endings follow
_PREFIXED = (ast.ScopesQuery, ast.ForEach, ast.Wrapped)
# An ask of such a name is read as that query where a name or an expression seems to follow.
_BEGINNING = word_set(
    "possible necessary unique value truth bounds values possible_set necessary_set contingent_set"
    " truth_of for_each"
)


class QueryWriter(ExpressionWriter):
    """Writes section 9."""

    def query(self, node: ast.Query, place: int = 0) -> Pieces:
        bare = (
            not (place and isinstance(node, ast.Algebra))
            and not (place == _SIMPLE and isinstance(node, (ast.Ended, *_PREFIXED)))
        )  # fmt: skip
        return [Part(node)] if bare else ["(", Part(node), ")"]

    def write_ExprQuery(self, node: ast.ExprQuery, last: bool) -> Pieces:
        keys = [] if node.by is None else [" by ", *listed("(", parts(node.by), ")")]
        return [f"{node.kind} ", Part(node.expr), *keys]

    def write_MemberQuery(self, node: ast.MemberQuery, last: bool) -> Pieces:
        head = self.binders(node.binders, node.where)
        return broken(
            f"{node.kind} ", *head, ":", Mark.INDENT, Mark.LINE, Part(node.body), Mark.DEDENT
        )

    def fields(self, fields: Sequence[ast.Field]) -> Pieces:
        members: list[Member] = []
        for field in fields:
            name = "" if field.name is None else f" as {field.name}"
            members.append((field.span, [Part(field.expr), name]))
        return listed("(", members, ")")

    def write_Rows(self, node: ast.Rows, last: bool) -> Pieces:
        return ["rows distinct " if node.distinct else "rows ", *self.fields(node.fields)]

    def write_Count(self, node: ast.Count, last: bool) -> Pieces:
        if node.fields is None:
            return ["count worlds"]
        return ["count ", *self.fields(node.fields)]

    def _cases(
        self, word: str, cases: Sequence[ast.FormulaCase] | Sequence[ast.QueryCase]
    ) -> Pieces:
        members: list[Member] = []
        for case in cases:
            text = "" if case.text is None else f" {quoted(case.text)}"
            head = f"case {case.name.name}{text}:"
            nested = isinstance(case.body, (ast.CaseQuery, ast.Incompatible))
            body: Pieces = [Mark.INDENT, " " if nested else Mark.LINE, Part(case.body), Mark.DEDENT]
            members.append((case.span, broken(head, *body)))
        between = Mark.HARD if len(members) > 1 else Mark.LINE
        return [f"{word} ", *listed("{", members, "}", "", edge=Mark.LINE, between=between)]

    def write_Incompatible(self, node: ast.Incompatible, last: bool) -> Pieces:
        return self._cases("incompatible", node.cases)

    def write_CaseQuery(self, node: ast.CaseQuery, last: bool) -> Pieces:
        return self._cases(node.kind, node.cases)

    def write_ScopesQuery(self, node: ast.ScopesQuery, last: bool) -> Pieces:
        scopes = listed("{", parts(node.scopes), "}")
        return [f"{node.kind} ", *scopes, ": ", *self.query(node.query, _ENDED_OK)]

    def write_ForEach(self, node: ast.ForEach, last: bool) -> Pieces:
        head = self.binders(node.binders, node.where)
        return ["for_each ", *head, ": ", *self.query(node.query, _ENDED_OK)]

    def write_Algebra(self, node: ast.Algebra, last: bool) -> Pieces:
        return broken(Part(node.left), Mark.LINE, f"{node.op} ", *self.query(node.right, _ENDED_OK))

    def write_Wrapped(self, node: ast.Wrapped, last: bool) -> Pieces:
        word = "not " if node.kind == "not" else "size of "
        return [word, *self.query(node.query, _ENDED_OK)]

    def write_Together(self, node: ast.Together, last: bool) -> Pieces:
        return [f"{node.kind} ", *listed("{", parts(node.queries), "}", edge=Mark.LINE)]

    def write_AskRef(self, node: ast.AskRef, last: bool) -> Pieces:
        return [f"({node.name})" if node.name in _BEGINNING else node.name]

    def write_Ended(self, node: ast.Ended, last: bool) -> Pieces:
        pieces: Pieces = [*self.query(node.query, _SIMPLE), Mark.INDENT]
        for ending in node.endings:
            pieces += [Mark.LINE, Part(ending)]
        return broken(*pieces, Mark.DEDENT)

    def write_Ending(self, node: ast.Ending, last: bool) -> Pieces:
        return [f"{node.kind} ", Part(node.expr)]

    def write_Under(self, node: ast.Under, last: bool) -> Pieces:
        return [f"under {node.scope.name}"]

    # ------------------------------------------------------------------ families

    def _family(self, word: str, node: ast.Sufficient | ast.Core | ast.Hitting | ast.Repair) -> str:
        return f"{word}{' all' if node.all else ' smallest' if node.smallest else ''}"

    def targets(self, targets: Sequence[ast.Target]) -> Pieces:
        return listed("{", parts(targets), "}")

    def write_Target(self, node: ast.Target, last: bool) -> Pieces:
        return (
            [node.name] if node.args is None else [node.name, *listed("(", parts(node.args), ")")]
        )

    def write_Sufficient(self, node: ast.Sufficient, last: bool) -> Pieces:
        head = self._family("sufficient", node)
        return [f"{head} ", *self.targets(node.members), " for ", Part(node.goal)]

    def write_Core(self, node: ast.Core, last: bool) -> Pieces:
        head = self._family("core", node)
        return [head] if node.members is None else [f"{head} of ", *self.targets(node.members)]

    def write_Hitting(self, node: ast.Hitting, last: bool) -> Pieces:
        head = self._family("hitting", node)
        if node.cores_of is not None:
            return [f"{head} cores of ", *self.targets(node.cores_of)]
        # The sets have no place of their own in the tree, so comments find none among them.
        pieces: Pieces = []
        for members in node.sets or ():
            pieces += [",", Mark.LINE] if pieces else []
            pieces.append("{")
            for at, target in enumerate(members):
                pieces += [", " if at else "", Part(target)]
            pieces.append("}")
        if not pieces:
            return [f"{head} {{}}"]
        pieces = [Mark.INDENT, Mark.LINE, *pieces, Mark.DEDENT, Mark.LINE, "}"]
        return [f"{head} {{", *broken(*pieces)]

    def write_Repair(self, node: ast.Repair, last: bool) -> Pieces:
        changes = listed("{", parts(node.changes), "}")
        return [
            f"{self._family('repair', node)} ", *changes, f" to {node.modality} ", Part(node.goal)
        ]  # fmt: skip

    # ------------------------------------------------------------------ expectations

    def write_ExpectAtom(self, node: ast.ExpectAtom, last: bool) -> Pieces:
        return [Part(node.value)]

    def write_ExpectSet(self, node: ast.ExpectSet, last: bool) -> Pieces:
        return listed("{", parts(node.items), "}")

    def write_ExpectRows(self, node: ast.ExpectRows, last: bool) -> Pieces:
        return listed("[", parts(node.items), "]")

    def write_ExpectTuple(self, node: ast.ExpectTuple, last: bool) -> Pieces:
        return listed("(", parts(node.items), ")")

    def write_ExpectMap(self, node: ast.ExpectMap, last: bool) -> Pieces:
        members: list[Member] = [
            (key.span.to(value.span), [Part(key), ": ", Part(value)]) for key, value in node.entries
        ]
        return listed("{", members, "}")
