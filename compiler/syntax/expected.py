"""What could have stood at a place, in the words of language.md rather than token by token."""

from __future__ import annotations

from hlogic.compiler.syntax.lexer import word_set

DECLARATIONS = word_set(
    "use background claim inert sort var table derive def define constraint scope change ask check"
)

OPERATIONS = word_set("only retract disable replace assume rule")

# All tokens of a group stand for one phrase when the first two may stand.
_GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    ("a declaration", DECLARATIONS),
    (
        "a query",
        word_set(
            "possible necessary unique value truth values bounds possible_set necessary_set"
            " contingent_set truth_of rows count incompatible cases select choose for_scopes same"
            " changed for_each size not all_of any_of sufficient core hitting repair NAME WORD"
            " ("
        ),
    ),
    ("an operation", OPERATIONS | {"constraint"}),
    ("a text in quotes", word_set("STRING @ [")),  # where it may have its place before it
    (
        "an expression",
        word_set(
            "true false INT NAME ( - not if match forall exists count sum min max all_different set"
            " select_unique exactly at_least at_most defined rank next prev first last size abs"
            " subset"
        ),
    ),
)
_GROWING = word_set("( { . .. in not |")
_SIGNS = (",", ":", "=", ")", "}", "]", "{", "(", "[", "..", ".")
_WORDS = ("in", "then", "else", "of", "with", "to", "for", "worlds", "by", "if", "because", "case",
          "rule", "expect", "default")  # fmt: skip
_PLAIN = {"NAME": "a name", "INT": "a number", "STRING": "a text in quotes"}


def describe(accepted: list[str]) -> list[str]:
    """At most six phrases. What merely may be added (an alias, a trailer, an operator) is left out
    where something else could go on."""
    left = set(accepted)
    phrases: list[str] = []
    if "and" in left or "+" in left:
        # Something whole stands before: say what goes on or ends, not how it might grow.
        left -= _GROWING
        if not left & set(_SIGNS) and not left & set(_WORDS):
            phrases.append("an operator")
    for phrase, members in _GROUPS:
        if len(members & left) > len(members) // 2:
            phrases.append(phrase)
            left -= members
    if "NAME" in left:
        phrases.append(_PLAIN["NAME"])
    if "INT" in left and not phrases:
        phrases.append(_PLAIN["INT"])
    signs = [s for s in _SIGNS if s in left]
    if "." in signs and len(signs) > 1:
        signs.remove(".")
    phrases += signs
    phrases += [f"`{w}`" for w in _WORDS if w in left]
    if not phrases:
        phrases += [_PLAIN.get(k, k) for k in sorted(left) if k not in ("WORD", "$END")]
    return phrases[:6]


def listed(phrases: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    if len(phrases) < 2:
        return "".join(phrases)
    if len(phrases) > 2:
        phrases = ["a comma" if p == "," else p for p in phrases]
    return f"{', '.join(phrases[:-1])} or {phrases[-1]}"
