"""Text to tokens.

A word keeps its spelling as its kind when the grammar knows it; the parser decides whether a word
that is not reserved is a keyword where it stands, or a name. What people type from other languages
or with a Chinese input method is reported here and read as what was meant, so that the parser can
go on and find the next mistake.
"""

from __future__ import annotations

import re
import unicodedata

from hlogic.compiler.diagnostics import Report
from hlogic.compiler.record import field, record
from hlogic.compiler.source import Source, Span
from hlogic.compiler.syntax.syntax_errors import FOREIGN_SIGNS, FULL_WIDTH, FULL_WIDTH_HINTS
from hlogic.compiler.syntax.tables import END, tables


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


RESERVED = word_set(
    "and or not implies iff xor in forall exists if then else match true false where default count"
    " sum min max set select_unique all_different exactly at_least at_most defined rank next prev"
    " first last size abs subset"
)
SYMBOLS = {
    "∀": "forall", "∃": "exists", "¬": "not", "∧": "and", "∨": "or", "→": "implies", "↔": "iff",
    "⊕": "xor", "∈": "in", "≠": "!=", "≤": "<=", "≥": ">=", "->": "implies", "<->": "iff",
}  # fmt: skip
SIGNS = (
    "..", "//", "==", "!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "%",
    "(", ")", "{", "}", "[", "]", ",", ":", "|", ".", "@",
)  # fmt: skip
_LISTS = word_set("sort table match of expect with")  # in braces behind one of these
_BEFORE_BRACES = _LISTS | word_set("scope define change { }")
MAX_DIGITS = 4000
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "'": "'", "\\": "\\"}


class Token:
    """`kind` is a terminal of the grammar; `value` a name, an integer or a text."""

    __slots__ = ("end", "kind", "start", "value")

    def __init__(self, kind: str, start: int, end: int, value: str | int = "") -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.value = value


@record
class Comment:
    """A comment with its `#`; `own_line` where nothing but white space stands before it."""

    text: str
    span: Span = field(compare=False)
    own_line: bool = field(default=True, compare=False)


def _any_of(words: tuple[str, ...] | dict[str, str]) -> str:
    return "|".join(re.escape(w) for w in sorted(words, key=lambda w: (-len(w), w)))


_foreign = f"(?:{_any_of(tuple(FOREIGN_SIGNS))})"
_TOKEN = re.compile(
    r"\s*+(?:"
    r"(?P<bracket>[(){}\[\],])"  # and the comma: no longer sign begins with these
    r"|(?P<comment>\#[^\n]*)"
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<int>[0-9]+(?!\w))"
    r'|(?P<verbatim>"""(?:.|\n)*?"""|「[^」]*」)'
    r'|(?P<unclosed_verbatim>"""|「)'
    r"|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<smart>“[^”\n]*”|‘[^’\n]*’)"
    rf"|(?P<wide>{_any_of(FULL_WIDTH)})"
    rf"|(?P<foreign>(?!//|!=(?!=)){_foreign})"
    rf"|(?P<symbol>∉|{_any_of(SYMBOLS)})"
    rf"|(?P<sign>{_any_of(SIGNS)})"
    r"|(?P<unclosed>[\"'])"
    r"|(?P<number>\d\w*)"
    r"|(?P<other>.)"
    r")"
)

# A line that begins a declaration, and hardly a line of prose.
_DECLARATION = re.compile(
    r"[ \t]*(?:"
    r"(?:claim|inert|sort|var|table|derive|def|define|constraint|scope|change|ask|check)[ \t]+"
    r"(?:stable\b|\w+[ \t]*(?:[\[@:=({\"'「“：＝（｛]|$"
    r"|(?:ordered|open|extends|under|cites|weight)\b))"
    r"|background[ \t]*(?:[\"'「“]|from\b)|use[ \t]+(?:[\"']|\w+[ \t]*(?:[.(]|$)))",
    re.MULTILINE,
)


