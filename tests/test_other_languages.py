"""What authors who think in Python, Prolog, SMT-LIB, logic books or prose write: the message says
how it is written here, and the mistake is one, so that the next is found in the same run."""

from __future__ import annotations

import pytest

import hlogic
from hlogic.compiler.diagnostics import HlogicError
from hlogic.compiler.suggest import suggest
from parsed_texts import mistakes

ITEM = """item t "t"
sort Dog { rex, fido }
sort Man { anna, bo }
var fed(Dog): bool
var owns(Man, Dog): bool
var home(Dog): Man
var wet: bool
"""

# What is written, and what the message says.
QUANTIFIERS = {
    "forall d: fed(d)": "a variable has a sort; write forall d in Dog: …",
    "∀d (fed(d) → wet)": "a variable has a sort; write forall d in Dog: …",
    "forall m, d: owns(m, d)": "a variable has a sort; write forall m, d in Man: …",
    "forall d in Dog (fed(d) and wet)": ": is missing; write forall d in Dog: …",
    "exists m in Man owns(m, rex)": ": is missing; write exists m in Man: …",
    "exists d in Dog fed(d) and wet": ": is missing; write exists d in Dog: …",
    "forall i in 1..3 wet": ": is missing; write forall i in 1..3: …",
    "forall d in Dog, fed(d)": "a colon stands before the formula; write forall d in Dog: …",
    "forall d in Dog. fed(d)": "a colon stands before the formula; write forall d in Dog: …",
    "forall d: Dog, fed(d)": "write `in` for the colon: forall d in Dog: …",
    "forall d : Dog . fed(d)": "write `in` for the colon: forall d in Dog: …",
    "forall Dog d: fed(d)": "the variable stands first; write forall d in Dog: …",
    "forall (d in Dog): fed(d)": "no parentheses; write forall d in Dog: …",
    "forall(d in Dog, fed(d))": "no parentheses; write forall d in Dog: …",
    "(forall d in Dog) fed(d)": "no parentheses; write forall d in Dog: …",
    "exists d in Dog such that fed(d)": "write : for such that, as in exists d in Dog: …",
    "for all d in Dog: fed(d)": "write `forall` for for all",
    "all d in Dog: fed(d)": "write `forall` for all",
    "all(d in Dog: fed(d))": "write `forall` for all",
    "存在d,fed(d)": "write exists d in Dog: … for 存在d",
    "对于所有d属于Dog: fed(d)": "write forall d in Dog: … for 对于所有d属于Dog",
    "所有d in Dog: fed(d)": "write forall d in … for 所有d in …",
    "no d in Dog: fed(d)": "write `not exists` for no",
    "there exists d in Dog: fed(d)": "write `exists` for there exists",
    "所有 d in Dog: fed(d)": "write `forall` for 所有",
    "all(fed(d) for d in Dog)": "write forall d in Dog: fed(d)",
    "any(fed(d) for d in Dog if wet)": "write exists d in Dog where wet: fed(d)",
    "count(fed(d) for d in Dog) == 1": "write count(d in Dog: fed(d))",
    "exactly one d in Dog: fed(d)": "write exactly 1 (d in Dog: fed(d))",
    "at least 2 (d in Dog: fed(d))": "write at_least 2 (…)",
    "forall d in Dog if fed(d): wet": "write `where` for if: forall d in Dog where …: …",
    "forall d in Dog st (fed(d)): wet": "write `where` for st: forall d in Dog where …: …",
    "forall d in Dog when fed(d): wet": "write `where` for when: forall d in Dog where …: …",
    "exists d such that fed(d)": "write exists d in Dog: …",
    "exists d in Dog such that forall m in Man: owns(m, d)": "write : for such that",
    "forall in Dog: wet": "a variable is missing before in; write forall x in S: …",
    "forall !: wet": "a variable is missing before !; write forall x in S: …",
    "exists and wet": "a variable is missing before and; write exists x in S: …",
    "forall => in Dog: wet": "a name belongs here, not =>",
    "exists! d in Dog: fed(d)": "write `exactly 1 (x in S: …)` for exists!",
}
FORMULAS = {
    "fed(rex), fed(fido)": "write `and` where both are to hold",
    "if wet then fed(rex)": "write wet implies fed(rex)",
    "fed(rex) if wet": "write A implies B for B if A",
    "fed(rex) if wet else fed(fido)": "write if C then A else B for A if C else B",
    "if wet: fed(rex) else fed(fido)": "write `then` for :",
    "fed(rex); fed(fido)": "write `and` where both are to hold",
    "wet or fed(rex), fed(fido)": "it binds tighter than or: put what it joins in ()",
    "size(Dog) is between 1 and 3": "write (1 <= x and x <= 3)",
    "size(Dog) is not between 1 and 3": "write (x < 1 or 3 < x)",
    "neither wet nor fed(rex)": "write `not (a or b)` for neither a nor b",
    "not 1 < size(Dog) < 3": "write (1 < size(Dog) and size(Dog) < 3)",
    "fed(rex) :- wet": "write A implies B for B :- A",
    "fed(rex).": ". ends nothing here",
    "(and wet fed(rex))": "`and` stands between what it joins: a and b",
    "fed rex": "arguments stand in parentheses; write fed(rex)",
    "owns anna rex": "write owns(anna, rex)",
    "fed[rex]": "write fed(rex)",
    "1 <= 2 and <= 3": "a comparison has two sides",
    "wet if and only if fed(rex)": "write `iff` for if and only if",
    "wet only if fed(rex)": "write `implies` for only if",
    "either wet or fed(rex)": "leave out either",
    "非 wet": "write `not` for 非",
    "fed(rex)且fed(fido)": "write `and` for 且",
    "如果 wet 那么 fed(rex)": "write A implies B for 如果 A 那么 B",
    "如果fed(rex)那么wet": "write A implies B for A 那么 B",
    "fed(rex) 则 wet": "write A implies B for A 则 B",
    "wet unless fed(rex)": "write `or` for unless",
    "wet iff fed(rex) unless fed(fido)": "it binds tighter than iff",
    "match home(rex) { case anna: wet }": "a branch begins with its value",
    "match home(rex) { anna: wet, else: true }": "write `default` for else",
    "match home(rex) { anna: wet default: true }": "no colon follows `default`",
    "match home(rex) { anna: wet; bo: true }": "write a comma for ;",
    "count(d in Dog where fed(d)) == 1": "write count(d in Dog: fed(d))",
    "cites c1": "a formula is missing before cites",
    "wet cites (c1, c2)": "write cites c1, c2",
}
QUERIES = {
    "fed(rex) and wet": "did you mean `necessary fed(rex) and wet`, in every world, or "
    "`possible fed(rex) and wet`, in some?",
    "fed(rex) expect uncertain": "did you mean `truth fed(rex)`?",
    "home(rex)": "did you mean `value home(rex)`?",
    "count(d in Dog: fed(d))": "did you mean `value count(d in Dog: fed(d))`?",
    "possible fed(rex) if wet": "write `where` for if",
    "possible fed(rex) if wet where fed(fido)": "write `where` for if",
    "entails fed(rex)": "write `necessary` for entails",
    "does fed(rex) hold": "`necessary fed(rex)`",
    "must be fed(rex)": "`necessary fed(rex)`",
    "what is home(rex)": "`value home(rex)`",
    "what is the value of home(rex)": "`value home(rex)`",
    "is wet == true": "`necessary wet == true`",
    "is it possible that wet": "a query begins with `possible`",
    "how many worlds": "write `count worlds` for how many",
    "how many d in Dog: fed(d)": "write `value count(d in Dog: fed(d))` for how many",
    "min home(rex)": "write `bounds home(rex)` for min",
    "maximize home(rex)": "write `bounds home(rex)` for maximize",
    'truth wet expect "uncertain"': "write expect uncertain",
    "can fed(rex)": "write `possible` for can",
    "必然 fed(rex)": "write `necessary` for 必然",
    "which d in Dog: fed(d)": "write `necessary_set` for which",
    "truth: fed(rex)": "leave out :",
    "possible_set d: fed(d)": "write possible_set d in Dog: …",
    "truth wet expect: true": "leave out :",
}
DECLARATIONS = {
    "sort Cat (tom, kit)": "write sort Cat { tom, kit }",
    "sort Cat: tom, kit": "write sort Cat { tom, kit }",
    "sort Cat { tom; kit }": "write a comma for ;",
    "enum Cat { tom }": "write `sort S { a, b }` for enum",
    "pred p(Dog)": "write `var p(S): bool` for pred",
    "var x: cites c1": "a domain is missing before cites",
    "var p(Dog): cites c1": "a domain is missing before cites",
    "derive x = cites c1": "a formula is missing before cites",
    "var ||: bool": "a name belongs here, not ||",
    "sort Cat { tom, ! }": "a name belongs here, not !",
    "constraint c(&& in Dog): wet": "a name belongs here, not &&",
    "var p(d: 1..3): bool": "write `in` for the colon: d in 1..3",
    "var p(Dog: bool": "expected , or ) before :",
    "sort Size { 1..3 }": "write sort Size = 1..3",
    "scope s { replace c by wet }": "write `with` for by",
    "axiom a: wet": "write `constraint NAME: …` for axiom",
    "var p: Dog -> bool": "write var p(Dog): bool",
    "var p(d: Dog): bool": "write `in` for the colon: d in Dog",
    "var x, y: bool": "write one `var` for each",
    "var x: bool = false": "a variable has no value of its own",
    "def f(d in Dog) = fed(d)": "write : for `in`: d: Dog",
    "fed(rex).": "a line begins with a declaration",
    "constraint fed(rex)": "write constraint NAME: fed(rex) …",
    "constraint c(d in Dog) fed(d)": ": is missing; write constraint c(d in Dog): …",
    'claim c1: "abc"': "leave out :",
    "scope s { wet }": "what is to hold begins with `assume`",
    "scope s { remove c }": "write `retract` for remove",
    "define p(Dog) { p(d) if fed(d) }": "a rule begins with `rule NAME:`",
    "define p(Dog) { r(d in Dog): p(d) if fed(d) }": "a rule begins with `rule NAME:`",
    "define p(Dog) { rule p(d) if fed(d) }": "a rule has a name",
    "define p(Dog) { rule r(d in Dog): p(d) if fed(d), wet }": "write `and`",
    "define p(Dog) { rule r(d in Dog): p(d) if fed(d). }": ". ends nothing here",
}


