// The fields and chips above the list, which shorten it.

import { count, digits, el, shown } from "./dom.js";
import { Finder } from "./finder.js";

/// How long the person has to stop typing before something is looked for.
const pauseMs = 150;

export class FilterBar {
  /// `changed` is called when the list has other rows.
  constructor({ channel, tool, changed }) {
    Object.assign(this, { tool, changed, overview: null, lanes: [], hidden: new Set() });
    this.canAsk = Boolean(tool?.can.has("match"));
    this.finder = new Finder({ channel, job: "filter", found: () => this.showFound() });
    const look = () => this.look();
    this.typeField = el("select", { "aria-label": "Show only actions of a type", onchange: look });
    const label = this.canAsk ? "only with text or condition" : "only with text";
    this.textField = typedField("text", label, look);
    this.pathField = typedField("text", "only at path", look);
    this.status = el("span", { class: "quiet", role: "status" });
    this.chips = el("div", { class: "lanes", role: "group", "aria-label": "Kinds of actions" });
    this.unchanged = this.chip({ onclick: () => this.toggle(this.unchanged) }, "hide no change");
    const fields = [this.typeField, this.textField, this.pathField, this.unchanged];
    this.element = el("div", { class: "filter" }, ...fields, this.status);
  }

  // What is shown

  /// Filters the rows by what the fields and chips say.
  async look(options) {
    const visible = this.lanes.filter(({ name }) => !this.hidden.has(name));
    const type = this.typeNames?.[this.typeField.value];
    const isPart = visible.length < this.lanes.length;
    const lanes = isPart ? visible.flatMap(({ types }) => types) : null;
    const filter = {
      types: type === undefined ? lanes : [type], text: this.textField.value.trim(),
      path: this.pathField.value, isChange: this.isChange,
    };
    if (this.canAsk && (filter.text.startsWith("/") || conditionPattern.test(filter.text))) {
      const seqs = await this.seqsOf(filter.text);
      if (!seqs) return;
      Object.assign(filter, { text: "", seqs });
    }
    this.finder.look(filter, options);
  }

  get isChange() {
    return this.unchanged.getAttribute("aria-pressed") === "true";
  }

  /// The actions that the tool finds for a condition or a text; undefined if it is wrong, or if
  /// something else is wanted by now.
  async seqsOf(condition) {
    this.asked?.abort();
    const asked = new AbortController();
    this.asked = asked;
    const found = [];
    this.status.replaceChildren("looking …");
    const take = ({ seqs = [], through }) => {
      for (const seq of seqs) found.push(seq);
      if (through) this.status.replaceChildren(`looking: #${digits(through)} …`);
    };
    const question = { ask: "match", condition, isStart: false };
    const last = await this.tool.ask(question, { signal: asked.signal, take }).catch((error) => {
      this.status.replaceChildren(error.isGone ? "the tool has ended" : "");
      throw error;
    });
    if (asked !== this.asked) return undefined;
    const isWrong = last.error !== undefined;
    this.textField.setAttribute("aria-invalid", isWrong);
    const remarks = [last.error, last.hint, ...(last.notes ?? [])];
    this.textField.title = remarks.filter(Boolean).map(shown).join("\n");
    if (isWrong) this.status.replaceChildren(shown(last.error));
    return isWrong ? undefined : Float64Array.from(found);
  }

  /// Looks again in a log that has grown; the worker does so by itself.
  renew() {
    if (this.canAsk && this.textField.value.trim()) this.look({ isRenewed: true });
  }

  /// What the fields and chips say, for the address.
  get place() {
    const type = this.typeNames?.[this.typeField.value] ?? this.wantedType ?? "";
    return {
      type, text: this.textField.value, at: this.pathField.value, hidden: [...this.hidden],
      isChange: this.isChange,
    };
  }

  apply({ type, text, at, hidden, isChange }) {
    if (!type && !text && !at && hidden.length === 0 && !isChange) return;
    this.hidden = new Set(hidden);
    this.textField.value = text;
    this.pathField.value = at;
    this.wantedType = type || undefined;
    this.unchanged.setAttribute("aria-pressed", isChange);
    this.showHidden();
    this.showTypes();
    this.look();
  }

  /// Shows only the actions of a type; all, if it is the one already.
  toggleType(name) {
    const index = this.typeNames.indexOf(name);
    this.typeField.value = this.typeField.value === String(index) ? "" : String(index);
    this.look();
  }

  showOnlyWith(text) {
    this.textField.value = text;
    this.look();
  }

  chip(properties, ...content) {
    return el("button", { type: "button", class: "chip", "aria-pressed": false, ...properties },
      ...content);
  }

  toggle(chip, isPressed = chip.getAttribute("aria-pressed") !== "true") {
    chip.setAttribute("aria-pressed", isPressed);
    this.look();
  }

