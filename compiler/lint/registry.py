"""The rules of lint, a row each. `docs/lint.md` has a section for every code."""

from __future__ import annotations

from collections.abc import Mapping

from hlogic.compiler.diagnostics import Severity
from hlogic.compiler.lint.rule import Rule


def _row(code: str, severity: Severity, summary: str, check: str = "", deep: bool = False) -> Rule:
    """A rule whose function is `check` in the module of the same name, unless said otherwise."""
    return Rule(code, severity, summary, check or code.replace("-", "_") + ".check", deep)


_ROWS = (
    # what of the text is caught by the theory
    _row("uncovered-text", "error", "a passage of the background is in no claim"),
    _row("claim-not-cited", "error", "a claim is cited by nothing"),
    _row("claim-only-declared", "warning", "a claim is cited only where nothing is ruled out"),
    # what of the theory is licensed by the text
    _row("uncited-constraint", "error", "a constraint cites no claim"),
    _row("uncited-rule", "error", "a rule of a `define` cites no claim"),
    _row("uncited-variable", "warning", "a variable cites no claim"),
    _row("uncited-table", "warning", "a table cites no claim"),
    _row("uncited-derivation", "warning", "a derived term cites no claim"),
    # what nothing uses
    _row("unused-variable", "warning", "no constraint and no ask reads a variable"),
    _row("unused-sort", "warning", "nothing is of a sort"),
    _row("unused-table", "warning", "nothing reads a table"),
    _row("unused-derivation", "warning", "nothing reads a derived term or predicate"),
    _row("unused-macro", "warning", "nothing calls a macro"),
    _row("unused-scope", "warning", "nothing is asked under a scope"),
    _row("unused-change", "warning", "no repair may make a change"),
    _row("unmentioned-label", "info", "no constraint and no ask speaks of a label"),
    # what a reader misses
    _row("missing-question", "warning", "an ask does not quote its question"),
    _row("missing-alias", "warning", "what answers and worlds show has no words"),
    _row("partial-alias", "warning", "an alias says some of its arguments and not others"),
    _row("several-assertions", "warning", "a constraint asserts several independent things"),
    _row("shadowing", "warning", "a macro's parameter hides a name of the item"),
    # what does nothing
    _row("constant-comparison", "warning", "a comparison comes out the same in every world"),
    _row("idle-operation", "warning", "an operation of a scope changes nothing"),
    _row("kept-untagged", "info", "`only tags` keeps a constraint because it has no tag"),
    _row("repeated-rows", "warning", "rows repeat by what is not projected"),
    # what an engine finds: deep rules
    _row("theory-without-world", "error", "no world meets all constraints of the item", deep=True),
    _row("scope-without-world", "warning", "a scope has no world", deep=True),
    _row("idle-constraint", "warning", "a constraint never excludes a world", deep=True),
    _row("undefined-constraint", "warning", "a constraint excludes by being undefined", deep=True),
    _row("undefined-derivation", "warning", "a derived term has no value somewhere", deep=True),
    _row("vacuous-necessary", "warning", "an ask about all worlds is about none", deep=True),
    _row("fixed-variable", "info", "a variable has one value in all worlds", deep=True),
    _row("untaken-value", "info", "a variable never has a value of its domain", deep=True),
    _row("idle-scope", "warning", "a scope changes no answer", deep=True),
    _row("unmoved-ask", "info", "an ask answers under its scopes as under base", deep=True),
    # comments that silence, last: it must be known what they have silenced
    _row("bad-silencing", "error", "a `# lint:` comment is no silencing", "silencing.written"),
    _row("unused-silencing", "warning", "a silencing silences nothing", "silencing.needed"),
)

RULES: Mapping[str, Rule] = {rule.code: rule for rule in _ROWS}
