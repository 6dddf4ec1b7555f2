"""Proofs for people, as text and as Markdown.

    q2  若规则反过来，李明值周一时王芳必值周三吗？  (under swapped)
        答案：true
        `duty(wed) == wang` 在所有情形下成立（已知 `duty(mon) == li`）
        1. 周一的值班医生是李明
           据 已知条件
        2. 周三的值班医生是王芳
           由 1，据 li_wang `duty(mon) == li implies duty(wed) == wang`
        所以结论成立：2
        线性：2 步；前提 4 条，用到 2 条

A case stands further in. In Markdown the steps are a list and the reasons are in italics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.compiler.ir import Theory
from hlogic.compiler.proof.explained import Explained, Part, Proved, Shown, World
from hlogic.compiler.proof.measures import Measures
from hlogic.compiler.proof.premises import Premise
from hlogic.compiler.proof.proof import (
    Case,
    Cites,
    Concluded,
    Contradiction,
    Node,
    Split,
    Step,
    nodes,
)
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL
from hlogic.compiler.words import witness_text
from hlogic.render.diagnostics import clean
from hlogic.render.proof_facts import Facts
from hlogic.render.proof_sentences import Sentences, used
from hlogic.render.proof_words import Words, words

SHOWN = 40  # variables of a world that are listed
FEW = 8  # facts of the question that are told where they do not differ


@record
class Line:
    """One line of a proof: how far in it stands, its number if it is a step, and the reason;
    `opens` where cases follow that stand further in."""

    depth: int
    text: str
    number: int | None = None
    reason: str = ""
    opens: bool = False


def explained_text(
    theory: Theory, explained: Explained, question: str, answer: str, language: str
) -> str:
    """Why one ask's answer is what it is, as lines of text."""
    shown = words(language)
    margin = " " * (len(explained.id) + 2)
    lines = [_head(explained, question)]
    if answer:
        lines.append(margin + shown.answer.format(text=answer))
    if explained.error:
        lines.append(f"{margin}{explained.status.upper()}: {clean(explained.error)}")
    for part in explained.parts:
        for line in _part(theory, part, shown):
            lines += [f"{margin}{text}" for text in _plain(line)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def explained_markdown(
    theory: Theory, explained: Explained, question: str, answer: str, language: str
) -> str:
    """The same in Markdown."""
    shown = words(language)
    lines = [f"## {_head(explained, question)}", ""]
    if answer:
        lines += [shown.answer.format(text=f"`{answer}`"), ""]
    if explained.error:
        lines += [f"{explained.status.upper()}: {clean(explained.error)}", ""]
    for part in explained.parts:
        for line in _part(theory, part, shown):
            lines += _marked(line)
    kept = [line for i, line in enumerate(lines) if line or (i and lines[i - 1])]
    return "\n".join(kept).rstrip("\n") + "\n"


def _head(explained: Explained, question: str) -> str:
    head = f"{explained.id}  {clean(' '.join(question.split()))}".rstrip()
    return head if explained.scope == "base" else f"{head}  (under {explained.scope})"


def _plain(line: Line) -> Iterator[str]:
    margin = "    " * line.depth
    number = "" if line.number is None else f"{line.number}. "
    yield f"{margin}{number}{line.text}"
    if line.reason:
        yield f"{margin}{' ' * len(number)}{line.reason}"


def _marked(line: Line) -> Iterator[str]:
    if line.number is None and not line.depth and not line.opens:
        yield from ("", line.text, "")
        return
    number = "" if line.number is None else f"({line.number}) "
    reason = f" — *{line.reason}*" if line.reason else ""
    yield f"{'    ' * line.depth}- {number}{line.text}{reason}"


# ---------------------------------------------------------------------------- parts


def _part(theory: Theory, part: Part, shown: Words) -> Iterator[Line]:
    verdict = shown.verdicts[part.verdict].format(text=part.text)
    if part.given:
        verdict += shown.where.format(given=shown.comma.join(f"`{g}`" for g in part.given))
    path = "".join(f"{name}: " for name in part.path)
    yield Line(0, clean(path + verdict))
    if part.proved is not None:
        yield from _proof(theory, part, part.proved, shown)
    if len(part.worlds) == 2:
        yield from _two_worlds(part, shown)
    elif part.worlds:
        (world,) = part.worlds
        yield from _listed(world.world, shown)


def _listed(world: World, shown: Words) -> Iterator[Line]:
    facts = Facts(shown)
    for (symbol, key), value in list(world.items())[:SHOWN]:
        yield Line(1, clean(facts.held(symbol, key, value)))
    if len(world) > SHOWN:
        yield Line(1, f"… {len(world) - SHOWN}")


def _two_worlds(part: Part, shown: Words) -> Iterator[Line]:
    """What differs between two worlds, and how much does not."""
    one, other = part.worlds
    same = {name for name, value in one.world.items() if other.world.get(name) == value}
    for form, world in zip(shown.worlds, part.worlds, strict=True):
        value = witness_text(world.value)
        yield Line(0, clean(form.format(text=part.text, value=value)))
        yield from _listed({at: v for at, v in world.world.items() if at not in same}, shown)
    if same:
        yield Line(0, _alike({at: v for at, v in one.world.items() if at in same}, one, shown))


def _alike(same: World, one: Shown, shown: Words) -> str:
    """What the question speaks of and both worlds agree on; and how much else they do."""
    facts = Facts(shown)
    spoken = [clean(facts.held(*at, value)) for at, value in same.items() if at in one.spoken]
    if not 0 < len(spoken) <= FEW:
        return shown.alike.format(count=len(same))
    rest = len(same) - len(spoken)
    if rest:
        spoken.append(shown.alike_rest.format(count=rest))
    return shown.alike_facts.format(facts=shown.semicolon.join(spoken))


def _proof(theory: Theory, part: Part, proved: Proved, shown: Words) -> Iterator[Line]:
    sentences = Sentences(theory, proved, shown, part.text)
    names = sentences.asked_for(proved.proof)
    if names:
        form = shown.held_for if part.verdict == "never" else shown.failed_for
        yield Line(0, clean(form.format(names=names)))
    yield from _Writer(proved, sentences, shown).node(proved.proof.root, 0)
    by_ref = proved.premises.by_ref
    for text in sentences.legend(
        p for node in nodes(proved.proof.root) for p in used(node, by_ref)
    ):
        yield Line(1, text)
    yield Line(0, measures_text(proved.measures, shown))


def measures_text(measures: Measures, shown: Words) -> str:
    """The measures of a proof in one line."""
    form = shown.measured_linear if measures.kind == "linear" else shown.measured_cases
    if measures.contradictory_cases:
        form = form + shown.measured_apart if measures.steps else shown.measured_refuted
    return form.format(
        steps=shown.counted(shown.steps, measures.steps),
        cases=shown.counted(shown.cases, measures.cases),
        depth=measures.depth,
        used=measures.premises_used,
        premises=measures.premises,
        apart=shown.counted(shown.steps, measures.contradictory_steps),
        contradictory=shown.counted(shown.cases, measures.contradictory_cases),
    )


class _Writer:
    """Writes the nodes of one proof."""

    def __init__(self, proved: Proved, sentences: Sentences, shown: Words) -> None:
        self._premises = proved.premises
        self._goal = proved.proof.goal
        self._sentences = sentences
        self._words = shown

    def node(self, node: Node, depth: int, assumed: int | None = None) -> Iterator[Line]:
        """The steps of a node and its end; `assumed` is the number of what its case assumes."""
        for step in node.steps:
            yield Line(depth, self._sentences.fact(step.fact), step.number, self._reason(step))
        end, shown = node.end, self._words
        match end:
            case Concluded(cites=()):
                yield Line(depth, shown.conclusion_at_once)
            case Concluded(cites=cites) if cites == (assumed,):
                yield Line(depth, shown.conclusion_assumed)
            case Concluded(cites=cites):
                yield Line(depth, shown.conclusion.format(cites=self._cited(cites)))
            case Contradiction(premise=None):
                yield Line(depth, shown.contradiction_facts.format(cites=self._cited(end.cites)))
            case Contradiction():
                assert end.premise is not None
                reason = self._by(self._premises.by_ref[end.premise], end.cites)
                yield Line(depth, shown.contradiction.format(reason=reason))
            case Split():
                yield from self._split(end, depth)

    def _split(self, split: Split, depth: int) -> Iterator[Line]:
        if split.premise is None and len(split.cases) == 2:
            for case, other in (split.cases, split.cases[::-1]):
                if case.fact == self._goal and _is_at_once(case):
                    yield from self._supposed(case, other, depth)
                    return
        yield Line(depth, self._opening(split), opens=True)
        for number, case in enumerate(split.cases, 1):
            fact = self._sentences.fact(case.fact)
            yield Line(depth + 1, self._words.case.format(number=number, fact=fact), case.number)
            yield from self.node(case.node, depth + 1, case.number)

    def _opening(self, split: Split) -> str:
        shown, cases = self._words, split.cases
        if split.premise is not None:
            reason = self._by(self._premises.by_ref[split.premise], split.cites)
            return shown.split.format(count=len(cases), reason=reason)
        facts = {case.fact.values: case.fact for case in cases}
        if cases[0].fact.place.type == BOOL and facts.keys() == {(True,), (False,)}:
            return shown.either.format(fact=self._sentences.fact(facts[(True,)]))
        return shown.split_values.format(count=len(cases))

    def _supposed(self, case: Case, other: Case, depth: int) -> Iterator[Line]:
        """A split into what is to be shown and its denial, as a proof by contradiction is told."""
        shown, fact = self._words, self._sentences.fact
        yield Line(depth, shown.to_show.format(fact=fact(case.fact)), case.number)
        yield Line(depth, shown.suppose, opens=True)
        yield Line(depth + 1, fact(other.fact), other.number)
        yield from self.node(other.node, depth + 1, other.number)
        yield Line(depth, shown.conclusion.format(cites=self._cited((case.number,))))

    def _reason(self, step: Step) -> str:
        premise = self._premises.by_ref.get(step.premise)
        return self._by(premise or self._premises.unfounded(step.atoms), step.cites)

    def _by(self, premise: Premise, cites: Cites) -> str:
        text = self._sentences.premise(premise)
        if not cites:
            return self._words.by_nothing.format(premise=text)
        return self._words.by.format(cites=self._cited(cites), premise=text)

    def _cited(self, cites: Sequence[int]) -> str:
        return self._words.comma.join(map(str, cites))


def _is_at_once(case: Case) -> bool:
    """Whether a case ends with what it assumes."""
    return not case.node.steps and isinstance(case.node.end, Concluded)
