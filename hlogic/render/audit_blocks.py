"""An audit as a document: headings, lines, and items of lists, which text and Markdown lay out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from hlogic.compiler.material import (
    AskMaterial,
    Audit,
    ClaimMaterial,
    ConstraintMaterial,
    DerivedMaterial,
    DerivedValue,
    Excluded,
    Fact,
    Load,
    Passages,
    RuleLoad,
    RuleMaterial,
    ScopeMaterial,
    Stratum,
    Told,
)
from hlogic.compiler.record import record
from hlogic.render.audit_words import phrases
from hlogic.render.text import Words, inline

LISTED = 3  # instances of a Boolean family that are told one by one, false ones too


@record
class Block:
    """A heading of a level, a line, or an item of a list at a depth. `code` is a name or a formula
    of the item that the text begins with."""

    kind: Literal["heading", "line", "item"]
    level: int
    text: str
    code: str = ""


def blocks(audit: Audit) -> Iterator[Block]:
    """The whole document, part by part."""
    return _Document(audit).all()


def ask_blocks(audit: Audit, ask: AskMaterial) -> Iterator[Block]:
    """What the document says of one ask."""
    return _Document(audit).ask(ask)


class _Document:
    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self._say = phrases(audit.language)
        self._words = Words(audit.language)

    def all(self) -> Iterator[Block]:
        audit, say = self._audit, self._say
        name = f"{audit.title} ({audit.item})" if audit.title else audit.item
        yield Block("heading", 1, say["title"].format(item=name))
        yield from self._findings()
        if "sufficiency" in audit.parts:
            yield Block("heading", 2, say["sufficiency"])
            yield Block("line", 0, say["sufficiency-question"])
            for ask in audit.asks:
                yield from self.ask(ask)
        if audit.scopes:
            yield from self._scopes(audit.scopes)
        if "necessity" in audit.parts:
            yield Block("heading", 2, say["necessity"])
            yield Block("line", 0, say["necessity-question"])
            for constraint in audit.constraints:
                yield from self._constraint(constraint)
            yield from self._definitions()
        if "claims" in audit.parts:
            yield Block("heading", 2, say["claims"])
            for claim in audit.claims:
                yield from self._claim(claim)

    def _definitions(self) -> Iterator[Block]:
        if self._audit.derived:
            yield Block("heading", 2, self._say["derived"])
            yield Block("line", 0, self._say["derived-question"])
            for derived in self._audit.derived:
                yield from self._derived(derived)
        if self._audit.rules:
            yield Block("heading", 2, self._say["rules"])
            for rule in self._audit.rules:
                yield from self._rule(rule)

    # ------------------------------------------------------------------ small words

    def _names(self, names: Sequence[str]) -> str:
        return self._say["list"].join(names) or self._say["none"]

    def _values(self, values: Sequence[object]) -> str:
        return self._say["list"].join(inline(v, self._words) for v in values)  # type: ignore[arg-type]

    def _limit(self, limit: str | None, depth: int) -> Iterator[Block]:
        if limit is not None:
            yield Block("item", depth, self._say["limit"].format(limit))

    def _told(self, told: Told) -> str:
        if told.problem is not None:
            return told.problem
        if isinstance(told.display, list):
            text = self._values(told.display) or self._say["none"]
            return text + (self._say["cut"].format(size=told.size) if told.size else "")
        return inline(told.display, self._words)  # type: ignore[arg-type]

    def _cites(self, cites: Passages) -> Iterator[Block]:
        for claim, text in cites:
            yield Block("item", 1, self._say["quote"].format(" ".join(text.split())), claim)
        if not cites:
            yield Block("item", 1, self._say["uncited"])

    def _facts(self, facts: Sequence[Fact]) -> Iterator[str]:
        """A line a declaration; of a Boolean family the true instances, and how many are not."""
        groups: dict[str, list[Fact]] = {}
        for fact in facts:
            groups.setdefault(fact.symbol, []).append(fact)
        for group in groups.values():
            told = [f.text for f in group]
            if len(group) > LISTED and all(isinstance(f.value, bool) for f in group):
                told = [f.text for f in group if f.value is True]
                if len(told) < len(group):
                    told.append(self._say["rest-false"].format(n=len(group) - len(told)))
            yield self._say["join"].join(told) + self._say["end"]

    # ------------------------------------------------------------------ findings

    def _findings(self) -> Iterator[Block]:
        yield Block("heading", 2, self._say["findings"])
        about: dict[str, list[str]] = {}
        for finding in self._audit.findings:
            details = f" ({self._names(finding.details)})" if finding.details else ""
            about.setdefault(finding.code, []).append(finding.about + details)
        for code, found in about.items():
            yield Block("item", 1, f"{self._say[code]}{self._say['colon']}{self._names(found)}")
        if not about:
            yield Block("line", 0, self._say["no-findings"])

    # ------------------------------------------------------------------ sufficiency

    def ask(self, ask: AskMaterial) -> Iterator[Block]:
        under = "" if ask.scope == "base" else f" ({ask.scope})"
        yield Block("heading", 3, " ".join(ask.question.split()) + under, ask.id)
        answer = self._told(ask.answer)
        yield Block("line", 0, f"{self._say['answer']}{self._say['colon']}{answer}")
        for stratum in ask.strata:
            yield from self._stratum(stratum)
        if ask.left_out:
            yield Block("item", 1, self._say["left-out"].format(n=ask.left_out))
        yield from self._limit(ask.limit, 1)

    def _stratum(self, stratum: Stratum) -> Iterator[Block]:
        say = self._say
        path = say["list"].join(stratum.path)
        outcome = say[stratum.outcome].format(stratum.value)
        told = f"{path}{say['colon']}" if path else ""
        told += f"`{stratum.about}` {outcome}" if stratum.about else outcome
        if stratum.worlds:
            worlds = say["of-worlds"].format(worlds=self._names(stratum.worlds))
            told += say["colon"] + worlds + (say["more"] if stratum.more else "")
        elif stratum.limit is None and stratum.outcome != "error":
            told += say["colon"] + say["no-world"]
            if stratum.because:
                told += say["because"].format(self._names(stratum.because))
        yield Block("item", 1, told)
        yield from self._limit(stratum.limit, 2)

    def _scopes(self, scopes: Sequence[ScopeMaterial]) -> Iterator[Block]:
        told = [s for s in scopes if s.worlds or not s.admits]
        if told:
            yield Block("heading", 2, self._say["worlds"])
        for scope in told:
            alias = "" if scope.alias is None else f" {scope.alias}"
            yield Block("heading", 3, self._say["scope"].format(scope.name) + alias)
            if scope.admits is False:
                what = {0: "conflict-empty", 1: "conflict-one"}.get(len(scope.conflict), "conflict")
                if scope.limit is None:
                    yield Block("line", 0, self._say[what].format(self._names(scope.conflict)))
            yield from self._limit(scope.limit, 1)
            for world in scope.worlds:
                first, *more = list(self._facts(world.facts)) or [self._say["none"]]
                yield Block("item", 1, first, world.id)
                yield from (Block("item", 2, line) for line in more)

    # ------------------------------------------------------------------ necessity

    def _constraint(self, constraint: ConstraintMaterial) -> Iterator[Block]:
        yield Block("heading", 3, constraint.alias or "", constraint.id)
        yield Block("line", 0, "", constraint.formula)
        yield from self._cites(constraint.cites)
        for scopes, load in _together(constraint.loads):
            yield from self._load(scopes, load)

    def _load(self, scopes: Sequence[str], load: Load) -> Iterator[Block]:
        say = self._say
        head = self._names(scopes) + say["colon"]
        if load.formula is not None:
            yield Block("item", 1, head + say["now"].format(f"`{load.formula}`"))
        if load.state == "carries":
            for world in load.worlds:
                yield Block("item", 1, head + say["carries"] + self._by(world))
                yield from self._excluded(world)
        elif load.state == "vacuous":
            yield Block("item", 1, head + say["vacuous"])
        elif load.state == "idle":
            what = "idle" if load.implied_by else "idle-definitions"
            what = what if load.limit is None else "idle-unknown"
            yield Block("item", 1, head + say[what].format(self._names(load.implied_by)))
        else:
            yield Block("item", 1, head.rstrip())
        yield from self._limit(load.limit, 2)

    def _by(self, world: Excluded) -> str:
        brackets = "（{}）" if self._say["list"] == "、" else " ({})"
        return brackets.format(self._say[f"by-{world.how}"].format(self._names(world.by)))

    def _excluded(self, world: Excluded) -> Iterator[Block]:
        read = [f for f in world.facts if f.variable in world.reads]
        rest = [f for f in world.facts if f.variable not in world.reads]
        for word, facts in (("reads", read), ("others", rest)):
            told = " ".join(self._facts(facts))
            if told:
                yield Block("item", 2, f"{self._say[word]}{self._say['colon']}{told}")

    # ------------------------------------------------------------------ definitions

    def _derived(self, derived: DerivedMaterial) -> Iterator[Block]:
        yield Block("heading", 3, derived.alias or "", derived.id)
        yield Block("line", 0, "", derived.formula)
        yield from self._cites(derived.cites)
        if derived.world is None:
            yield Block("item", 1, self._say["no-world"])
        else:
            where = self._say["in-world"].format(derived.world)
            yield Block("item", 1, f"{where}{self._say['colon'].rstrip()}")
        for value in derived.values:
            yield from self._derived_value(value)
        if derived.left_out:
            yield Block("item", 2, self._say["instances-left-out"].format(n=derived.left_out))

    def _derived_value(self, value: DerivedValue) -> Iterator[Block]:
        say = self._say
        told = [value.text if value.value is not None else f"{value.text}: {say['no-value']}"]
        if value.elsewhere:
            told.append(say["elsewhere"].format(self._names(value.elsewhere)))
        if value.never:
            told.append(say["never"].format(self._names(value.never)))
        if value.left_out:
            told.append(say["values-left-out"].format(n=value.left_out))
        if value.sometimes_undefined:
            told.append(say["sometimes-undefined"])
        yield Block("item", 2, value.id if value.limit else say["join"].join(told))
        yield from self._limit(value.limit, 3)

    def _rule(self, rule: RuleMaterial) -> Iterator[Block]:
        yield Block("heading", 3, "", rule.id)
        yield Block("line", 0, "", rule.formula)
        yield from self._cites(rule.cites)
        for scopes, load in _together(rule.loads):
            yield from self._rule_load(scopes, load)

    def _rule_load(self, scopes: Sequence[str], load: RuleLoad) -> Iterator[Block]:
        say = self._say
        head = self._names(scopes) + say["colon"]
        if load.state == "unknown":
            yield Block("item", 1, head.rstrip())
            yield from self._limit(load.limit, 2)
        elif load.state == "vacuous":
            yield Block("item", 1, head + say["vacuous"])
        elif load.state in ("idle", "silent"):
            yield Block("item", 1, head + say[f"rule-{load.state}"])
        else:
            told = []
            if load.changes:
                sides = (say["join"].join(side) for side in zip(*load.changes, strict=True))
                before, after = sides
                told.append(say["rule-carries"].format(before=before, after=after))
            if load.admitted != "both":
                told.append(say[f"rule-{load.admitted}"])
            yield Block("item", 1, head + say["join"].join(told))
            yield from (Block("item", 2, line) for line in self._facts(load.facts))

    # ------------------------------------------------------------------ claims

    def _claim(self, claim: ClaimMaterial) -> Iterator[Block]:
        if claim.status == "inert":
            return
        say = self._say
        text = say["quote"].format(" ".join(claim.text.split()))
        status = "" if claim.status == "claim" else f" ({say[f'status-{claim.status}']})"
        yield Block("heading", 3, text + status, claim.id)
        if not claim.removed:
            yield Block("item", 1, say["claim-free"])
            return
        told = say["claim-removed"].format(self._names(claim.removed)) + say["colon"]
        unchanged = not claim.changes and not claim.unknown
        yield Block("item", 1, told + say["claim-unchanged"] if unchanged else told.rstrip())
        for change in claim.changes:
            before, after = self._told(change.before), self._told(change.after)
            line = say["claim-changes"].format(ask=change.ask, before=before, after=after)
            yield Block("item", 2, line)
        for ask, limit in claim.unknown:
            yield Block("item", 2, say["claim-unknown"].format(ask=ask, limit=limit))


L = TypeVar("L", Load, RuleLoad)


def _together(loads: Sequence[L]) -> list[tuple[list[str], L]]:
    """Loads that differ by their scope alone, told once."""
    found: list[tuple[list[str], L]] = []
    for load in loads:
        for scopes, other in found:
            if replace(load, scope="") == replace(other, scope=""):
                scopes.append(load.scope)
                break
        else:
            found.append(([load.scope], load))
    return found