def says_once(text: str, says: str) -> None:
    found, other = mistakes(f"{ITEM}{text}\nvar where: bool")
    assert (says in found.message, other.code) == (True, "reserved-word"), found.message
    assert found.line == ITEM.count("\n") + 1
    assert found.column >= 1


@pytest.mark.parametrize("formula", QUANTIFIERS)
def test_quantifiers(formula: str) -> None:
    says_once(f"constraint c: {formula}", QUANTIFIERS[formula])


@pytest.mark.parametrize("formula", FORMULAS)
def test_formulas(formula: str) -> None:
    says_once(f"constraint c: {formula}", FORMULAS[formula])


@pytest.mark.parametrize("query", QUERIES)
def test_queries(query: str) -> None:
    says_once(f"ask q: {query}", QUERIES[query])


@pytest.mark.parametrize("text", DECLARATIONS)
def test_declarations(text: str) -> None:
    says_once(text, DECLARATIONS[text])


def test_a_query_about_an_open_sort_is_of_a_truth() -> None:
    found = mistakes(f"{ITEM}sort Ship open {{ tern }}\nvar ramp(Ship): bool\nask q: ramp(tern)")
    assert [d.message.rpartition("; ")[2] for d in found] == ["did you mean `truth ramp(tern)`?"]


def test_a_missing_colon_is_shown_where_it_is_missing() -> None:
    (found,) = mistakes(f"{ITEM}constraint c: forall d in Dog (owns(anna, d) implies fed(d))")
    assert found.column == len("constraint c: forall d in Dog") + 1


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("constraint c: home(rex) == anna or bo", "write home(rex) == bo, a comparison for each"),
        ("constraint c: wet <- fed(rex)", "write B implies A for A <- B"),
        ("constraint c: 非wet", "for 非wet, write `not wet`"),
        ("constraint c: 不fed(rex)", "for 不fed, write `not fed`"),
        ("constraint c: 没有wet", "for 没有wet, write `not wet`"),
        ("constraint c: not_wet", "for not_wet, write `not wet`"),
        ("constraint c: 如果wet那么fed(rex)", "write `wet implies fed`"),
        ("constraint c: wet则不是fed(rex)", "write `wet implies not fed`"),
        ("sort Cat = tom | kit", "labels stand in braces: `sort Cat { tom, kit }`"),
        ("sort Cat = Cow", "the sorts are Dog, Man"),
        ("constraint c: home(rex) != None", "a variable always has one of its domain"),
        ("constraint c: len(Dog) == 2", "write size(…)"),
        ("constraint c: match home(rex) { anna: wet, _: true }", "write `default …`"),
        ("ask q: wet", "as in `truth wet`"),
        ("ask q: values wet expect [true]", "a set has braces: {true}"),
        ("var x(Dog): Boolean", "write bool"),
        ("sort S open { s }\nconstraint c(x in S): wet", "write `forall x in S: …` in its body"),
    ],
)
def test_hints(text: str, hint: str) -> None:
    with pytest.raises(HlogicError) as caught:
        hlogic.loads(ITEM + text)
    (found,) = caught.value.diagnostics
    assert hint in found.hint