  /// Shows a chip for each lane, with which it is hidden; what is hidden follows new lanes.
  setLanes(lanes) {
    const names = lanes.map(({ name }) => name).join("\n");
    const isSame = names === this.laneNames;
    const hadNone = this.lanes.length === 0;
    Object.assign(this, { lanes, laneNames: names });
    if (isSame) {
      lanes.forEach(({ count: number }, lane) => {
        this.chips.children[lane].lastChild.replaceChildren(digits(number));
      });
      return;
    }
    const isThere = (name) => hadNone || lanes.some((lane) => lane.name === name);
    this.hidden = new Set([...this.hidden].filter(isThere));
    this.chips.replaceChildren(...lanes.map(({ name, count: number }, lane) => this.chip({
      onclick: () => this.toggleLane(name), "aria-pressed": !this.hidden.has(name),
      title: "hide or show these actions",
    }, el("i", { class: `dot lane-${lane}` }), shown(name || "?"), " ",
    el("span", { class: "quiet" }, digits(number)))));
    if (this.finder.isActive) this.look();
  }

  toggleLane(name) {
    if (!this.hidden.delete(name)) this.hidden.add(name);
    this.showHidden();
    this.look();
  }

  showHidden() {
    this.lanes.forEach(({ name }, lane) => {
      this.chips.children[lane].setAttribute("aria-pressed", !this.hidden.has(name));
    });
  }

  setOverview(overview) {
    this.overview = overview;
    const total = overview.types.length;
    if (this.typeNames?.length === total && !overview.isComplete) return;
    this.showTypes();
  }

  showTypes() {
    const { types } = this.overview;
    const selected = this.typeNames?.[this.typeField.value] ?? this.wantedType;
    this.typeNames = types.map(({ name }) => name);
    const byName = types.map((type, index) => ({ ...type, index }))
      .sort((left, right) => right.count - left.count).slice(0, 500);
    this.typeField.replaceChildren(
      el("option", { value: "" }, "all types"),
      ...byName.map(({ name, count: number, index }) => el(
        "option", { value: index }, `${shown(name || "?")} (${digits(number)})`)));
    const index = selected === undefined ? -1 : this.typeNames.indexOf(selected);
    this.typeField.value = index < 0 ? "" : String(index);
    if (index >= 0 && this.wantedType !== undefined) {
      this.wantedType = undefined;
      this.look();
    }
  }

  // The rows of the list

  get isActive() {
    return this.finder.isActive;
  }

  get count() {
    return this.finder.isActive ? this.finder.count : this.overview.rowCount;
  }

  rowAt(index) {
    return this.finder.isActive ? this.finder.rowAt(index) : index;
  }

  /// The row that is some rows of the list away.
  ///
  /// From one that is not listed, the first step leads to the nearest.
  rowFrom(row, by) {
    const index = this.indexOf(row);
    const past = Math.sign(this.rowAt(index) - row);
    const next = past !== 0 && past === Math.sign(by) ? index + by - past : index + by;
    return this.rowAt(Math.max(0, Math.min(next, this.count - 1)));
  }

  indexOf(row) {
    return this.finder.isActive ? this.finder.indexOf(row) : row;
  }

  showFound() {
    const { finder } = this;
    const isDone = finder.isActive && finder.isComplete;
    const hiddenCount = this.overview.rowCount - finder.count;
    const rows = finder.isActive ? count(finder.count, "row") : "";
    const rest = isDone ? `, ${digits(hiddenCount)} hidden` : finder.isActive ? " …" : "";
    const isEmpty = isDone && finder.count === 0;
    const isAsked = !this.canAsk && conditionPattern.test(this.textField.value.trim());
    const nothing = isAsked ? "for conditions: rexreplay open LOG" : "nothing fits";
    this.status.replaceChildren(isEmpty ? nothing : rows + rest);
    this.changed();
  }

  /// Clears all; false if nothing is hidden.
  leave() {
    if (!this.finder.isActive) return false;
    this.hidden.clear();
    this.unchanged.setAttribute("aria-pressed", false);
    this.showHidden();
    for (const input of [this.textField, this.pathField, this.typeField]) input.value = "";
    this.textField.setAttribute("aria-invalid", false);
    this.look();
    return true;
  }
}

/// What looks like a condition, which only the tool can answer.
const conditionPattern = /^[$@!(]|\(\$|^[\w.]+ *([=!<>]=|[<>]) /;

/// A field that is looked at when the person stops typing.
export function typedField(type, label, look) {
  let timer;
  const input = el("input", {
    type, placeholder: label, "aria-label": label, spellcheck: "false", autocomplete: "off",
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(() => look(input.value), pauseMs);
    },
  });
  return input;
}
