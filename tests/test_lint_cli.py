"""`hlogic lint` from outside: exit codes, forms, configuration, speed."""

from __future__ import annotations

import json
import time
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli_runs import ITEM, run

SCHEMA = Path(__file__).resolve().parent / "schemas" / "sarif-2.1.0.json"
BROKEN = 'item a "a"\nvar x: bool\nconstraint c: x = true\n'
# A warning whose place stands behind characters beyond the basic plane.
WIDE = """\
item a "a"
sort 日 { 今 "😀今天" } table 表(日): 0..1 = { 今: 1 } var x(日): bool
ask q "x?": possible x(今)
"""


@pytest.fixture
def files(folder: Path) -> Path:
    (folder / "broken.hlogic").write_text(BROKEN, encoding="utf-8")
    (folder / "wide.hlogic").write_text(WIDE, encoding="utf-8")
    return folder


def sarif(text: str) -> Any:
    """A SARIF log, held against the schema; its one run."""
    log = json.loads(text)
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft4Validator(schema).validate(log)
    (only,) = log["runs"]
    return only


# ---------------------------------------------------------------------------- exit codes


def test_clean_item(folder: Path) -> None:
    result = run("lint", "duty.hlogic", "--ignore", "missing-question,unused-scope",
                 "--ignore", "missing-alias,unmentioned-label")  # fmt: skip
    assert (result.exit_code, result.stdout) == (0, "1 file: nothing found\n")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 0),
        (("--werror",), 1),
        (("--werror", "--ignore", "unused-table,unused-sort"), 0),
        (("--select", "shadowing", "--werror"), 0),
        (("--select", "unused-table,shadowing", "--werror"), 1),
        (("--select", "unused-tables"), 2),
        (("--format", "xml"), 2),
        (("nowhere.hlogic",), 2),
        (("broken.hlogic",), 2),
    ],
)
def test_exit_codes(files: Path, options: tuple[str, ...], code: int) -> None:
    assert run("lint", "wide.hlogic", *options).exit_code == code


def test_error_fails_the_run(folder: Path) -> None:
    text = ITEM.replace(" cites c2", "")
    assert run("lint", "-", stdin=text).exit_code == 1
    assert "error[uncited-constraint]" in run("lint", "-", stdin=text).stdout
    assert (
        run("lint", "-", "--ignore", "uncited-constraint,claim-not-cited", stdin=text).exit_code
        == 0
    )


def test_remarks_fail_no_run(folder: Path) -> None:
    text = 'item a "a"\nsort S { a, b }\nvar x: S\nask q "?": possible x == a\n'
    result = run("lint", "-", "--werror", stdin=text)
    assert result.exit_code == 0
    assert "info[unmentioned-label]" in result.stdout
    assert result.stdout.endswith("1 remark in 1 file\n")


def test_folder_is_searched(files: Path) -> None:
    result = run("lint", ".")
    assert result.exit_code == 2
    assert "broken.hlogic:3:17: error[" in result.stdout
    assert "wide.hlogic:2:" in result.stdout
    assert result.stdout.endswith(" in 3 files\n")


def test_near_names(folder: Path) -> None:
    result = run("lint", "duty.hlogic", "--select", "unused-tabel")
    assert "Did you mean unused-table?" in result.stderr


@pytest.mark.parametrize("codes", ["", ",", "unused-sort,", "unused-sort,,unused-table"])
@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_a_code_that_is_missing(folder: Path, option: str, codes: str) -> None:
    result = run("lint", "duty.hlogic", option, codes)
    assert result.exit_code == 2
    assert "a code is missing: write CODE or CODE,CODE" in result.stderr


def test_a_file_is_looked_at_once_however_it_is_named(folder: Path) -> None:
    (folder / "in" / "deep").mkdir(parents=True)
    (folder / "in" / "s.hlogic").write_text(ITEM)
    names = ("in", "in/s.hlogic", "in/../in/s.hlogic", "./in/deep/../s.hlogic", f"{folder}/in")
    assert run("lint", *names).stdout == run("lint", "in/s.hlogic").stdout
    assert run("test", *names).stdout == "2 expectations in 1 file: all met\n"


