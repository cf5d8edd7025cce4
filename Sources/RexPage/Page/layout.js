// The elements of a log on screen, and where they are.

import { Borders } from "./borders.js";
import { el } from "./dom.js";
import { typedField } from "./filterbar.js";

/// The elements of a viewer around its panes; sets those that it fills later.
export function layoutOf(viewer) {
  const { find, filter, timeline, list, change, pins, state } = viewer;
  const pane = (id, title, ...content) => el(
    "section", { id: `${id}-pane`, class: "pane", "aria-label": title }, ...content);
  viewer.title = el("div", { class: "title" });
  viewer.chips = el("div", { class: "chips" });
  viewer.status = el("p", { class: "status", role: "status", "aria-live": "polite" });
  viewer.unknown = el("p", { class: "note hidden" });
  const main = el("main", {});
  const [first, second] = new Borders(main).elements;
  main.append(
    pane("actions", "Actions", filter.chips, filter.element, list.element), first, change.element,
    second, pane(
      "state", "State", stateHeader(viewer), pins.element, viewer.unknown, state.element,
      viewer.selected.bar.element));
  return el(
    "div", { class: "viewer", "data-pane": "actions" },
    el("header", { class: "top" }, viewer.title, viewer.chips, find.element, tools(viewer)),
    timeline.element, main, viewer.status, phoneBar(viewer));
}

/// The state's title, and the fields that filter it.
function stateHeader(viewer) {
  viewer.stateText = typedField("text", "filter the state", () => viewer.filterState());
  viewer.changedOnly = el("button", {
    type: "button", class: "chip", "aria-pressed": false,
    onclick: ({ currentTarget }) => {
      currentTarget.setAttribute(
        "aria-pressed", currentTarget.getAttribute("aria-pressed") !== "true");
      viewer.filterState();
    },
  }, "changed only");
  return el(
    "header", {}, el("h2", {}, "State"), viewer.stateText, viewer.changedOnly);
}

/// A button for a method of the commands.
export function commandButton(viewer, text, does, title) {
  const properties = { type: "button", onclick: () => viewer.commands[does]() };
  return el("button", { ...properties, title, "aria-label": title }, text);
}

/// What can be done with an action; nothing with other rows.
export function actionButtons(viewer, { kind }) {
  const canSkip = kind === "action" && viewer.can("skip");
  if (kind !== "action" && kind !== "unfinished") return "";
  return el(
    "div", { class: "buttons" }, commandButton(viewer, "Copy as Markdown", "copyAction"),
    canSkip ? commandButton(viewer, "Leave out in a branch", "skip") : null);
}

/// Buttons for what else the page does; the other keys have theirs where they matter.
function tools(viewer) {
  return el(
    "div", { class: "buttons" }, commandButton(viewer, "Open…", "open"),
    commandButton(viewer, "◐", "switchTheme", "Light or dark"),
    commandButton(viewer, "?", "help", "Help"));
}

/// In a narrow window, one pane is shown at a time, and steps have buttons.
function phoneBar(viewer) {
  const pane = (name, text) => el("button", {
    type: "button", onclick: () => { viewer.element.dataset.pane = name; },
  }, text);
  const step = (text, does, title) => commandButton(viewer, text, does, title);
  return el(
    "nav", { class: "phone", "aria-label": "Panes and steps" },
    step("◀", "previousAction", "Previous action"), pane("actions", "Actions"),
    pane("change", "This action"), pane("state", "State"),
    step("▶", "nextAction", "Next action"));
}
