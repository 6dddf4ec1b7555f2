"""Dataclasses that cost nothing until they are used.

A compiler is mostly small classes, and the standard `dataclass` compiles several methods for each
at import (about a millisecond a class: half of a cold start here). A `record` has the same meaning
for readers, for type checkers and for `dataclasses.fields` and `replace`, but its `__init__` is
compiled when the first instance is made, and equality is one shared method.

Records are immutable by promise (mypy holds it); those that are filled step by step say
`frozen=False`. With `eq=False` a record is equal only to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")
_MISSING: Any = object()


class _Field:
    """What `field(…)` leaves in a class body."""

    __slots__ = ("compare", "default", "factory", "kw_only", "shown")

    def __init__(self, default: Any, factory: Any, compare: bool, kw_only: bool, shown: bool):
        self.default = default
        self.factory = factory
        self.compare = compare
        self.kw_only = kw_only
        self.shown = shown


def field(
    *,
    default: Any = _MISSING,
    default_factory: Any = _MISSING,
    compare: bool = True,
    kw_only: bool = False,
    repr: bool = True,
) -> Any:
    """A field with more to say than its type, as `dataclasses.field`."""
    return _Field(default, default_factory, compare, kw_only, repr)


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(*, eq: bool = ..., frozen: bool = ...) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: Any = None, /, *, eq: bool = True, frozen: bool = True) -> Any:
    """Make a class a record. `frozen` is for readers and type checkers."""
    if cls is None:
        return lambda later: _make(later, eq)
    return _make(cls, eq)


def _make(cls: Any, eq: bool) -> Any:
    own: dict[str, _Field] = {}
    for name in cls.__dict__.get("__annotations__", ()):  # noqa: RUF063 (own ones only, unread)
        if name == "_fields_":
            continue
        given = cls.__dict__.get(name, _MISSING)
        own[name] = (
            given if isinstance(given, _Field) else _Field(given, _MISSING, True, False, True)
        )
    inherited: Mapping[str, _Field] = getattr(cls, "_fields_", {})
    cls._fields_ = {**inherited, **own}
    setattr(cls, "__match_args__", tuple(n for n, f in cls._fields_.items() if not f.kw_only))  # noqa: B010 (mypy refuses the assignment)
    cls.__dataclass_fields__ = _StandardFields()
    cls.__init__ = _first_init
    if "__repr__" not in cls.__dict__:
        cls.__repr__ = _repr
    if eq and "__eq__" not in cls.__dict__:
        cls.__eq__ = _eq
        cls.__hash__ = _hash
    return cls


def _first_init(self: Any, *args: Any, **kwargs: Any) -> None:
    """Compile the class's `__init__`, then be it."""
    cls = type(self)
    plain = [(n, f) for n, f in cls._fields_.items() if not f.kw_only]
    named = [(n, f) for n, f in cls._fields_.items() if f.kw_only]
    scope: dict[str, Any] = {"_MISSING": _MISSING}
    parameters, body = ["self"], []
    for name, f in [*plain, ("*", None), *named] if named else plain:
        if f is None:
            parameters.append("*")
            continue
        value = name
        if f.factory is not _MISSING:
            scope[f"_make_{name}"] = f.factory
            parameters.append(f"{name}=_MISSING")
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        elif f.default is not _MISSING:
            scope[f"_default_{name}"] = f.default
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
        body.append(f" self.{name} = {value}\n")
    exec(f"def __init__({', '.join(parameters)}):\n{''.join(body) or ' pass'}", scope)
    cls.__init__ = scope["__init__"]
    cls.__init__(self, *args, **kwargs)


def _compared(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, n) for n, f in self._fields_.items() if f.compare)


def _eq(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self is other or _compared(self) == _compared(other)


def _hash(self: Any) -> int:
    return hash(_compared(self))


def _repr(self: Any) -> str:
    shown = (f"{n}={getattr(self, n)!r}" for n, f in self._fields_.items() if f.shown)
    return f"{type(self).__name__}({', '.join(shown)})"


class _StandardFields:
    """`__dataclass_fields__`, made when the standard library first asks a class for it."""

    def __get__(self, instance: Any, owner: Any) -> Any:
        import dataclasses

        def mirror(name: str, f: _Field) -> Any:
            settings: dict[str, Any] = {"compare": f.compare, "kw_only": f.kw_only, "repr": f.shown}
            if f.factory is not _MISSING:
                return dataclasses.field(default_factory=f.factory, **settings)
            if f.default is not _MISSING:
                return dataclasses.field(default=f.default, **settings)
            return dataclasses.field(**settings)

        specs = [(n, Any, mirror(n, f)) for n, f in owner._fields_.items()]
        made: Any = dataclasses.make_dataclass(owner.__name__, specs)
        owner.__dataclass_fields__ = made.__dataclass_fields__
        return owner.__dataclass_fields__
