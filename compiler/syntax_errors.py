"""What people type from other languages, and the words that answer it."""

from __future__ import annotations

from hlogic.compiler.record import record

# Sign as typed: the tokens it is read as, so that the rest can be parsed, and the message.
FOREIGN_SIGNS: dict[str, tuple[str, str]] = {
    "&&": ("and", "write `and` for &&"),
    "||": ("or", "write `or` for ||"),
    "&": ("and", "write `and` for &"),
    "!": ("not", "write `not` for !"),
    "~": ("not", "write `not` for ~"),
    "=>": ("implies", "write `implies` for =>; at least is >="),
    "=<": ("<=", "write <= for =<"),
    "<>": ("!=", "write != for <>"),
    "===": ("==", "write == for ==="),
    "!==": ("!=", "write != for !=="),
    "**": ("*", "there is no power; multiply, as in x * x"),
    "^": ("xor", "write `xor` for ^; there is no power"),
    "/": ("//", "write // to divide: it rounds down, and % is the remainder"),
    "...": ("..", "write .. for ..."),
    "::": (":", "write : for ::"),
    ":=": ("=", "write = for :="),
    ";": ("", "; ends nothing here: leave it out"),
    "÷": ("//", "write // to divide: it rounds down, and % is the remainder"),
    "×": ("*", "write * for ×"),
    "−": ("-", "write - for −"),
    "–": ("-", "write - for –"),
    "—": ("-", "write - for —"),
    "⇒": ("implies", "write `implies` for ⇒"),
    "⇔": ("iff", "write `iff` for ⇔"),
    "⟹": ("implies", "write `implies` for ⟹"),
    "⟺": ("iff", "write `iff` for ⟺"),
    "≡": ("iff", "write `iff` for ≡"),
    "…": ("..", "write .. for …"),
}

FULL_WIDTH: dict[str, str] = {
    **{chr(ord(c) + 0xFEE0): c for c in "!%()*+,-./:;<=>@[]{}|\"'#&~^\\?$`"},
    **{"＝＝": "==", "！＝": "!=", "＜＝": "<=", "＞＝": ">=", "！": "not", "／": "//"},
    **{"。": "", "、": ",", "【": "[", "】": "]"},
    **{"“": '"', "”": '"', "‘": "'", "’": "'", "『": '"', "』": '"', "《": '"', "》": '"'},
}  # fmt: skip
FULL_WIDTH_HINTS: dict[str, str] = {
    "；": "full-width ； ; and ; ends nothing here: leave it out",
    "！": "full-width ！ ; write `not`",
    "？": "full-width ？ has no meaning here",
    "／": "full-width ／ ; write // to divide",
    "。": "full-width 。 ends nothing here: leave it out",
}


@record
class Confused:
    """A sign typed where another one of the language must stand; it is read as that one."""

    typed: str
    meant: str
    code: str
    message: str
    snippets: tuple[str, ...]


CONFUSED: tuple[Confused, ...] = (
    Confused(
        "=", "==", "single-equals", "`=` compares nothing; write ==",
        ("constraint c: x = true", "ask q: possible x = true", "derive y = (x = true)"),
    ),
    Confused("==", "=", "double-equals", "== compares; write = here", ("derive y == x",)),
    Confused(
        "=", ":", "equals-for-colon", "write : here, not =",
        ("constraint c = x", "ask q = count worlds", "var y = bool"),
    ),
    Confused(":", "=", "colon-for-equals", "write = here, not :", ("def y(z): bool: z",)),
    Confused("implies", ":", "arrow-for-colon", "write : here", ("def f(y -> bool) = y",)),
)  # fmt: skip

# A word of another language: the token that is meant, and the message.
FOREIGN_WORDS: dict[str, tuple[str, str]] = {
    "mod": ("%", "write % for mod"),
    "div": ("//", "write // for div"),
    "is": ("==", "write == for is"),
    "equals": ("==", "write == for equals"),
    "eq": ("==", "write == for eq"),
    "ne": ("!=", "write != for ne"),
    "when": ("if", "write `if` for when"),
    "otherwise": ("else", "write `else` for otherwise"),
    "elif": ("else", "write `else if … then …` for elif"),
    "return": ("=", "write = for return"),
    "begin": ("{", "write { for begin"),
    "end": ("}", "write } for end"),
    "contains": ("in", "write `x in S`: the member stands first"),
    "equivalent": ("iff", "write `iff` for equivalent"),
}
