// The field at the top: a text that is searched, or a condition of which the tool tells where it
// becomes true.

import { count, digits, el, quoted } from "./dom.js";
import { typedField } from "./filterbar.js";
import { Finder } from "./finder.js";

/// The most stretches of actions that are shaded.
const stretchesMax = 2000;

export class FindField {
  /// `go(row)` goes to a match, `row()` is the selected one, `changed` is called when rows or the
  /// timeline show other marks, and `entered` when a condition was entered.
  constructor({ channel, tool, go, row, changed, entered }) {
    Object.assign(this, { tool, go, row, changed, entered, mode: "search" });
    this.finder = new Finder({ channel, job: "search", found: () => this.showFound() });
    // Where the condition holds, as { from, to }, the first and the last action of each stretch.
    this.stretches = [];
    this.lookedFor = { search: "", when: "" };
    this.field = typedField("search", "Search", () => this.lookForTyped());
    this.field.id = "search";
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.enter(event.shiftKey ? -1 : this.direction);
    });
    this.status = el("span", { class: "quiet", role: "status" });
    this.answer = el("div", { class: "answer hidden", role: "alert" });
    const button = (text, title, step) => el("button", {
      type: "button", title, "aria-label": title, onclick: () => this.goToMatch(step),
    }, text);
    this.switch = el("button", {
      type: "button", class: "mode", title: "Search for a text, or for when a condition is true",
      onclick: () => this.focus(this.mode === "when" ? "search" : "when"),
    }, "search");
    this.element = el(
      "div", { class: "search", role: "search" }, this.canAsk ? this.switch : null, this.field,
      this.status, button("↑", "Previous match", -1), button("↓", "Next match", 1), this.answer);
    this.setMode("search");
  }

  get canAsk() {
    return Boolean(this.tool?.can.has("match"));
  }

  setMode(mode) {
    Object.assign(this, { mode, direction: 1 });
    this.element.dataset.mode = mode;
    this.switch.textContent = mode;
    const label = mode === "when" ? "When, such as $.total < 0" : "Search";
    this.field.placeholder = label;
    this.field.setAttribute("aria-label", label);
  }

  /// Lets a person type, a condition or a text; `direction` is where Enter goes.
  focus(mode, direction = 1) {
    if (mode !== this.mode) {
      this.setMode(mode);
      this.field.value = this.lookedFor[mode];
      this.look();
    }
    this.direction = direction;
    this.field.select();
  }

  /// What is looked for, for the address.
  get place() {
    const text = this.field.value.trim();
    return this.mode === "when" ? { when: text } : { find: text };
  }

  apply({ find, when }, conditions) {
    if (when && this.canAsk) this.show("when", when);
    else if (when) this.showKnown(conditions.find(({ condition }) => condition === when));
    else if (find) this.show("search", find);
  }

  show(mode, text) {
    this.setMode(mode);
    this.field.value = text;
    this.look();
  }

  /// Looks for what was typed, unless Enter already did.
  lookForTyped() {
    if (this.field.value.trim() !== this.lookedFor[this.mode]) this.look();
  }

  look() {
    const text = this.field.value.trim();
    // A condition whose answer a page has cannot be changed there.
    if (this.mode === "when" && !this.canAsk) this.setMode("search");
    this.lookedFor[this.mode] = text;
    this.stretches = [];
    this.isEntered = false;
    this.showAnswer({});
    if (this.mode === "search" || text === "") this.finder.look({ text });
    else this.looking = this.lookForCondition(text);
  }

  async lookForCondition(condition, options) {
    const { tool, finder } = this;
    const last = await finder.askTool(tool, { ask: "match", condition, isStart: true }, options);
    if (!last) return;
    this.showAnswer(last);
    const { number } = finder;
    if (last.error === undefined) this.shade(condition, () => number === finder.number);
  }

  /// Shades all actions after which the condition holds.
  async shade(condition, isWanted) {
    const stretches = [];
    await this.tool.ask({ ask: "match", condition, isStart: false }, {
      signal: this.finder.asked.signal,
      take: ({ seqs = [] }) => seqs.forEach((seq) => extend(stretches, seq)),
    });
    if (!isWanted()) return;
    this.stretches = stretches;
    this.changed();
  }

  /// Looks again in a log that has grown; what was found stays until then.
  renew() {
    if (this.mode !== "when" || !this.canAsk || !this.field.value.trim()) return;
    this.looking = this.lookForCondition(this.field.value.trim(), { isRenewed: true });
  }

  /// Shows a condition whose answer is in the page.
  async showKnown(known) {
    if (!known) return;
    this.setMode("when");
    this.field.value = known.condition;
    this.finder.begin(false);
    const { number } = this.finder;
    await this.finder.takeSeqs(known.seqs, number);
    this.finder.take({ number, found: [], isComplete: true });
    this.showAnswer(known);
  }

  /// Says in words what is wrong with a condition, or what limits the answer; what is still being
  /// typed is not wrong yet.
  showAnswer(answer) {
    this.answered = answer;
    this.hasError = answer.error !== undefined;
    const isShown = this.isEntered || !this.hasError;
    const { error, hint, notes = [] } = isShown ? answer : {};
    const lines = [error, hint && `hint: ${hint}`, ...notes].filter(Boolean);
    this.answer.classList.toggle("hidden", lines.length === 0);
    this.answer.classList.toggle("bad", Boolean(error));
    this.field.setAttribute("aria-invalid", Boolean(error));
    this.answer.replaceChildren(
      ...lines.map((line) => el("p", {}, ...line.split("\n").flatMap(
        (text) => [quoted(text), el("br")]))),
      ...(lines.length > 0 ? [el("button", {
        type: "button", class: "link", onclick: () => this.showAnswer({}),
      }, "Close")] : []));
    this.showPlace();
  }

  take(report) {
    this.finder.take(report);
  }

  isMatch(row) {
    return this.finder.has(row);
  }

  /// Whether the condition holds after an action.
  holds(seq) {
    return this.stretches.some(({ from, to }) => from <= seq && seq <= to);
  }

  /// Goes on with what was typed when it is looked for, also before a pause in typing.
  async enter(step) {
    this.lookForTyped();
    if (this.mode === "when") await this.looking;
    this.isEntered = true;
    this.showAnswer(this.answered ?? {});
    this.goToMatch(step);
    // Then n and N go along.
    if (this.mode === "when" && !this.hasError) this.entered();
  }

  goToMatch(step) {
    const row = this.finder.next(this.row(), step);
    if (row !== undefined) this.go(row);
  }

  showFound() {
    this.showPlace();
    this.changed();
  }

  /// Shows which of the matches the selected row is.
  showPlace() {
    const { finder } = this;
    const at = finder.has(this.row()) ? `${digits(finder.indexOf(this.row()) + 1)} of ` : "";
    this.status.replaceChildren(at + this.countText());
  }

  countText() {
    const { finder, mode, hasError } = this;
    if (!finder.isActive) return "";
    if (hasError) return "not a condition";
    const rest = finder.isComplete ? "" : " …";
    if (mode === "search") return count(finder.count, "match", "matches") + rest;
    if (finder.count === 0) return finder.isComplete ? "never becomes true" : "looking …";
    return `${count(finder.count, "time", "times")} true${rest}`;
  }

  /// Clears the field; false if there is nothing to clear.
  leave() {
    if (!this.finder.isActive) return false;
    this.field.value = "";
    this.look();
    return true;
  }
}

function extend(stretches, seq) {
  const last = stretches.at(-1);
  if (last?.to === seq - 1) last.to = seq;
  else if (stretches.length < stretchesMax) stretches.push({ from: seq, to: seq });
}