# ---------------------------------------------------------------------------- forms


@pytest.mark.parametrize(
    "given",
    [
        ("duty.hlogic",),
        ("wide.hlogic",),
        ("broken.hlogic",),
        ("nowhere.hlogic",),
        (".",),
        ("duty.hlogic", "--select", "nothing"),
        ("duty.hlogic", "--unheard-of"),
        (),
    ],
    ids=" ".join,
)
def test_forms_are_whole_whatever_happens(files: Path, given: tuple[str, ...]) -> None:
    read = json.loads(run("lint", "--format", "json", *given).stdout)
    assert set(read) == {"files", "diagnostics"}
    schema = json.loads(
        resources.files("hlogic").joinpath("answers.schema.json").read_text("utf-8")
    )
    form = {"$defs": schema["$defs"], "$ref": "#/$defs/diagnostic"}
    for diagnostic in read["diagnostics"]:
        jsonschema.Draft202012Validator(form).validate(diagnostic)
    log = sarif(run("lint", "--format=sarif", *given).stdout)
    assert [d["code"] for d in read["diagnostics"]] == [r["ruleId"] for r in log["results"]]
    known = [rule["id"] for rule in log["tool"]["driver"]["rules"]]
    assert all(known[r["ruleIndex"]] == r["ruleId"] for r in log["results"])


def test_sarif_of_what_does_not_parse(files: Path) -> None:
    log = sarif(run("lint", "broken.hlogic", "--format", "sarif").stdout)
    assert log["invocations"] == [{"executionSuccessful": False}]
    (result,) = log["results"]
    assert result["level"] == "error"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "broken.hlogic"}
    assert place["region"]["startLine"] == 3


