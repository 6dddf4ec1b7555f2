"""Words of other languages and of prose, and what is written here.

Loaded where a text is wrong; the signs and infix words that the lexer and the parser read as what
was meant are in `syntax_errors`.
"""

from __future__ import annotations

# What a declaration begins with elsewhere, and how it is written here.
FOREIGN_DECLARATIONS: dict[str, str] = {
    **dict.fromkeys(("enum", "type", "datatype", "class", "类", "类型"), "sort S { a, b }"),
    **dict.fromkeys(("pred", "predicate", "relation", "rel", "谓词"), "var p(S): bool"),
    **dict.fromkeys(("fun", "function", "func", "fn", "函数"), "var f(S): T"),
    **dict.fromkeys(("bool", "const", "constant", "variable", "变量"), "var x: bool"),
    **dict.fromkeys(("int", "integer"), "var n: 0..9"),
    **dict.fromkeys(("fact", "axiom", "assert", "premise", "formula", "require", "rules"),
                    "constraint NAME: …"),
    **dict.fromkeys(("always", "invariant", "theory", "hypothesis", "事实", "规则", "约束"),
                    "constraint NAME: …"),
    **dict.fromkeys(("query", "goal", "prove", "conjecture", "question", "show", "solve", "问"),
                    "ask q: …"),
    **dict.fromkeys(("let", "where"), "derive x = …"),
    **dict.fromkeys(("import", "include", "from"), "use …"),
}  # fmt: skip

# What other languages call an operation of a scope.
FOREIGN_OPERATIONS: dict[str, str] = {
    **dict.fromkeys(("add", "suppose", "given", "assert", "assuming", "假设", "增加"), "assume"),
    **dict.fromkeys(("remove", "delete", "drop", "without", "去掉", "删除"), "retract"),
    **dict.fromkeys(("keep", "just"), "only"),
    **dict.fromkeys(("change", "override", "substitute", "替换"), "replace"),
}

# What other languages call a function of this one.
FOREIGN_FUNCTIONS: dict[str, str] = {
    **dict.fromkeys(("len", "length", "card", "cardinality", "#"), "write size(…)"),
    **dict.fromkeys(("distinct", "alldifferent", "alldiff"), "write all_different of { … }"),
    **dict.fromkeys(("ite",), "write if … then … else …"),
    **dict.fromkeys(("successor", "succ"), "write next(…)"),
    **dict.fromkeys(("pred", "predecessor"), "write prev(…)"),
    **dict.fromkeys(("eq", "equal", "equals"), "write a == b"),
    **dict.fromkeys(("neg", "negate"), "write `not`"),
    **dict.fromkeys(("implies_", "imp"), "write a implies b"),
}

# What stands before what it is about.
FOREIGN_PREFIXES: dict[str, str] = {
    **dict.fromkeys(("非", "不", "并非", "不是", "neg"), "not"),
    **dict.fromkeys(("如果", "若", "假如"), "if"),
}

# What a query begins with elsewhere. `truth` stands for what asks whether something follows: that
# is `necessary` where no sort is open.
FOREIGN_MODALITIES: dict[str, str] = {
    **dict.fromkeys(("entails", "entailed", "proves", "prove", "provable", "follows"), "truth"),
    **dict.fromkeys(("is", "does", "whether", "holds", "valid", "query", "true", "是否"), "truth"),
    **dict.fromkeys(("must", "necessarily", "always", "certain", "certainly", "必然"), "necessary"),
    **dict.fromkeys(("一定", "必须", "必定"), "necessary"),
    **dict.fromkeys(("can", "may", "might", "could", "possibly", "satisfiable"), "possible"),
    **dict.fromkeys(("consistent", "sat", "可能", "或许"), "possible"),
    **dict.fromkeys(("what", "which", "who"), "value"),
}

# What other languages call a type, and what stands for it.
FOREIGN_SORTS: dict[str, str] = {
    **dict.fromkeys(("boolean", "bool", "prop", "布尔"), "write bool"),
    **dict.fromkeys(("integer", "int", "nat", "number", "整数"), "write a range, such as 0..9"),
    **dict.fromkeys(
        ("float", "real", "double"), "numbers are integers; write a range, such as 0..9"
    ),
    **dict.fromkeys(
        ("string", "str", "text"), "a text is no value; declare labels: `sort S { a, b }`"
    ),
}

# What is written for an answer elsewhere, and what it is here.
FOREIGN_ANSWERS: dict[str, str] = {
    **dict.fromkeys(("yes", "t", "valid", "entailed", "proved", "entailment"), "true"),
    **dict.fromkeys(("no", "f", "invalid", "refuted", "disproved"), "false"),
    **dict.fromkeys(("unknown", "maybe", "undetermined", "undefined", "undecided"), "uncertain"),
    **dict.fromkeys(("neither", "none", "null", "neutral", "possible"), "uncertain"),
    **dict.fromkeys(("contradiction", "contradictory", "unsat", "unsatisfiable"), "inconsistent"),
    **dict.fromkeys(("both", "impossible"), "inconsistent"),
    **dict.fromkeys(("是", "真", "对", "成立"), "true"),
    **dict.fromkeys(("否", "假", "错", "不成立"), "false"),
    **dict.fromkeys(("未知", "不确定", "不知道", "无法确定", "可能"), "uncertain"),
    **dict.fromkeys(("矛盾",), "inconsistent"),
}
