"""The page of `hlogic report` as it is seen: colours; in headless Chromium links, keys, widths."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from browser import dumped, needs_chromium, observed
from hlogic.render.page import page
from report_made import everything, night_page


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2) of `#rrggbb`."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_colours_stand_out(theme: int) -> None:
    """Text by 4.5 to 1 (WCAG AA), lines that mean something by 3 to 1."""
    style = files("hlogic.render.page").joinpath("page.css").read_text("utf-8")
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", style)
    colour = {name: values[theme] for name, *values in pairs}
    grounds = ["constrained", "asked", "declared", "unmodelled", "uncited", "uncovered"]
    for ground in ("paper", "card", "here", *grounds):
        for text in ("ink", "quiet"):
            assert contrast(colour[text], colour[ground]) >= 4.5, (text, ground)
    for ground in ("paper", "card"):
        for text in ("accent", "good", "bad", "warn"):
            assert contrast(colour[text], colour[ground]) >= 4.5, (text, ground)
        for line in ("focus", *(f"{g}-line" for g in grounds)):
            assert contrast(colour[line], colour[ground]) >= 3, (line, ground)
    for ground in grounds:
        assert contrast(colour[f"{ground}-line"], colour[ground]) >= 3, ground
    assert contrast(colour["accent"], colour["here"]) >= 4.5
    assert re.findall(r"#[0-9a-f]{3,8}\b", style) == [c for _, *cs in pairs for c in cs]


# ---------------------------------------------------------------------------- in a browser

USE = """
const at = (id) => document.getElementById(id);
const over = (element) => element.dispatchEvent(new PointerEvent("pointerover", {bubbles: true}));
const key = (name) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}));
const marked = (name) => [...document.querySelectorAll(`.${name}[data-key]`)].map((e) => e.id);
const found = {};
over(at("claim-c4"));
found.hovered = [marked("here"), marked("linked")];
found.busy = document.querySelector(".picture").classList.contains("busy");
found.lit = [...document.querySelectorAll(".node.lit")].map((e) => e.dataset.node).sort();
found.dark = [...document.querySelectorAll(".node:not(.lit)")].map((e) => e.dataset.node).sort();
over(document.body);
found.left = marked("here").length + marked("linked").length;
at("rule-li_wang").querySelector("pre").click();
over(document.body);
found.chosen = [marked("here"), marked("linked")];
key("Escape");
found.cleared = marked("here").length + marked("linked").length;
at("claim-c1").focus();
found.focused = marked("linked");
key("ArrowRight");
found.right = document.activeElement.id;
key("End");
found.last = document.activeElement.id;
key("ArrowDown");
key("ArrowUp");
found.up = document.activeElement.id;
document.activeElement.click();
await later(50);
found.jumped = [location.hash, document.activeElement.id];
at("rule-li_wang").querySelector("a").click();
await later(50);
found.back = [location.hash, document.activeElement.id];
document.querySelector("[data-node='ask:q2']").dispatchEvent(
  new MouseEvent("click", {bubbles: true, cancelable: true}));
await later(50);
found.node = [location.hash, marked("here")];
const paper = () => getComputedStyle(document.body).backgroundColor;
const before = paper();
at("button-theme").click();
found.turned = paper() !== before;
at("button-theme").click();
found.turnedBack = paper() === before;
at("button-unfold").click();
found.folded = document.querySelectorAll("details:not([open])").length;
at("button-fold").click();
found.unfolded = document.querySelectorAll("details[open]").length;
const world = document.querySelector("#ask-q1 a[href*=world]");
world.click();
found.world = at(decodeURIComponent(world.hash.slice(1))).closest("details").open;
return found;
"""


@needs_chromium
def test_linking_keys_and_buttons(tmp_path: Path) -> None:
    found = observed(night_page(), USE, tmp_path)
    assert not isinstance(found, str), found
    assert found["hovered"] == [["claim-c4"], ["rule-li_wang"]]
    assert found["busy"]
    assert found["left"] == 0
    assert {"claim:c4", "rule:li_wang", "scope:swapped", "ask:q2"} <= set(found["lit"])
    assert {"claim:c3", "value:load", "rule:at_most_two"} <= set(found["dark"])
    assert found["chosen"] == [["rule-li_wang"], ["claim-c4"]]
    assert found["cleared"] == 0
    assert found["focused"] == ["value-duty"]
    assert (found["right"], found["last"], found["up"]) == ("claim-c2", "claim-n1", "claim-c4")
    assert found["jumped"] == ["#rule-li_wang", "rule-li_wang"]
    assert found["back"] == ["#claim-c4", "claim-c4"]
    assert found["node"] == ["#ask-q2", ["ask-q2"]]
    assert found["turned"]
    assert found["turnedBack"]
    assert (found["folded"], found["unfolded"], found["world"]) == (0, 0, True)


@needs_chromium
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_window(width: int, tmp_path: Path) -> None:
    script = """
    const copy = document.documentElement.cloneNode(true);
    copy.querySelectorAll("script").forEach((e) => e.remove());
    copy.querySelectorAll("details").forEach((e) => (e.open = true));
    const frame = document.createElement("iframe");
    frame.style = "border: 0; width: WIDTHpx; height: 900px";
    frame.srcdoc = copy.outerHTML;
    const loaded = new Promise((done) => (frame.onload = done));
    document.body.append(frame);
    await loaded;
    const inside = frame.contentWindow;
    return [inside.innerWidth, inside.document.documentElement.scrollWidth];
    """.replace("WIDTH", str(width))
    inner, scroll = observed(page(everything()), script, tmp_path)
    assert inner == width
    assert scroll <= inner


@needs_chromium
def test_the_policy_lets_only_our_script_run(tmp_path: Path) -> None:
    made = page(everything())
    evil = made.replace("<footer>", "<script>document.title = 'taken'</script><footer>")
    assert evil != made
    path = tmp_path / "page.html"
    path.write_text(evil, encoding="utf-8")
    seen = dumped(path, tmp_path)
    assert re.search(r"<html[^>]* class=\"with-script\"", seen)
    assert "<title>Report: Everything &lt;/title&gt;" in seen


@needs_chromium
def test_paper_is_light_and_has_no_controls(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(night_page(), encoding="utf-8")
    target = tmp_path / "page.pdf"
    dumped(path, tmp_path, "--blink-settings=preferredColorScheme=0", f"--print-to-pdf={target}")
    data = target.read_bytes()
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", data)
    shapes = {float(wide) > float(high) for wide, high in boxes}
    assert shapes == {True, False}, "the picture has a sheet of its own, on its side"
