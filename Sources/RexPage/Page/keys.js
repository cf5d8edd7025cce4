// The keys, in one table: what they do, and what the help says about them.

import { el } from "./dom.js";

/// `does` is the name of a method of `Commands`.
const keyTable = [
  { title: "Move", keys: [
    { keys: ["ArrowDown", "j"], does: "next", help: "next action" },
    { keys: ["ArrowUp", "k"], does: "previous", help: "previous action" },
    { keys: ["PageDown", "d", " "], does: "nextPage", help: "a page forward" },
    { keys: ["PageUp", "u"], does: "previousPage", help: "a page back" },
    { keys: ["Home", "g"], does: "first", help: "the start" },
    { keys: ["End", "G"], does: "last", help: "the last action" },
    { keys: ["]"], does: "nextProblem", help: "next mark, gap, finding or damaged line" },
    { keys: ["["], does: "previousProblem", help: "the previous one" },
    { keys: [":"], does: "askSeq", help: "go to an action by its number" },
  ] },
  { title: "Search", keys: [
    { keys: ["/"], does: "focusSearch", help: "search for a text" },
    { keys: ["n"], does: "nextMatch", help: "next match" },
    { keys: ["N"], does: "previousMatch", help: "previous match" },
    { keys: ["f"], does: "focusFilter", help: "show only some actions" },
    { keys: ["Escape"], does: "leave", help: "close, or clear search and filter" },
  ] },
  { title: "The selected value", keys: [
    { keys: ["s"], does: "focusState", help: "into the state; then arrows move, open and close" },
    { keys: ["h"], does: "showHistory", help: "every action that changed it" },
    { keys: ["w"], does: "pin", help: "pin it, or no more: its value, and its course" },
    { keys: ["c"], does: "copyValue", help: "copy it as JSON" },
    { keys: ["p"], does: "copyPath", help: "copy its path" },
    { keys: ["y"], does: "copyCommand", help: "copy the command that shows it in a terminal" },
  ] },
  { title: "Compare", keys: [
    { keys: ["a"], does: "setFirst", help: "this state is A" },
    { keys: ["b"], does: "setSecond", help: "this state is B" },
    { keys: ["x"], does: "clearComparison", help: "compare no more" },
  ] },
  { title: "The page", keys: [
    { keys: ["o"], does: "open", help: "open another log" },
    { keys: ["t"], does: "switchTheme", help: "light or dark" },
    { keys: ["?"], does: "help", help: "these keys" },
  ] },
];

const actions = new Map(
  keyTable.flatMap(({ keys }) => keys).flatMap(({ keys, does }) => keys.map((key) => [key, does])));

/// What a key does here; undefined if it is typed into a field or belongs to the browser.
export function keyAction(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (event.target.closest?.("dialog")) return undefined;
  const isTyping = event.target.closest?.("input, select, textarea");
  if (isTyping && event.key !== "Escape") return undefined;
  const isPressing = event.target.closest?.("button, a, summary") && event.key === " ";
  return isPressing ? undefined : actions.get(event.key);
}

const keyNames = { ArrowDown: "↓", ArrowUp: "↑", " ": "space", Escape: "Esc" };

/// The help, as it is in the table.
export function keyHelp() {
  return keyTable.map(({ title, keys }) => el(
    "section", {},
    el("h3", {}, title),
    el("dl", {}, ...keys.flatMap(({ keys: names, help }) => [
      el("dt", {}, ...names.flatMap((name) => [el("kbd", {}, keyNames[name] ?? name), " "])),
      el("dd", {}, help),
    ]))));
}
