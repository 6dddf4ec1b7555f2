"""The words of a proof in the item's language: Chinese, or English for every other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogic.compiler.record import record
from hlogic.compiler.words import is_chinese


@record
class Words:
    """One language. Templates are filled by name; `quote` is put around sentences."""

    comma: str
    or_: str
    and_: str
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
    given_of: str
    goal: str
    with_goal: str
    only_rules: str
    no_rules: str
    unfounded: str
    for_: str
    contradiction: str
    contradiction_facts: str
    to_show: str
    suppose: str
    either: str
    conclusion: str
    conclusion_assumed: str
    conclusion_at_once: str
    split: str
    split_values: str
    case: str
    verdicts: Mapping[str, str]
    where: str
    worlds: Sequence[str]
    measured_linear: str
    measured_cases: str
    measured_refuted: str
    measured_apart: str
    steps: tuple[str, str]
    cases: tuple[str, str]
    semicolon: str
    alike: str
    alike_facts: str
    alike_rest: str
    same: str
    goal_holds: str
    goal_fails: str
    undefined: str
    has_value: str
    answer: str
    compound: str
    some: str
    held_for: str
    failed_for: str
    of: str
    of_others: str

    def counted(self, forms: tuple[str, str], number: int) -> str:
        """`1 step`, `2 steps`."""
        return forms[0] if number == 1 else forms[1].format(number)


ENGLISH = Words(
    comma=", ",
    or_=" or ",
    and_=" and ",
    quote="“{}”",
    cited="({claims})",
    is_="{place} is {value}",
    same="{place} is {value}",
    is_not="{place} is not {value}",
    no_value="{place} has no value",
    holds="{text}",
    fails="not: {text}",
    by="from {cites} by {premise}",
    by_nothing="by {premise}",
    equality="what it is to be the same",
    definition="the definition of {id}",
    given="what is given",
    given_of="what is given: `{text}`",
    goal="the meaning of what is asked",
    with_goal="{premise} and the meaning of what is asked",
    only_rules="what gives {id}, only {rules}",
    no_rules="what gives {id}: no rule does",
    unfounded="what these rest on, which is only each other: {atoms}",
    for_=" for {binding}",
    contradiction="Contradiction, {reason}",
    contradiction_facts="Contradiction: {cites} exclude each other",
    to_show="To show: {fact}",
    suppose="Suppose not:",
    either="Either {fact} or not:",
    conclusion="Hence the conclusion: {cites}",
    conclusion_assumed="That is the conclusion",
    conclusion_at_once="The conclusion holds at once",
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
    worlds=("a world: `{text}` = {value}", "another: `{text}` = {value}"),
    measured_linear="linear: {steps}; {used} of {premises} premises used",
    measured_cases=(
        "by cases: {steps}, {cases} in all, depth {depth}; {used} of {premises} premises used"
    ),
    measured_refuted=(
        "by cases: all {apart} in {contradictory} that cannot be, {cases} in all, depth {depth}; "
        "{used} of {premises} premises used"
    ),
    measured_apart="; {apart} in {contradictory} that cannot be",
    steps=("1 step", "{} steps"),
    cases=("1 case", "{} cases"),
    semicolon="; ",
    alike="the same in both: {count} more",
    alike_facts="the same in both: {facts}",
    alike_rest="{count} more",
    goal_holds="`{text}` holds",
    goal_fails="`{text}` does not hold",
    undefined="no value",
    has_value="{place} has a value",
    answer="answer: {text}",
    compound="{text}",
    some="a certain {name}",
    held_for="If it held, it would hold for {names}.",
    failed_for="If it failed, it would fail for {names}.",
    of="the {name} of {origin}",
    of_others="{text} for {others}",
)

CHINESE = Words(
    comma="、",
    or_="或",
    and_="和",
    quote="「{}」",
    cited="（{claims}）",
    is_="{place}是{value}",
    same="{place}就是{value}",
    is_not="{place}不是{value}",
    no_value="{place}没有值",
    holds="{text}",
    fails="并非：{text}",
    by="由 {cites}，据 {premise}",
    by_nothing="据 {premise}",
    equality="相等的含义",
    definition="{id} 的定义",
    given="已知条件",
    given_of="已知条件 `{text}`",
    goal="所问的含义",
    with_goal="{premise}和所问的含义",
    only_rules="{id} 的依据，只有 {rules}",
    no_rules="{id} 的依据：没有任何规则",
    unfounded="它们只互为依据：{atoms}",
    for_="（{binding}）",
    contradiction="矛盾：{reason}",
    contradiction_facts="矛盾：{cites} 不能同时成立",
    to_show="要证：{fact}",
    suppose="假设不然：",
    either="要么{fact}，要么不然：",
    conclusion="所以结论成立：{cites}",
    conclusion_assumed="这就是结论",
    conclusion_at_once="结论直接成立",
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
    worlds=("一种情形：`{text}` = {value}", "另一种情形：`{text}` = {value}"),
    measured_linear="线性：{steps}；前提 {premises} 条，用到 {used} 条",
    measured_cases="分情况：{steps}，共 {cases}，深度 {depth}；前提 {premises} 条，用到 {used} 条",
    measured_refuted=(
        "分情况：全部 {apart}都在不存在的 {contradictory}里，共 {cases}，深度 {depth}；"
        "前提 {premises} 条，用到 {used} 条"
    ),
    measured_apart="；其中 {contradictory}不存在，另用 {apart}",
    steps=("1 步", "{} 步"),
    cases=("1 种情况", "{} 种情况"),
    semicolon="；",
    alike="其余 {count} 项两者相同",
    alike_facts="两者相同：{facts}",
    alike_rest="另有 {count} 项",
    goal_holds="`{text}` 成立",
    goal_fails="`{text}` 不成立",
    undefined="无值",
    has_value="{place}有值",
    answer="答案：{text}",
    compound="「{text}」",
    some="某个{name}",
    held_for="若它成立，则对{names}成立。",
    failed_for="若它不成立，则对{names}不成立。",
    of="{origin}的{name}",
    of_others="{text}（{others}）",
)


def words(language: str) -> Words:
    """Those of an item's `lang`."""
    return CHINESE if is_chinese(language) else ENGLISH
