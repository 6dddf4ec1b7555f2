"""The command line as tests run it, in this process and as one of its own, and items for it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from functools import cache
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from hlogic.cli import main

ITEM = """\
item duty "值班" { lang: zh }
background "每晚恰有一人值班。李明不值周一。"
claim c1 "每晚恰有一人值班。"
claim c2 "李明不值周一。"
sort 人 { li "李明", wang "王芳" }
sort Night { mon "周一", tue "周二" }
var duty(Night): 人 cites c1
constraint off: duty(mon) != li cites c2
scope free { retract off }
ask who "周一谁值班？": possible_set p in 人: duty(mon) == p expect {wang}
ask many: count worlds expect 2
"""


def long(size: int) -> str:
    """An item of 2^size worlds."""
    cells = ", ".join(f"a({i}) as a{i}" for i in range(1, size + 1))
    return (
        f"item long\nvar a(1..{size}): bool\nask first: possible a(1)\n"
        f"ask all: rows ({cells})\nask more: count worlds\n"
    )


LONG = long(20)
UNDEFINED = "item u\nvar n: 0..2\nask q: possible 4 // n == 2\n"
UGLY = "item   a  # first\nvar b:bool\nask q : possible b\n"


def told_to_end(ending: signal.Signals) -> Any:
    """A signal as a parameter; where it is ignored, as under `nohup`, processes keep to that."""
    ignored = signal.getsignal(ending) is signal.SIG_IGN
    return pytest.param(ending, marks=pytest.mark.skipif(ignored, reason=f"{ending.name} ignored"))


ENDINGS = [told_to_end(s) for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    """One run in this process; whatever happens, there is no traceback."""
    result = CliRunner(env={"NO_COLOR": "1"}).invoke(main, list(args), input=stdin)
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    assert "Traceback" not in result.output
    return result


def process(*args: str, **more: Any) -> subprocess.Popen[str]:
    """A run as a process of its own."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | more
    return subprocess.Popen([sys.executable, "-m", "hlogic", *args], **given)


def document(text: str, form: str = "answers") -> Any:
    """A JSON document, held against the schema of its form."""
    read = json.loads(text)
    _validator(form).validate(read)
    return read


@cache
def _validator(form: str) -> jsonschema.Draft202012Validator:
    schema = json.loads(files("hlogic").joinpath(f"{form}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)
