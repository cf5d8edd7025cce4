// The pane of an action and its changes, of two states, of one value over time, and of problems.

import { changeList, changeOfFrame, historyList, note } from "./changes.js";
import { count, digits, el, quoted } from "./dom.js";
import { problemCount, problemLists } from "./problems.js";
import { nameOfSteps } from "./steps.js";

/// A log that is larger is searched for thrown errors only if the person asks for problems.
const searchedBytesMax = 64 * 2 ** 20;
/// The most thrown errors that are listed.
const listedErrorsMax = 1000;

export class ChangePane {
  /// `changed` is called when A or B is another row; `action` are the elements that show the
  /// action itself, and `history()` shows that of the selected value.
  constructor({ channel, go, goToSeq, reveal, changed, action, history }) {
    Object.assign(this, { channel, go, goToSeq, reveal, changed, errors: null });
    Object.assign(this, { frame: null, first: null, second: null });
    this.number = 0;
    this.tabs = [
      this.tab("change", "This action", () => this.showChange()),
      this.tab("difference", "A → B", () => this.showComparison()),
      this.tab("history", "History", history),
      this.tab("problems", "Problems", () => this.showProblems()),
    ];
    this.heading = el("h2");
    this.tools = el("div", { class: "buttons" });
    this.bar = el("div", { class: "bar" }, this.heading, this.tools);
    this.action = el("div", { id: "action-pane" }, ...action);
    this.content = el("div", { class: "content", tabindex: 0, "aria-label": "What changed" });
    this.element = el(
      "section", { id: "change-pane", class: "pane", "aria-label": "This action" },
      el("header", { class: "tabs", role: "tablist" }, ...this.tabs), this.bar,
      el("div", { class: "tabpanel", role: "tabpanel" }, this.action, this.content));
    this.setMode({ kind: "change" });
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
    if (!this.second) tools.unshift(this.button("Compare to here", () => this.setSecond()));
    this.setMode({ kind: "difference" }, [heading], tools);
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

  // Problems

  /// Takes what is known of the whole log; looks for thrown errors in one that is read quickly.
  setOverview(overview) {
    this.overview = overview;
    const isReadQuickly = overview.isComplete && overview.byteCount <= searchedBytesMax;
    if (isReadQuickly) this.lookForErrors();
    this.updateProblems();
  }

  lookForErrors() {
    if (this.errors) return;
    this.errors = { errors: [], errorCount: 0 };
    this.channel.ask("match", { job: "errors", number: 0, isError: true });
  }

  /// Takes rows whose reducers threw.
  async takeErrors({ found }) {
    const { errors } = this;
    errors.errorCount += found.length;
    const numbers = found.subarray(0, Math.max(0, listedErrorsMax - errors.errors.length));
    this.updateProblems();
    if (numbers.length > 0) {
      errors.errors.push(...await this.channel.ask("summaries", { numbers }));
      this.updateProblems();
    }
  }

  updateProblems() {
    const number = problemCount(this.overview, this.errors?.errorCount ?? 0);
    const tab = this.tabs.at(-1);
    tab.replaceChildren("Problems", ...(number > 0 ? [` ${digits(number)}`] : []));
    tab.classList.toggle("bad", number > 0);
    if (this.mode.kind === "problems") this.showProblems();
  }

  showProblems() {
    this.setMode({ kind: "problems" });
    this.lookForErrors();
    const lists = problemLists(this.overview, this.errors, {
      go: this.go, goToSeq: this.goToSeq,
    });
    const isDone = this.overview.isComplete;
    this.content.replaceChildren(...(lists.length > 0 ? lists
      : [note(isDone ? "Nothing is known to be wrong." : "Nothing so far: reading …")]));
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