class Lexer:
    """Reads one source; `tokens` end with `$END`, `comments` are in the order of the text."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report
        self.tokens: list[Token] = []
        self.comments: list[Comment] = []
        self._names: dict[str, tuple[str, str]] = {}
        self._open_until: dict[str, int] = {}  # quote: up to here no line ends a string left open
        self._words = frozenset(t for t in tables().terminals if t.isidentifier() and t.islower())

    def run(self) -> Lexer:
        text = self.source.text
        match, end = _TOKEN.match, len(text)
        tokens, names = self.tokens, self._names
        stop = 0
        while (found := match(text, stop)) is not None:  # it takes anything but white space
            group = found.lastgroup
            assert group is not None
            word = found[group]
            stop = found.end()
            at = stop - len(word)
            if group == "bracket" or group == "sign":
                tokens.append(Token(word, at, stop))
            elif group == "name":
                if stop < end and text[stop] > "\x7f":
                    word = self._longer_name(at, stop)
                    stop = at + len(word)
                kind, value = names.get(word) or self._read_name(word, at)
                tokens.append(Token(kind, at, stop, value))
            elif group == "int" and len(word) <= MAX_DIGITS:
                tokens.append(Token("INT", at, stop, int(word)))
            else:
                stop = getattr(self, f"_{group}")(word, at, stop) or stop
        tokens.append(Token(END, end, end))
        return self

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _longer_name(self, at: int, stop: int) -> str:
        """Combining marks belong to the letter before them, in whichever form the text came."""
        text = self.source.text
        while stop < len(text):
            c = text[stop]
            if not (c == "_" or c.isalnum() or unicodedata.category(c)[0] == "M"):
                break
            stop += 1
        return text[at:stop]

    def _read_name(self, word: str, at: int) -> tuple[str, str]:
        name = word
        if not word.isascii():
            name = unicodedata.normalize("NFC", word)
            for i, c in enumerate(word):
                if unicodedata.category(c) in ("No", "Pc") and c != "_":
                    span = self._span(at + i, at + i + 1)
                    self.report.error("bad-name", span, f"{c} can't stand in a name")
        found = (word if word in self._words else "NAME", name)
        self._names[word] = found
        return found

    def _comment(self, text: str, start: int, end: int) -> None:
        line_start = self.source.text.rfind("\n", 0, start) + 1
        own = not self.source.text[line_start:start].strip()
        self.comments.append(Comment(text.rstrip(), self._span(start, end), own))

    def _int(self, text: str, start: int, end: int) -> None:
        """One that is too long: Python's conversion takes its square of time."""
        message = f"an integer of {len(text)} digits; the limit is {MAX_DIGITS}"
        self.report.error("limit", self._span(start, end), message)
        self.tokens.append(Token("INT", start, end, 0))

    def _number(self, text: str, start: int, end: int) -> None:
        value = 0
        plain = text.replace("_", "")
        wide = unicodedata.normalize("NFKC", plain)
        span = self._span(start, end)
        if plain.isdecimal():
            value = int(plain[:MAX_DIGITS])
            code = "full-width" if text == plain and wide != plain else "bad-number"
            what = f"full-width {text}" if code == "full-width" else f"`{text}` is no number"
            shown = str(value) if len(plain) <= MAX_DIGITS else "it in plain digits"
            self.report.error(code, span, f"{what}; write {shown}")
        else:
            hint = "a name begins with a letter or `_`"
            self.report.error("bad-number", span, f"`{text}` is neither a number nor a name", hint)
        self.tokens.append(Token("INT" if value else "NAME", start, end, value or text))

    def _string(self, text: str, start: int, end: int) -> None:
        value = text[1:-1]
        if "\\" in value:
            value = re.sub(
                r"\\(u\{([^}\n]*)\}|.)",
                lambda m: self._escape(m, start + 1),
                value,
                flags=re.DOTALL,
            )
        self.tokens.append(Token("STRING", start, end, value))

    def _escape(self, found: re.Match[str], offset: int) -> str:
        char, digits = found.group(1), found.group(2)
        span = self._span(offset + found.start(), offset + found.end())
        if digits is not None:
            if re.fullmatch(r"[0-9a-fA-F]{1,8}", digits):
                point = int(digits, 16)
                if point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF:
                    return chr(point)
            self.report.error("bad-escape", span, f"\\u{{{digits}}} is not a character")
            return ""
        if char in ESCAPES:
            return ESCAPES[char]
        hint = "there are \\n \\t \\\" \\' \\\\ and \\u{HEX}; write \\\\ for a backslash"
        self.report.error("bad-escape", span, f"unknown escape \\{char}", hint)
        return char

    def _verbatim(self, text: str, start: int, end: int) -> None:
        self.tokens.append(Token("STRING", start, end, verbatim_value(text)))

    def _smart(self, text: str, start: int, end: int) -> None:
        message = f'{text[0]}{text[-1]} do not quote a text; write "{text[1:-1]}"'
        self.report.error("smart-quotes", self._span(start, end), message)
        self.tokens.append(Token("STRING", start, end, text[1:-1]))

    def _symbol(self, text: str, start: int, end: int) -> None:
        if text == "∉":
            self.tokens.append(Token("not", start, end, "not"))
            self.tokens.append(Token("in", start, end, "in"))
        else:
            self.tokens.append(Token(SYMBOLS[text], start, end, SYMBOLS[text]))

    def _foreign(self, text: str, start: int, end: int) -> None:
        meant, message = FOREIGN_SIGNS[text]
        if text == ";" and self._in_list():
            meant, message = ",", "write a comma for ;"
        self.report.error("foreign-sign", self._span(start, end), message)
        for kind in meant.split():
            self.tokens.append(Token(kind, start, end, kind))

    def _in_list(self) -> bool:
        """Whether the last brace is open and holds what commas part, which no scope or group is."""
        words = (t.kind for t in reversed(self.tokens) if t.kind in _BEFORE_BRACES)
        inside = next(words, "}")
        return inside == "{" and next(words, "") in _LISTS

    def _wide(self, text: str, start: int, end: int) -> None:
        meant = FULL_WIDTH[text]
        message = FULL_WIDTH_HINTS.get(text) or f"full-width {text} ; write {meant}"
        self.report.error("full-width", self._span(start, end), message)
        if meant in SIGNS or meant == "not":
            self.tokens.append(Token(meant, start, end))

    def _unclosed_verbatim(self, text: str, start: int, end: int) -> int:
        closing = "」" if text == "「" else text
        message = f"the string is not closed: no {closing} follows"
        self.report.error("unclosed", self._span(start, end), message)
        return self._rest_of_line(start)

    def _unclosed(self, text: str, start: int, end: int) -> int:
        message = f"the string is not closed: no {text} before the end of the line"
        hint = 'a text of several lines stands in """ … """'
        self.report.error("unclosed", self._span(start, end), message, hint)
        closed = self._closed_on_later_line(text, start)
        if closed is None:
            return self._rest_of_line(start)
        self.tokens.append(Token("STRING", start, closed, self.source.text[start + 1 : closed - 1]))
        return closed

    def _rest_of_line(self, start: int) -> int:
        """Take the line's rest as the text of a string, so that the next line parses."""
        end = self._line_end(start)
        self.tokens.append(Token("STRING", start, end, self.source.text[start + 1 : end]))
        return end

    def _line_end(self, start: int) -> int:
        end = self.source.text.find("\n", start)
        return len(self.source.text) if end < 0 else end

    def _closed_on_later_line(self, quote: str, start: int) -> int | None:
        """Where a string of several lines ends, if no declaration begins before: what stands in it
        is prose. A line that holds the quote an even number of times quotes something itself."""
        text = self.source.text
        if start < self._open_until.get(quote, 0):
            return None
        at = self._line_end(start) + 1
        while at < len(text) and not _DECLARATION.match(text, at):
            end = self._line_end(at)
            if text.count(quote, at, end) % 2:
                return text.index(quote, at) + 1
            at = end + 1
        self._open_until[quote] = at
        return None

    def _other(self, text: str, start: int, end: int) -> None:
        shown = text if text.isprintable() else f"U+{ord(text):04X}"
        message = f"{shown} has no meaning here"
        if unicodedata.category(text) in ("Lm", "Mn", "Mc", "Me"):
            message = f"a name can't begin with {shown}"
        self.report.error("unknown-character", self._span(start, end), message)


def verbatim_value(text: str) -> str:
    """The text between verbatim quotes: `\"\"\"` leaves out a line break right after it, and a last
    line that holds only white space."""
    if text.startswith("「"):
        return text[1:-1]
    value = text[3:-3].removeprefix("\n")
    body, line_break, last = value.rpartition("\n")
    return body if line_break and not last.strip() else value
