// The pane with tabs: an action and its changes, two states, one value over time, and others.

import { CausesTab } from "./causestab.js";
import { changeList, changeOfFrame, historyList, note } from "./changes.js";
import { count, el, quoted } from "./dom.js";
import { LineTab } from "./linetab.js";
import { ProblemsTab } from "./problemstab.js";
import { nameOfSteps } from "./steps.js";

export class ChangePane {
  /// `changed` is called when A or B is another row; `action` are the elements that show the
  /// action itself, and `history()` shows that of the selected value. With a `tool`, there are tabs
  /// of what it can be asked; `found` and `answered` are told what it found, and where it is.
  constructor({ channel, tool, go, goToSeq, reveal, changed, action, history, ...told }) {
    Object.assign(this, { channel, tool, go, goToSeq, reveal, changed, history });
    Object.assign(this, { frame: null, first: null, second: null });
    this.number = 0;
    this.tabs = [
      this.tab("change", "This action", () => this.showChange()),
      this.tab("difference", "A → B", () => this.showComparison()),
      this.tab("history", "History", history),
      this.can("causes") && this.tab("causes", "Causes", () => this.causes.show()),
      this.tab("problems", "Problems", () => this.problems.show()),
      this.can("line") && this.tab("line", "Line", () => this.line.show()),
    ].filter(Boolean);
    // From a problem or an answer, an action is shown with what it changed.
    const lead = (way) => (place) => {
      this.showChange();
      return way(place);
    };
    this.leading = { go: lead(go), goToSeq: lead(goToSeq) };
    this.causes = new CausesTab(this, tool);
    this.problems = new ProblemsTab(this, { tool, ...told });
    this.line = new LineTab(this, tool, told.answered);
    this.heading = el("h2");
    this.tools = el("div", { class: "buttons" });
    this.bar = el("div", { class: "bar" }, this.heading, this.tools);
    const [details, ...payload] = action;
    this.action = el("div", { id: "action-pane" }, details);
    this.payload = el("div", { id: "payload-pane" }, ...payload);
    this.content = el("div", { class: "content", tabindex: 0, "aria-label": "What changed" });
    this.element = el(
      "section", { id: "change-pane", class: "pane", "aria-label": "This action" },
      el("header", { class: "tabs", role: "tablist" }, ...this.tabs), this.bar,
      el("div", { class: "tabpanel", role: "tabpanel" }, this.action, this.content,
        this.payload));
    this.setMode({ kind: "change" });
  }

  can(name) {
    return Boolean(this.tool?.can.has(name));
  }

  tab(kind, text, onclick) {
    return el("button", { type: "button", role: "tab", "data-kind": kind, onclick }, text);
  }

  /// Shows another tab, with a heading and buttons if it has some.
  setMode(mode, heading = [], tools = []) {
    this.mode = mode;
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", tab.dataset.kind === mode.kind);
    }
    this.heading.replaceChildren(...heading);
    this.tools.replaceChildren(...tools);
    this.bar.classList.toggle("hidden", heading.length === 0);
    this.action.classList.toggle("hidden", mode.kind !== "change");
    this.payload.classList.toggle("hidden", mode.kind !== "change");
  }

  /// The tab of two states: as they were chosen, or with this one as A.
  showComparison() {
    if (this.first || this.second) this.showDifference();
    else this.setFirst();
  }

  showFrame(frame) {
    this.frame = frame;
    if (this.mode.kind === "change") this.showChange();
    if (this.mode.kind === "difference") this.showDifference();
    if (this.mode.kind === "history") this.markPlace();
    if (this.mode.kind === "causes") this.causes.showFrame();
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
    this.number += 1;
    this.setMode({ kind: "change" });
    if (this.frame) this.content.replaceChildren(changeOfFrame(this.frame, this.reveal));
  }

  // A and B

  /// The states that are compared, each as { letter, row }.
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

  /// Makes the actions that an address names A and B.
  async setLetters({ a, b }) {
    const placeOfSeq = async (seq) => {
      const row = seq === undefined ? -1 : await this.channel.ask("rowOfSeq", { seq });
      return row < 0 ? null : { row, seq };
    };
    if (a === undefined && b === undefined) return;
    [this.first, this.second] = [await placeOfSeq(a), await placeOfSeq(b)];
    if (this.frame) this.showDifference();
    this.changed();
  }

  place() {
    const { row, seq } = this.frame;
    return { row, seq };
  }

  clear() {
    Object.assign(this, { first: null, second: null });
    this.showChange();
    this.changed();
  }

  showDifference() {
    const [first, second] = [this.first ?? this.place(), this.second ?? this.place()];
    const title = `From A #${first.seq} to ${this.second ? "B " : ""}#${second.seq}`;
    const heading = this.first ? title : `From #${first.seq} to B #${second.seq}`;
    const tools = [this.button("Compare no more", () => this.clear())];
    const wasOther = this.mode.kind !== "difference";
    if (!this.second) tools.unshift(this.button("Compare to here", () => this.setSecond()));
    this.setMode({ kind: "difference" }, [heading], tools);
    if (wasOther) this.content.replaceChildren(note("Comparing …"));
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
    const name = quoted(nameOfSteps(steps) || "the whole state", { class: "path" });
    const close = this.button("Close", () => this.closeHistory());
    this.setMode({ kind: "history", found: [] }, ["History of ", name], [close]);
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
    else if (this.mode.kind === "history") this.closeHistory();
    else this.showChange();
    return true;
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
