"""Formulas to tokens.

Signs that logicians use for one connective are one token (`SIGNS`); what people type in their
place (`TYPED`) is read as what was meant, and reported. A name may hold what names of records hold:
digits in front, `’ ' - . +` between letters. Behind a quantifier stands a plain name, since the dot
of `∀x.P(x)` belongs to no name.
"""

from __future__ import annotations

import re
import unicodedata

from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Source, Span
from hlogic.importing.repairs import mend

END = "end"

SIGNS = {
    "∀": "∀", "∃": "∃", "∄": "∄", "¬": "¬", "￢": "¬", "~": "¬", "∼": "¬",
    "∧": "∧", "⋀": "∧", "&": "∧", "&&": "∧", "∨": "∨", "⋁": "∨", "|": "∨", "||": "∨",
    "⊕": "⊕", "⊻": "⊕", "→": "→", "⟶": "→", "⇒": "→", "⟹": "→", "->": "→", "=>": "→", "-->": "→",
    "↔": "↔", "⟷": "↔", "⇔": "↔", "⟺": "↔", "≡": "↔", "<->": "↔", "<=>": "↔", "<-->": "↔",
    "=": "=", "==": "=", "≠": "≠", "!=": "≠", "(": "(", ")": ")", "[": "(", "]": ")", "{": "(",
    "}": ")", ",": ",", ".": ".", "⊤": "⊤", "⊥": "⊥",
}  # fmt: skip
TYPED = {
    "^": "∧", "/\\": "∧", "\\/": "∨", "!": "¬", "—>": "→", "–>": "→", "−>": "→", "―>": "→",
    "<—>": "↔", "<–>": "↔", "（": "(", "）": ")", "，": ",", "、": ",", ";": ",", "；": ",",
    "。": ".", "：": ".", ":": ".", "＝": "=", "／＼": "∧", "＆": "∧", "｜": "∨", "！": "¬",
}  # fmt: skip
WORDS = {
    "forall": "∀", "exists": "∃", "not": "¬", "and": "∧", "or": "∨", "xor": "⊕", "implies": "→",
    "iff": "↔",
}  # fmt: skip


class Token:
    """`kind` is a sign, `name`, `variable` (of a quantifier) or the end; `value` the name, NFC."""

    __slots__ = ("end", "kind", "start", "value")

    def __init__(self, kind: str, start: int, end: int, value: str = "") -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.value = value


def _any_of(signs: dict[str, str]) -> str:
    return "|".join(re.escape(s) for s in sorted(signs, key=lambda s: (-len(s), s)))


# What formats text, and shows nothing: `Cf` of Unicode, and variation selectors.
_UNSEEN = r"\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
_WORD = rf"(?:\w[\u0300-\u036f{_UNSEEN}]*)+"
_PLAIN = re.compile(_WORD)
_TOKEN = re.compile(
    rf"(?P<space>[\s{_UNSEEN}]+)"
    rf"|(?P<name>[$€£#@]?{_WORD}(?:[’'‘`.\-+]+{_WORD})*(?:[’'](?=[\s(,)])|\+\++)*)"
    r'|(?P<quoted>"[^"()]+"|“[^”()]+”)'
    rf"|(?P<sign>{_any_of(SIGNS | TYPED)})"
    r"|(?P<other>.)",
    re.DOTALL,
)
_INVISIBLE = re.compile(f"[{_UNSEEN}]")
QUANTIFIERS = ("∀", "∃", "∄")
_LIKE_VARIABLE = re.compile(r"[a-z]\d*")
LETTERS = re.compile(r"[u-z]\d{0,2}")  # what is a variable though no quantifier says so


def tokens(source: Source, report: Report) -> list[Token]:
    """The tokens of a formula, the last of them its end. Characters that belong to no formula are
    errors; the reading goes on behind them."""
    found: list[Token] = []
    text, at = source.text, 0
    for unseen in _INVISIBLE.finditer(text):
        message = f"an invisible character, U+{ord(unseen[0]):04X}, is left out"
        mend(report, "invisible", Span(source, unseen.start(), unseen.end()), message)
    while at < len(text):
        word = _PLAIN.match(text, at)
        if word is not None and _names_variable(found, _seen(word[0]), text[word.end() :][:1]):
            found.append(Token("variable", at, word.end(), _seen(word[0])))
            at = word.end()
            continue
        match = _TOKEN.match(text, at)
        assert match is not None, "the last alternative takes any character"
        if match.lastgroup == "name":
            found.append(_name(match[0], at, match.end(), text))
        elif match.lastgroup == "quoted":
            found.append(Token("name", at, match.end(), _seen(match[0][1:-1])))
        elif match.lastgroup == "sign":
            found.append(_sign(match[0], source, at, report))
        elif match.lastgroup == "other":
            place = Span(source, at, match.end())
            report.error("fol-syntax", place, f"{match[0]} belongs to no formula")
        at = match.end()
    found.append(Token(END, len(text), len(text)))
    return found


def _seen(word: str) -> str:
    """A name as it is read: NFC, without what is invisible."""
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", word))


def _names_variable(found: list[Token], word: str, after: str) -> bool:
    """Whether a word is the variable of a quantifier: `∀x`, or the `y` of `∀x,y` and `∀x y`."""
    kinds = [token.kind for token in found[-2:]]
    if kinds[-1:] == ["variable"]:
        return LETTERS.fullmatch(word) is not None
    if kinds == ["variable", ","]:
        return _LIKE_VARIABLE.fullmatch(word) is not None
    applied = after == "(" and _LIKE_VARIABLE.fullmatch(word) is None
    return bool(kinds) and kinds[-1] in QUANTIFIERS and not applied


def _name(word: str, start: int, end: int, text: str) -> Token:
    word = _seen(word)
    kind = WORDS.get(word.lower()) if word.islower() or word.isupper() else None
    if kind in QUANTIFIERS and not re.match(r"\s+\w", text[end : end + 9]):
        kind = None  # a predicate of that name
    return Token(kind or "name", start, end, word)


def _sign(sign: str, source: Source, at: int, report: Report) -> Token:
    meant = SIGNS.get(sign)
    if meant is None:
        meant = TYPED[sign]
        place = Span(source, at, at + len(sign))
        mend(report, "sign", place, f"`{sign}` is read as `{meant}`")
    return Token(meant, at, at + len(sign))
