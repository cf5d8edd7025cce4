// What can be done with the value that is selected in a tree, below it.

import { el, quoted } from "./dom.js";

export class ValueBar {
  constructor() {
    this.element = el("div", { class: "selected hidden" });
  }

  /// Shows a value's path and text; `buttons` are its actions. Without a path, nothing.
  show({ path, text, absence, buttons } = {}) {
    this.element.classList.toggle("hidden", path === undefined);
    if (path === undefined) return;
    this.element.replaceChildren(
      quoted(path, { class: "path" }),
      absence === undefined
        ? quoted(text, { class: "value" }) : el("span", { class: "value" }, absence),
      el("div", { class: "buttons" }, ...buttons));
  }
}

/// Why a selected value is not shown.
export function absenceText({ isUnknown, removedBy, addedBy }) {
  if (isUnknown) return "not known";
  if (removedBy !== undefined) return `removed by #${removedBy}`;
  if (addedBy !== undefined) return `not here yet: added by #${addedBy}`;
  return "not in this state";
}
