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
    "<=>": ("iff", "write `iff` for <=>"),
    "<==>": ("iff", "write `iff` for <==>"),
    "==>": ("implies", "write `implies` for ==>"),
    "-->": ("implies", "write `implies` for -->"),
    "⊃": ("implies", "write `implies` for ⊃"),
    "⟶": ("implies", "write `implies` for ⟶"),
    "⟷": ("iff", "write `iff` for ⟷"),
    "⋀": ("and", "write `and` for ⋀"),
    "⋁": ("or", "write `or` for ⋁"),
    "/\\": ("and", "write `and` for /\\"),
    "\\/": ("or", "write `or` for \\/"),
    "\\+": ("not", "write `not` for \\+"),
    "\\=": ("!=", "write != for \\="),
    "⊤": ("true", "write `true` for ⊤"),
    "⊥": ("false", "write `false` for ⊥"),
    "∃!": ("exists", "write `exactly 1 (x in S: …)` for ∃!"),
    "∄": ("exists", "write `not exists` for ∄"),
    "…": ("..", "write .. for …"),
}

FULL_WIDTH: dict[str, str] = {
    **{chr(ord(c) + 0xFEE0): c for c in "!%()*+,-./:;<=>@[]{}|\"'#&~^\\?$`"},
    **{"＝＝": "==", "！＝": "!=", "＜＝": "<=", "＞＝": ">=", "！": "not", "／": "//"},
    **{"＝=": "==", "！=": "!=", "＜=": "<=", "＞=": ">="},
    **{"=＝": "==", "!＝": "!=", "<＝": "<=", ">＝": ">="},
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
    Confused("|", "or", "syntax", "write `or` for |", ("constraint c: x | x",)),
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
    "by": ("with", "write `with` for by"),
    "return": ("=", "write = for return"),
    "begin": ("{", "write { for begin"),
    "end": ("}", "write } for end"),
    "contains": ("in", "write `x in S`: the member stands first"),
    "equivalent": ("iff", "write `iff` for equivalent"),
    **{
        word: (meant, f"write {meant if meant in ('==', '!=') else f'`{meant}`'} for {word}")
        for word, meant in (
            ("且", "and"), ("并且", "and"), ("而且", "and"), ("同时", "and"), ("和", "and"),
            ("或", "or"), ("或者", "or"), ("蕴含", "implies"), ("推出", "implies"),
            ("当且仅当", "iff"), ("等价于", "iff"), ("属于", "in"), ("等于", "=="),
            ("不等于", "!="), ("那么", "then"), ("则", "then"), ("否则", "else"),
        )
    },
}  # fmt: skip


@record
class Slip:
    """A mistake that the parser or the lexer knows by its own code: what the message says, and
    snippets that must bring it up."""

    code: str
    says: str
    snippets: tuple[str, ...]


SLIPS: tuple[Slip, ...] = (
    Slip("foreign-comment", "write # for a // comment",
         ("var y: bool // the lamp", "var y: bool\n// the lamp is on\nvar z: bool",
          "constraint c: x // must hold", "constraint c: 1 > 0 // foo is the rule")),
    Slip("chained-comparison", "write 0 <= n and n <= 2",
         ("constraint c: 0 <= n <= 2", "constraint c: 0 <= n <= 2 < 3")),
    Slip("reserved-word", "`where` is a reserved word and can't be a name",
         ("var where: bool", "sort A { a, where }", "constraint c: exists where in S: x")),
    Slip("misspelt", "did you mean `constraint`?", ("constrant c: x", "constriant c: x")),
    Slip("misspelt", "did you mean `possible`?", ("ask q: posible x",)),
    Slip("misspelt", "did you mean `implies`?", ("constraint c: x implie x",)),
    Slip("misspelt", "did you mean `and`?", ("constraint c: x AND x",)),
    Slip("unclosed", "the string is not closed",
         ('background "abc', 'background "abc，\n“好”，“坏”。\nso "it" goes"\nvar y: bool',
          "claim c 'abc\nvar y: bool", 'background """abc', "background 「abc")),
    Slip("unclosed", "expected , or } before var", ("sort A { a, b\nvar y: A",)),
    Slip("unclosed", "before the end of the file",
         ("constraint c: (x and x", "scope s { retract c")),
    Slip("syntax", "`rule` belongs inside a `define` or a scope", ("rule r: p if x",)),
    Slip("syntax", "`assume` belongs inside a scope", ("assume x",)),
    Slip("syntax", ") closes nothing", ("constraint c: x)",)),
    Slip("syntax", "expected an expression before",
         ("constraint c: x and", "constraint c: (x or )", "constraint c:\nvar y: bool")),
    Slip("syntax", "expected a text in quotes before cites", ("claim c3 cites", "inert c3 cites")),
    Slip("comma-in-names", "leave out the comma before `assume`",
         ("scope s { retract a, assume x }", "scope s { retract a, assume not x }")),
    Slip("comma-in-names", "leave out the comma before `replace`",
         ("scope s { retract a, replace b with x }",)),
    Slip("comma-in-names", "leave out the comma before `note`",
         ('ask q: count worlds cites a, note "b"',)),
    Slip("bad-escape", "unknown escape \\q", ('background "a\\qb"',)),
    Slip("bad-escape", "is not a character", ('background "\\u{110000}"', 'background "\\u{xyz}"')),
    Slip("bad-number", "write 1000", ("constraint c: n == 1_000",)),
    Slip("bad-number", "neither a number nor a name", ("var 2nd: bool",)),
    Slip("bad-name", "can't stand in a name", ("var x½: bool",)),
    Slip("full-width", "full-width １２; write 12", ("constraint c: n == １２",)),
    Slip("smart-quotes", 'write "abc"', ("background “abc”", "background ‘abc’")),
    Slip("unknown-character", "has no meaning here", ("constraint c: $x", "constraint c: x\u200b")),
    Slip("limit", "the limit is 4000", (f"constraint c: n == {'7' * 4001}",)),
)  # fmt: skip

