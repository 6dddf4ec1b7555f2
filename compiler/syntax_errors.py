"""What people type from other languages, and the words that answer it."""

from __future__ import annotations

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
    **{"＝＝": "==", "！＝": "!=", "＜＝": "<=", "＞＝": ">=", "。": "", "！": "not", "／": "//", "、": ",", "【": "[", "】": "]"},
    **{"“": '"', "”": '"', "‘": "'", "’": "'", "『": '"', "』": '"', "《": '"', "》": '"'},
}  # fmt: skip
FULL_WIDTH_HINTS: dict[str, str] = {
    "；": "full-width ； ; and ; ends nothing here: leave it out",
    "！": "full-width ！ ; write `not`",
    "？": "full-width ？ has no meaning here",
    "／": "full-width ／ ; write // to divide",
    "。": "full-width 。 ends nothing here: leave it out",
}
