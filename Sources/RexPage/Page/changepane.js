// The pane of changes: by an action, between two states, of one value over time, or damaged lines.

import { changeList, changeOfFrame, historyList, note } from "./changes.js";
import { count, el, quoted } from "./dom.js";
import { nameOfSteps } from "./steps.js";

export class ChangePane {
  /// `changed` is called when A or B is another row.
  constructor({ channel, go, reveal, changed }) {
    Object.assign(this, { channel, go, reveal, changed, frame: null, first: null, second: null });
    this.mode = { kind: "change" };
    this.number = 0;
    this.heading = el("h2", {}, "What changed");
    this.tools = el("div", { class: "buttons" });
    this.content = el("div", { class: "content", tabindex: 0, "aria-label": "What changed" });
    this.element = el(
      "section", { id: "change-pane", class: "pane", "aria-label": "What changed" },
      el("header", {}, this.heading, this.tools), this.content);
  }

  showFrame(frame) {
    this.frame = frame;
    if (this.mode.kind === "change") this.showChange();
    if (this.mode.kind === "difference") this.showDifference();
    if (this.mode.kind === "history") this.markPlace();
  }

  /// Marks the selected row in a history.
  markPlace() {
    for (const item of this.content.querySelectorAll("[data-row]")) {
      const isHere = Number(item.dataset.row) === this.frame.row;
      if (isHere) item.scrollIntoView({ block: "nearest" });
      item.setAttribute("aria-current", isHere);
    }
  }

  showChange() {
    this.mode = { kind: "change" };
    this.number += 1;
    this.heading.replaceChildren("What changed");
    this.tools.replaceChildren(this.button("Compare from here", () => this.setFirst()));
    if (this.frame) this.content.replaceChildren(changeOfFrame(this.frame, this.reveal));
  }

  // A and B

  /// The states that are compared, each as { letter, row, timeMs }.
  get letters() {
    const letters = [{ letter: "A", ...this.first }, { letter: "B", ...this.second }];
    return letters.filter(({ row }) => row !== undefined);
  }

  /// Makes the frame A; without B, the difference is that to the state on screen.
  setFirst() {
    this.first = this.place();
    this.showDifference();
    this.changed();
  }

  setSecond() {
    this.second = this.place();
    this.showDifference();
    this.changed();
  }

  place() {
    const { row, seq, timeMs } = this.frame;
    return { row, seq, timeMs };
  }

  clear() {
    Object.assign(this, { first: null, second: null });
    this.showChange();
    this.changed();
  }

  showDifference() {
    this.mode = { kind: "difference" };
    const [first, second] = [this.first ?? this.place(), this.second ?? this.place()];
    const title = `From A #${first.seq} to ${this.second ? "B " : ""}#${second.seq}`;
    this.heading.replaceChildren(this.first ? title : `From #${first.seq} to B #${second.seq}`);
    this.tools.replaceChildren(
      this.second ? "" : this.button("Compare to here", () => this.setSecond()),
      this.button("Compare no more", () => this.clear()));
    const request = { first: first.row, second: second.row };
    this.channel.askLatest("difference", request, ({ changes, hasMoreChanges, isUnknown }) => {
      if (this.mode.kind !== "difference") return;
      const isSame = first.row === second.row;
      const { reveal } = this;
      this.content.replaceChildren(changes.length > 0
        ? changeList(changes, { hasMore: hasMoreChanges, reveal })
        : note(noDifference({ isSame, isUnknown })));
    });
  }

  // History

  async showHistory(steps) {
    this.number += 1;
    const { number } = this;
    this.mode = { kind: "history", found: [] };
    const name = quoted(nameOfSteps(steps) || "the whole state", { class: "path" });
    this.heading.replaceChildren("History of ", name);
    this.tools.replaceChildren(this.button("Close", () => this.closeHistory()));
    this.content.replaceChildren(note("Looking …"));
    await this.channel.ask("history", { number, steps });
  }

  takeHistory({ number, found, isComplete, seq }) {
    if (number !== this.number || this.mode.kind !== "history") return;
    this.mode.found.push(...found);
    const all = this.mode.found;
    const changes = all.filter(({ isFirst, isUnknown }) => !isFirst && !isUnknown).length;
    const text = `${count(changes, "action")} changed it`;
    const doubt = all.some(({ isUnknown }) => isUnknown)
      ? "; where it is not known, others may have" : "";
    this.content.replaceChildren(
      note(isComplete ? `${text}${doubt}.` : `${text} up to #${seq} …`),
      historyList(all.slice(0, 2000), { go: this.go }));
    this.markPlace();
  }

  closeHistory() {
    this.channel.ask("stop", { job: "history" });
    this.showChange();
  }

  /// Leaves what is shown instead of the change; false if there is nothing to leave.
  leave() {
    if (this.mode.kind === "change") return false;
    if (this.mode.kind === "difference") this.clear();
    else this.closeHistory();
    return true;
  }

  showDamages(damages) {
    this.mode = { kind: "damages" };
    this.heading.replaceChildren(count(damages.length, "damaged line"));
    this.tools.replaceChildren(this.button("Close", () => this.showChange()));
    const items = damages.slice(0, 1000).map(({ file, line, column, problem, row }) => el(
      "li", {},
      el(
        "button", { type: "button", onclick: () => this.go(row) },
        quoted(`${file}:${line}:${column}`, { class: "path" }),
        quoted(problem, { class: "change" }))));
    this.content.replaceChildren(el("ul", { class: "changes damages" }, ...items));
  }

  button(text, onclick) {
    return el("button", { type: "button", onclick }, text);
  }
}

function noDifference({ isSame, isUnknown }) {
  if (isUnknown) return "One of the states is unknown.";
  if (!isSame) return "The states are equal.";
  return "Now step to another action: the difference is shown as you go.";
}