# What `forms` mends; each of these is one mistake.
FORMS: tuple[Slip, ...] = (
    Slip("syntax", "a table states its domain: near(Van, Van): bool = {…}",
         ("table near(Van, Van) = { (red, blue) }", "table near(Van, Van) { (red, blue) }")),
    Slip("syntax", "a table states its domain: fee(Guest): 0..12 = {…}",
         ("table fee(Guest) = { mei: 3, (bo): 12 } default 0", "table fee(Guest) = { a: 12 }")),
    Slip("syntax", "a table states its domain: t(n in N where n > 1): bool = {…}",
         ("table t(n in N where n > 1) = { 2: true, 3: false }",)),
    Slip("syntax", "a table states its domain: fee: S = {…}",
         ("table fee = { mei: low, bo: high }",)),
    Slip("equals-for-colon", "write mei: 3",
         ("table fee(G): 0..9 = { mei = 3 }", "table fee(G): 0..9 = { mei = 3, bo = 4, }")),
    Slip("equals-for-colon", "write (mei, bo): f(3)",
         ("table fee(G, G): 0..9 = { a: 1, (mei, bo) = f(3), c: 2 }",)),
    Slip("arrow-for-colon", "write mei: 3",
         ("table fee(G): 0..9 = { mei -> 3 }", "table fee(G): 0..9 = { mei => 3, bo => 4 }")),
    Slip("syntax", "write sort Seat ordered {…}", ("sort Seat: ordered { s1, s2 }",)),
    Slip("syntax", 'write sort Seat "座" {…}', ('sort Seat "座": { s1, s2 }',)),
    Slip("foreign-word", "write != for is not", ("constraint c: x is not s1",)),
    Slip("foreign-word", "write `in` for is in", ("constraint c: x is in S",)),
    Slip("foreign-word", "write `not in` for is not in", ("constraint c: x is not in {a}",)),
    Slip("value-expected", "a text is no value", ('constraint c: x != "s1"', 'constraint c: "x"')),
    Slip("value-expected", "did you mean s1?",
         ('sort S { s0, s1 "一号" | "1号" }\nconstraint c: x == "1号" or x',
          'sort S { s1 "一号" }\nask q: value x expect "一号"')),
    Slip("syntax", "write max of { a, b }", ("constraint c: max(a, b) == 2",)),
    Slip("single-equals", "`=` compares nothing", ("table t(G): bool = { mei: x = 3 }",)),
    Slip("syntax", "write max of { rank(x), 2 }", ("constraint c: 1 < max(rank(x), 2)",)),
    Slip("syntax", "write sum of { f(x), -2, (a) }", ("constraint c: 1 < sum(f(x), -2, (a))",)),
    Slip("syntax", "write count of { x == y, not z }",
         ("constraint c: count(x == y, not z) < 2",)),
    Slip("syntax", "write set of { a }", ("constraint c: x in set(a)",)),
    Slip("syntax", "write all_different of { at(a), b, c }",
         ("constraint c: all_different(at(a), b, c)",)),
    Slip("syntax", "write exactly 1 of { x, y }", ("constraint c: exactly 1 (x, y)",)),
    Slip("syntax", "write at_least (size(A)) (…)", ("constraint c: at_least size(A) (i in A: x)",)),
    Slip("syntax", "write exactly (k - 1) of {…}", ("constraint c: exactly k - 1 of { x } or x",)),
    Slip("syntax", "write at_most (count(i in A: x)) (…)",
         ("constraint c: at_most count(i in A: x) (i in A: x)",)),
    Slip("syntax", "write at_most (f(a)) (…)", ("constraint c: at_most f(a) (i in A: x)",)),
    Slip("rule-head", "a head is one atom of the group, never denied",
         ("define p(A) { rule r(x in A): not p(x) if x }", "scope s { rule r: not p }")),
    Slip("rule-head", "write a rule for each",
         ("define p(A) { rule r: p(a) and p(b) if x rule s: p(c) }",
          "define p(A) { rule r(x in A): p(x), p(a) if x }")),
    Slip("rule-head", "not p(x) = true", ("define p(A) { rule r(x in A): p(x) = true }",)),
    Slip("rule-head", "not (p)", ("define p { rule r: (p) }",)),
    Slip("rule-head", "write `HEAD if BODY`",
         ("define p { rule r: x -> p }", "define p { rule r: if x then p rule s: p if x }")),
    Slip("foreign-word", "write `if` for <-", ("define p { rule r: p <- x }",)),
    Slip("foreign-word", "write `if` for :-", ("scope s { rule r(x in A): p(x) :- x }",)),
)  # fmt: skip
