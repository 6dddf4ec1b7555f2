"use strict";

// What belongs together is shown together: a sentence, the statements that rest on it, and the ways
// through the picture. The page is whole without this.
document.addEventListener("DOMContentLoaded", () => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const lines = all(".edges path");
  const nodes = all("[data-node]");
  const shown = all("[data-key]");
  const links = all("[data-to]");
  const sentences = all(".text [data-key]");
  const drawing = document.querySelector(".picture");

  const after = new Map();
  const before = new Map();
  const cited = new Map(); // which statements and asks a sentence licenses, and the other way
  const add = (map, from, to) => map.set(from, [...(map.get(from) ?? []), to]);
  for (const line of lines) {
    const { source, target } = line.dataset;
    add(after, source, target);
    add(before, target, source);
  }
  for (const { dataset } of sentences) {
    for (const key of dataset.beside.split(" ")) {
      add(cited, dataset.key, key);
      add(cited, key, dataset.key);
    }
  }

  // ------------------------------------------------------------------ marking

  let chosen = null; // by a click or by Enter: it stays until Esc

  function reached(start, steps) {
    const found = new Set([start]);
    for (const key of found) for (const next of steps.get(key) ?? []) found.add(next);
    return found;
  }

  function mark(key) {
    const beside = new Set(cited.get(key));
    const up = reached(key, before);
    const down = reached(key, after);
    const on = (set, { source, target }) => set.has(source) && set.has(target);
    for (const element of shown) {
      element.classList.toggle("here", element.dataset.key === key);
      element.classList.toggle("linked", beside.has(element.dataset.key));
    }
    for (const element of links) element.classList.toggle("linked", element.dataset.to === key);
    for (const node of nodes) {
      node.classList.toggle("here", node.dataset.node === key);
      node.classList.toggle("lit", up.has(node.dataset.node) || down.has(node.dataset.node));
    }
    for (const line of lines) {
      line.classList.toggle("lit", on(up, line.dataset) || on(down, line.dataset));
    }
    const drawn = nodes.some((node) => node.dataset.node === key);
    drawing?.classList.toggle("busy", drawn);
  }

  const keyOf = (target) => {
    const element = target instanceof Element && target.closest("[data-key], [data-node], [data-to]");
    return element ? element.dataset.key ?? element.dataset.node ?? element.dataset.to : null;
  };
  const show = (event) => mark(keyOf(event.target) ?? chosen);
  const settle = () => mark(chosen);

  document.addEventListener("pointerover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("focusout", settle);
  document.documentElement.addEventListener("pointerleave", settle);

  // ------------------------------------------------------------------ choosing

  document.addEventListener("click", (event) => {
    const key = keyOf(event.target);
    const link = event.target.closest("a[href^='#']");
    if (link) unfoldAround(decodeURIComponent(link.hash.slice(1)));
    if (key === null) return;
    chosen = key;
    mark(key);
    if (link || !event.target.closest(".statement")) return;
    const sentence = sentences.find((element) => element.classList.contains("linked"));
    sentence?.scrollIntoView({ block: "nearest" });
  });

  function unfoldAround(id) {
    for (let at = document.getElementById(id); at; at = at.parentElement) {
      if (at.localName === "details") at.open = true;
    }
  }

  // ------------------------------------------------------------------ keys

  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      chosen = null;
      document.activeElement?.blur();
      settle();
      return;
    }
    const at = sentences.indexOf(document.activeElement);
    if (at < 0) return;
    const last = sentences.length - 1;
    const step = STEPS[event.key];
    let next = null;
    if (step !== undefined) next = Math.min(Math.max(at + step, 0), last);
    if (event.key === "Home") next = 0;
    if (event.key === "End") next = last;
    if (next === null) return;
    event.preventDefault();
    sentences[next].focus();
  });

  // ------------------------------------------------------------------ buttons

  function button(name, act) {
    const element = document.getElementById(`button-${name}`);
    element.hidden = false;
    element.addEventListener("click", act);
  }

  button("theme", () => {
    const dark = getComputedStyle(root).colorScheme === "light dark"
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : root.dataset.theme === "dark";
    root.dataset.theme = dark ? "light" : "dark";
  });
  const fold = (open) => () => all("details").forEach((element) => (element.open = open));
  button("unfold", fold(true));
  button("fold", fold(false));
  root.classList.add("with-script");
});
