// The keys, in one table: what they do, and what the help says about them.
//
// A key that the inspector in a terminal has, too, does the same there, in the same words.

import { el } from "./dom.js";

/// `does` is the name of a method of `Commands`; `needs` is what only a tool that serves the page
/// can do.
const keyTable = [
  { title: "Move", keys: [
    { keys: ["j", "ArrowDown"], does: "next", help: "the next row of the pane" },
    { keys: ["k", "ArrowUp"], does: "previous", help: "the row before" },
    { keys: [" ", "PageDown"], does: "nextPage", help: "a page on" },
    { keys: ["PageUp"], does: "previousPage", help: "a page back" },
    { keys: ["g", "Home"], does: "first", help: "the first row" },
    { keys: ["G", "End"], does: "last", help: "the last row" },
    { keys: ["s"], does: "focusState", help: "into the state" },
  ] },
  { title: "Go to an action", keys: [
    { keys: ["]"], does: "nextAction", help: "the next action, from any pane" },
    { keys: ["["], does: "previousAction", help: "the action before" },
    { keys: ["#"], does: "askPlace", help: "a number, 12.5s, 14:05, or a mark" },
    { keys: ["}"], does: "nextChange", help: "where the selected value changes next" },
    { keys: ["{"], does: "previousChange", help: "where it changed before" },
    { keys: ["("], does: "goToCause", help: "the action that caused this one" },
    { keys: [")"], does: "goToEffect", help: "the first action that this one caused" },
    { keys: ["m"], does: "nextMark", help: "the next mark" },
    { keys: ["M"], does: "previousMark", help: "the mark before" },
    { keys: ["e"], does: "nextProblem", help: "the next gap, damage or divergence" },
    { keys: ["E"], does: "previousProblem", help: "the one before" },
    { keys: ["<"], does: "goBack", help: "back to where the cursor jumped from" },
    { keys: [">"], does: "goForward", help: "undoes <" },
  ] },
  { title: "Find", keys: [
    { keys: ["/"], does: "focusSearch", help: "search types, payloads and new values" },
    { keys: ["u"], does: "until", needs: "match", help: "run forward until a condition is true" },
    { keys: ["U"], does: "untilBack", needs: "match", help: "run back until a condition is true" },
    { keys: ["n"], does: "nextMatch", help: "the same again, forward" },
    { keys: ["N"], does: "previousMatch", help: "the same again, back" },
    { keys: ["f"], does: "focusFilter",
      help: "show only actions with a text, a path or a condition" },
    { keys: ["t"], does: "toggleType", help: "show only actions of this type; again for all" },
    { keys: ["Escape"], does: "leave", help: "stop; or close what was opened last" },
  ] },
  { title: "State", keys: [
    { keys: ["l", "ArrowRight"], does: "enterPane",
      help: "open the value, or go into it; then the next pane" },
    { keys: ["h", "ArrowLeft"], does: "leavePane",
      help: "close it, or go to the one around it; then the pane before" },
    { keys: ["w"], does: "pin", help: "show the selected value at the top; again to stop" },
    { keys: ["H"], does: "showHistory", help: "every change of the selected value" },
    { keys: ["B"], does: "goToBlame", help: "the last action that changed it" },
    { keys: ["c"], does: "showCauses", needs: "causes",
      help: "what caused this action, and what it caused" },
    { keys: ["a"], does: "setFirst", help: "compare other states with this one" },
    { keys: ["b"], does: "setSecond", help: "keep this as the second state" },
    { keys: ["y"], does: "copyPath", help: "copy the path, or the pane's text" },
    { keys: ["Y"], does: "copyValue", help: "copy the selected value" },
    { keys: ["C"], does: "copyCommand", help: "copy the command that shows it in a terminal" },
    { keys: ["D"], does: "copyAction", help: "copy this action as Markdown" },
  ] },
  { title: "What if", keys: [
    { keys: ["x"], does: "skip", needs: "skip", help: "leave out this action in a branch" },
    { keys: ["o"], does: "switchBranch", needs: "skip",
      help: "the recorded log, or the branch again" },
    { keys: ["V"], does: "verify", needs: "verify",
      help: "verify in the background; again to stop" },
  ] },
  { title: "Other", keys: [
    { keys: [":"], does: "askLine", needs: "line",
      help: "a line command of step; help lists them" },
    { keys: ["O"], does: "open", help: "open another log" },
    { keys: ["T"], does: "switchTheme", help: "light or dark" },
    { keys: ["?"], does: "help", help: "these keys" },
  ] },
];

const bindings = new Map(
  keyTable.flatMap(({ keys }) => keys)
    .flatMap((binding) => binding.keys.map((key) => [key, binding])));

/// What a key does here; undefined if it is typed into a field or belongs to the browser. A digit
/// begins the number of an action.
export function keyAction(event, can) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (event.target.closest?.("dialog")) return undefined;
  const isTyping = event.target.closest?.("input, select, textarea");
  if (isTyping && event.key !== "Escape") return undefined;
  const isPressing = event.target.closest?.("button, a, summary") && event.key === " ";
  if (isPressing) return undefined;
  if (/^\d$/.test(event.key)) return "askPlace";
  const { does, needs } = bindings.get(event.key) ?? {};
  return needs === undefined || can(needs) ? does : undefined;
}

const keyNames = {
  ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", " ": "Space", Escape: "Esc",
  PageDown: "PgDn", PageUp: "PgUp", "#": "0 … 9 #",
};

/// The help, as it is in the table, without what is not possible here.
export function keyHelp(can) {
  const isPossible = ({ needs }) => needs === undefined || can(needs);
  return keyTable.map(({ title, keys }) => ({ title, keys: keys.filter(isPossible) }))
    .filter(({ keys }) => keys.length > 0).map(({ title, keys }) => el(
      "section", {},
      el("h3", {}, title),
      el("dl", {}, ...keys.flatMap(({ keys: names, help }) => [
        el("dt", {}, ...names.flatMap((name) => [el("kbd", {}, keyNames[name] ?? name), " "])),
        el("dd", {}, help),
      ]))));
}

/// Conditions as a person may want them, with what they mean.
const conditions = [
  ["$.total < 0", "a value of the state after the action"],
  ["$.total != sum($.items[?@.isOpen == true].cents)", "a sum over some elements"],
  ["count($.cart[*]) > 10", "how many there are"],
  ["$.user == null && $$.user != null", "$$ is the state before the action"],
  ["$.items[?@.status.loading]", "an enum's case, as the log has it"],
];

/// What a condition can look like.
export function conditionHelp() {
  return [el("section", {}, el("h3", {}, "Conditions"), el("dl", { class: "conditions" },
    ...conditions.flatMap(([text, help]) => [
      el("dt", {}, el("code", {}, text)), el("dd", {}, help),
    ])))];
}
