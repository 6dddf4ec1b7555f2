"""Random items with open sorts, as texts: small enough for every structure of a few elements to be
tried.

`kind` says what they may have: "epr" no function, and `exists` only where nothing varies; "full"
functions and quantifiers in any order; "mixed" a finite sort besides, partial terms and values."""

from __future__ import annotations

from random import Random

KINDS = ("epr", "full", "mixed", "two")


class _Item:
    def __init__(self, rng: Random, kind: str) -> None:
        self.rng = rng
        self.kind = kind
        self.fresh = 0
        self.labels = rng.choice((["a"], ["a", "b"], ["a", "b"], []))
        self.distinct = rng.random() < 0.3
        self.function = kind == "full" and rng.random() < 0.6
        self.constant = rng.random() < 0.3 or not self.labels

    def text(self) -> str:
        distinct = " distinct" if self.distinct else ""
        lines = [
            'item random "made at random"',
            f"sort P open{distinct} {{ {', '.join(self.labels)} }}",
            "var s(P): bool",
            "var r(P, P): bool",
        ]
        if self.function:
            lines.append("var f(P): P")
        if self.constant:
            lines.append("var c: P")
        if self.kind == "mixed":
            lines += ["sort D ordered { mon, tue }", "var g(P, D): bool", "var h: D", "var k(P): D"]
            lines.append("var o(D): P")
        if self.kind == "two":
            lines += ["sort Q open { z }", "var t(P, Q): bool"]
        for i in range(self.rng.randint(1, 3)):
            lines.append(f"constraint c{i}: {self.formula(3, {}, True)}")
        for i, word in enumerate(("truth", "possible", "necessary")):
            where = f" where {self.formula(1, {}, False)}" if self.rng.random() < 0.2 else ""
            lines.append(f"ask q{i}: {word} {self.formula(2, {}, True)}{where}")
        return "\n".join(lines) + "\n"

    def formula(self, depth: int, env: dict[str, str], top: bool) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return self.atom(env)
        shape = rng.randrange(9 if len(env) < 3 else 6)
        if shape < 2:
            word = rng.choice(("and", "or"))
            parts = [self.formula(depth - 1, env, False) for _ in range(2)]
            return f"({f' {word} '.join(parts)})"
        if shape < 4:
            word = rng.choice(("implies", "implies", "iff", "xor"))
            left, right = (self.formula(depth - 1, env, False) for _ in range(2))
            return f"({left} {word} {right})"
        if shape == 4:
            return f"not {self.formula(depth - 1, env, False)}"
        if shape == 5:
            if rng.random() < 0.3:
                c, a, b = (self.formula(depth - 1, env, False) for _ in range(3))
                return f"(if {c} then {a} else {b})"
            if self.kind == "mixed" and rng.random() < 0.3:
                return f"defined({self.formula(depth - 1, env, False)})"
            return self.atom(env)
        return self.quantified(depth, env)

    def quantified(self, depth: int, env: dict[str, str]) -> str:
        rng = self.rng
        self.fresh += 1
        name = f"x{self.fresh}"
        sorts = {"mixed": ("P", "P", "D"), "two": ("P", "P", "Q")}.get(self.kind, ("P",))
        sort = rng.choice(sorts)
        word = rng.choice(("forall", "forall", "exists"))
        inner = {**env, name: sort}
        where = f" where {self.atom(inner)}" if rng.random() < 0.2 else ""
        return f"({word} {name} in {sort}{where}: {self.formula(depth - 1, inner, False)})"

    def atom(self, env: dict[str, str]) -> str:
        rng = self.rng
        shape = rng.randrange(10)
        if self.kind == "mixed" and shape >= 7:
            return self.finite_atom(env)
        if self.kind == "two" and shape >= 8:
            return f"t({self.element(env)}, {self.of('Q', env) or 'z'})"
        if shape < 3:
            return f"s({self.element(env)})"
        if shape < 7:
            return f"r({self.element(env)}, {self.element(env)})"
        if shape == 9 and self.labels:
            return f"{self.element(env)} in {{ {', '.join(self.labels)} }}"
        return f"{self.element(env)} {rng.choice(('==', '!='))} {self.element(env)}"

    def finite_atom(self, env: dict[str, str]) -> str:
        rng = self.rng
        if rng.random() < 0.5:
            return f"g({self.element(env)}, {self.day(env)})"
        return f"{self.day(env)} {rng.choice(('==', '!=', '<', '<='))} {self.day(env)}"

    def day(self, env: dict[str, str]) -> str:
        rng = self.rng
        options = ["mon", "tue", "h", f"k({self.element(env)})", *self.all_of("D", env)]
        day = rng.choice(options)
        return f"next({day})" if rng.random() < 0.15 else day

    def element(self, env: dict[str, str]) -> str:
        rng = self.rng
        options = [*self.labels, *self.all_of("P", env) * 2, *(["c"] if self.constant else [])]
        if self.kind == "mixed" and rng.random() < 0.2:
            return f"o({rng.choice(['mon', 'tue', 'h', *self.all_of('D', env)])})"
        chosen = rng.choice(options)
        return f"f({chosen})" if self.function and rng.random() < 0.3 else chosen

    def of(self, sort: str, env: dict[str, str]) -> str | None:
        names = self.all_of(sort, env)
        return self.rng.choice(names) if names else None

    @staticmethod
    def all_of(sort: str, env: dict[str, str]) -> list[str]:
        return [name for name, of in env.items() if of == sort]


def open_item(seed: int, kind: str) -> str:
    """The text of one item."""
    return _Item(Random(f"{kind} {seed}"), kind).text()
