"""The words of a proof in the item's language: Chinese, or English for every other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hlogic.compiler.record import record
from hlogic.compiler.words import is_chinese
from hlogic.render.diagnostics import clean


@record
class Words:
    """One language. Templates are filled by name; `quote` is put around sentences."""

    comma: str
    or_: str
    quote: str
    cited: str
    is_: str
    is_not: str
    no_value: str
    holds: str
    fails: str
    by: str
    by_nothing: str
    equality: str
    definition: str
    given: str
    goal: str
    only_rules: str
    no_rules: str
    unfounded: str
    for_: str
    contradiction: str
    contradiction_facts: str
    conclusion: str
    conclusion_at_once: str
    split: str
    split_values: str
    case: str
    verdicts: Mapping[str, str]
    where: str
    worlds: Sequence[str]
    measured_linear: str
    measured_cases: str
    measured_apart: str
    steps: tuple[str, str]
    cases: tuple[str, str]
    same: str
    goal_holds: str
    goal_fails: str
    undefined: str
    has_value: str
    answer: str
    some: str
    of: str

    def counted(self, forms: tuple[str, str], number: int) -> str:
        """`1 step`, `2 steps`."""
        return forms[0] if number == 1 else forms[1].format(number)


ENGLISH = Words(
    comma=", ",
    or_=" or ",
    quote="“{}”",
    cited="({claims})",
    is_="{place} is {value}",
    is_not="{place} is not {value}",
    no_value="{place} has no value",
    holds="{text}",
    fails="it is not so that {text}",
    by="from {cites} by {premise}",
    by_nothing="by {premise}",
    equality="what it is to be the same",
    definition="the definition of {id}",
    given="what is given: `{text}`",
    goal="what is asked: `{text}`",
    only_rules="what gives {id}, only {rules}",
    no_rules="what gives {id}: no rule does",
    unfounded="what these rest on, which is only each other: {atoms}",
    for_=" for {binding}",
    contradiction="Contradiction, {reason}",
    contradiction_facts="Contradiction: {cites} exclude each other",
    conclusion="Hence the conclusion: {cites}",
    conclusion_at_once="The conclusion",
    split="One of {count} cases holds, {reason}:",
    split_values="One of {count} cases holds:",
    case="Case {number}. {fact}",
    verdicts={
        "always": "`{text}` holds in every world",
        "never": "`{text}` holds in no world",
        "somewhere": "`{text}` holds in some world",
        "not_everywhere": "`{text}` fails in some world",
        "varies": "`{text}` differs between two worlds",
        "no_world": "there is no world",
    },
    where=" where {given}",
    worlds=("a world", "another"),
    measured_linear="linear: {steps}; {used} of {premises} premises used",
    measured_cases=(
        "by cases: {steps}, {cases} in all, depth {depth}; {used} of {premises} premises used"
    ),
    measured_apart="; {apart} in {contradictory} that cannot be",
    steps=("1 step", "{} steps"),
    cases=("1 case", "{} cases"),
    same="the same in both: {count} more",
    goal_holds="`{text}` holds",
    goal_fails="`{text}` does not hold",
    undefined="no value",
    has_value="{place} has a value",
    answer="answer: {text}",
    some="some {name}",
    of="the {name} of {origin}",
)

CHINESE = Words(
    comma="、",
    or_="或",
    quote="「{}」",
    cited="（{claims}）",
    is_="{place}是{value}",
    is_not="{place}不是{value}",
    no_value="{place}没有值",
    holds="{text}",
    fails="并非“{text}”",
    by="由 {cites}，据 {premise}",
    by_nothing="据 {premise}",
    equality="相等的含义",
    definition="{id} 的定义",
    given="已知条件 `{text}`",
    goal="所问的 `{text}`",
    only_rules="{id} 的依据，只有 {rules}",
    no_rules="{id} 的依据：没有任何规则",
    unfounded="它们只互为依据：{atoms}",
    for_="（{binding}）",
    contradiction="矛盾：{reason}",
    contradiction_facts="矛盾：{cites} 不能同时成立",
    conclusion="所以结论成立：{cites}",
    conclusion_at_once="结论成立",
    split="分 {count} 种情况，{reason}：",
    split_values="分 {count} 种情况：",
    case="情况{number}：{fact}",
    verdicts={
        "always": "`{text}` 在所有情形下成立",
        "never": "`{text}` 在任何情形下都不成立",
        "somewhere": "`{text}` 在某种情形下成立",
        "not_everywhere": "`{text}` 在某种情形下不成立",
        "varies": "`{text}` 在两种情形下不同",
        "no_world": "没有任何可能的情形",
    },
    where="（已知 {given}）",
    worlds=("一种情形", "另一种情形"),
    measured_linear="线性：{steps}；前提 {premises} 条，用到 {used} 条",
    measured_cases="分情况：{steps}，共 {cases}，深度 {depth}；前提 {premises} 条，用到 {used} 条",
    measured_apart="；其中 {contradictory}不存在，另用 {apart}",
    steps=("1 步", "{} 步"),
    cases=("1 种情况", "{} 种情况"),
    same="其余 {count} 项两者相同",
    goal_holds="`{text}` 成立",
    goal_fails="`{text}` 不成立",
    undefined="无值",
    has_value="{place}有值",
    answer="答案：{text}",
    some="某{name}",
    of="{origin} 的{name}",
)


_WITNESS = re.compile(r"([^\W\d]\w*)@([^\W\d]\w*)(?:#(\d+))?")


def said(text: str, shown: Words) -> str:
    """The text as it may be shown, with words for what a sentence says there is: `x@p7` is the x of
    p7, and what the question speaks of is `some x`."""

    def in_words(found: re.Match[str]) -> str:
        name = found[1] + (found[3] or "")
        if found[2] == "question":
            return shown.some.format(name=name)
        return shown.of.format(name=name, origin=found[2])

    return clean(_WITNESS.sub(in_words, text))


def words(language: str) -> Words:
    """Those of an item's `lang`."""
    return CHINESE if is_chinese(language) else ENGLISH