@pytest.mark.parametrize(
    ("denied", "name"),
    [
        ("未合格", "合格"), ("合格", "不合格"), ("非合恪", "合格"), ("unsafe", "safe"),
        ("not_safe", "safe"), ("is_not_safe", "is_safe"), ("nonfatal", "fatal"),
        ("possible", "impossible"), ("unrelatedd", "related"),
    ],
)  # fmt: skip
def test_what_denies_a_name_is_not_near_to_it(denied: str, name: str) -> None:
    assert suggest(denied, [name]) is None


@pytest.mark.parametrize(
    ("slip", "name"),
    [
        ("umbrela", "umbrella"), ("uunit", "unit"), ("nde", "node"), ("不合恪", "不合格"),
        ("not_saef", "not_safe"), ("inse", "inset"),
    ],
)  # fmt: skip
def test_a_slip_in_what_denies_is_a_slip(slip: str, name: str) -> None:
    assert suggest(slip, [name]) == name


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("for all d in Dog, fed(d)", "write forall d in Dog: …"),
        ("there is d in Dog such that fed(d)", "as in exists d in Dog: …"),
    ],
)
def test_a_form_is_shown_in_words_of_the_language(formula: str, says: str) -> None:
    """What follows a hint must not have another mistake that was said of another place."""
    _, found = mistakes(f"{ITEM}constraint c: {formula}")
    assert says in found.message


@pytest.mark.parametrize("following", ["var x: bool", "sort T { u }", "ask q: truth wet"])
def test_a_word_does_not_reach_into_the_next_declaration(following: str) -> None:
    with pytest.raises(HlogicError) as caught:
        hlogic.loads(f"{ITEM}constraint c: none\n{following}")
    assert [d.message for d in caught.value.diagnostics] == ["unknown name `none`"]


def test_a_mistake_of_a_macro_is_said_once_however_often_it_is_used() -> None:
    uses = "".join(f"constraint c{i}: odd({d})\n" for i, d in enumerate(["rex", "fido"] * 3))
    with pytest.raises(HlogicError) as caught:
        hlogic.loads(f"{ITEM}def odd(d) = nope(d)\n{uses}")
    (found,) = caught.value.diagnostics
    assert [label.text for label in found.labels] == ["expanded from odd here"]


@pytest.mark.parametrize(
    "text",
    ["scope s { assume wet", "scope s { retract c", "define p(Dog) { rule r: p(rex)", "ask q:"],
)
def test_a_declaration_that_is_not_finished_is_one_mistake(text: str) -> None:
    (found,) = mistakes(f"{ITEM}{text}\nask z: truth wet")
    assert "before ask" in found.message