def test_sarif_columns_are_code_points(files: Path) -> None:
    log = sarif(run("lint", "wide.hlogic", "--format", "sarif").stdout)
    assert log["columnKind"] == "unicodeCodePoints"
    (result,) = [r for r in log["results"] if r["ruleId"] == "unused-table"]
    region = result["locations"][0]["physicalLocation"]["region"]
    line = WIDE.splitlines()[1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "表"


def test_sarif_paths_are_uris(files: Path) -> None:
    (files / "值 班.hlogic").write_text(WIDE, encoding="utf-8")
    for name, uri in (
        ("值 班.hlogic", "%E5%80%BC%20%E7%8F%AD.hlogic"),
        (str(files / "wide.hlogic"), (files / "wide.hlogic").as_uri()),
    ):
        log = sarif(run("lint", name, "--format", "sarif").stdout)
        assert log["artifacts"] == [{"location": {"uri": uri}}]


def test_sarif_shows_related_places(files: Path) -> None:
    text = 'item a "a"\nvar n: 0..3\ndef f(n) = n\nask q "?": possible f(1) == n\n'
    log = sarif(run("lint", "-", "--format", "sarif", stdin=text).stdout)
    (result,) = log["results"]
    (related,) = result["relatedLocations"]
    assert related["physicalLocation"]["region"]["startLine"] == 2
    assert related["message"]["text"] == "the variable"


def test_github_commands(files: Path) -> None:
    (files / "a,b:c.hlogic").write_text(WIDE, encoding="utf-8")
    lines = run("lint", "a,b:c.hlogic", "--format", "github", "--select", "unused-table").stdout
    assert lines == (
        "::warning file=a%2Cb%3Ac.hlogic,line=2,endLine=2,col=26,endColumn=27,title=unused-table::"
        "the table 表 is never read"
        "%0Ahint: take it away, or read it in the rule that its facts are for\n"
    )


def test_only_findings_on_stdout(files: Path) -> None:
    assert run("lint", ".").stderr == ""


# ---------------------------------------------------------------------------- configuration


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def codes(*args: str) -> set[str]:
    read = json.loads(run("lint", "--format", "json", *args).stdout)
    return {d["code"] for d in read["diagnostics"]}


def test_nearest_configuration_counts_alone(files: Path) -> None:
    (files / "inner").mkdir()
    write(files / "inner", "wide.hlogic", WIDE)
    write(files, "hlogic.toml", '[lint]\nignore = ["unused-table"]\n')
    assert codes("inner/wide.hlogic") == codes("wide.hlogic") == set()
    write(files / "inner", "pyproject.toml", "[project]\nname = 'x'\n")
    assert codes("inner/wide.hlogic") == set()
    write(files / "inner", "pyproject.toml", "[tool.hlogic.lint]\nwerror = true\n")
    assert codes("inner/wide.hlogic") == {"unused-table"}
    assert run("lint", "inner/wide.hlogic").exit_code == 1
    assert run("lint", "wide.hlogic").exit_code == 0
    assert codes("wide.hlogic", "--select", "unused-table") == {"unused-table"}


def test_hlogic_toml_goes_before_pyproject(files: Path) -> None:
    write(files, "pyproject.toml", '[tool.hlogic.lint]\nignore = ["unused-table"]\n')
    write(files, "hlogic.toml", "[lint]\nselect = ['shadowing', 'unused-table']\n")
    assert codes("wide.hlogic") == {"unused-table"}


def test_severity_is_overridden(files: Path) -> None:
    write(files, "hlogic.toml", '[lint.severity]\nunused-table = "error"\n')
    result = run("lint", "wide.hlogic")
    assert result.exit_code == 1
    assert "error[unused-table]" in result.stdout


@pytest.mark.parametrize(
    ("text", "code", "line", "said"),
    [
        ("[lint]\nselct = []\n", "unknown-key", 2, "did you mean select?"),
        ("[lint]\nignore = [\n  'unused-tabel',\n]\n", "unknown-rule", 3, "unused-table"),
        ("[lint.severity]\nunused-table = 'fatal'\n", "bad-setting", 2, "error, warning, info"),
        ("[lint.severity]\nunusd-table = 'error'\n", "unknown-rule", 2, "unused-table"),
        ("[lint]\nselect = ['']\n", "unknown-rule", 2, 'no rule is called ""'),
        ("[lint]\nwerror = 1\n", "bad-setting", 2, "true or false"),
        ("[lint]\nselect = 'all'\n", "bad-setting", 2, "a list"),
        ("lint = 3\n", "bad-setting", 1, "a table"),
        ("[lint\n", "bad-toml", 1, "TOML"),
    ],
)
def test_bad_configuration(files: Path, text: str, code: str, line: int, said: str) -> None:
    write(files, "hlogic.toml", "\n" + text)
    result = run("lint", "wide.hlogic", "--format", "json")
    assert result.exit_code == 2
    (found,) = json.loads(result.stdout)["diagnostics"]
    assert (found["code"], found["file"], found["line"]) == (code, "hlogic.toml", line + 1)
    assert said in found["message"] + found["hint"]


def test_bad_configuration_is_shown_once(files: Path) -> None:
    write(files, "hlogic.toml", "[lint]\nselct = []\n")
    assert run("lint", "wide.hlogic", "duty.hlogic").stdout.count("unknown-key") == 1


# ---------------------------------------------------------------------------- speed


def test_long_background_takes_less_than_a_second(tmp_path: Path) -> None:
    """10,000 characters with emoji and CJK, a third of them uncovered."""
    sentences = [f"第{i}条：住户{i}号😀养猫，𠮷田不养。" for i in range(520)]
    text = "".join(sentences)
    assert len(text) > 10_000
    claims = "".join(
        f'claim c{i} "{s}"\nvar x{i} "{i}": bool cites c{i}\nconstraint k{i}: x{i} cites c{i}\n'
        for i, s in enumerate(sentences)
        if i % 3
    )
    path = tmp_path / "long.hlogic"
    path.write_text(
        f'item long "长"\nbackground "{text}"\n{claims}ask q "？": possible x1\n', encoding="utf-8"
    )
    run("lint", str(path))  # imports and tables are warm
    start = time.process_time()  # what else runs on the machine does not count
    result = run("lint", str(path), "--format", "json")
    seconds = time.process_time() - start
    found = json.loads(result.stdout)["diagnostics"]
    assert {d["code"] for d in found} == {"uncovered-text"}
    assert len(found) == len(sentences[::3])
    assert seconds < 1
