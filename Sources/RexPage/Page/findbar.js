// The fields for searching and filtering.

import { count, digits, el, shown } from "./dom.js";
import { Finder } from "./finder.js";

/// How long the person has to stop typing before a search begins.
const pauseMs = 150;

export class FindBar {
  /// `changed` is called when the list shows other rows or marks.
  constructor({ channel, go, changed }) {
    Object.assign(this, { channel, go, changed, overview: null, row: () => 0 });
    this.searching = new Finder({ channel, job: "search", found: () => this.showSearch() });
    this.filtering = new Finder({ channel, job: "filter", found: () => this.showFilter() });
    this.makeSearch();
    this.makeFilter();
  }

  makeSearch() {
    this.searchField = field("search", "Search", (text) => this.searching.look({ text }));
    this.searchField.id = "search";
    this.searchField.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.goToMatch(event.shiftKey ? -1 : 1);
    });
    this.searchStatus = el("span", { class: "quiet", role: "status" });
    const button = (text, title, step) => el("button", {
      type: "button", title, "aria-label": title, onclick: () => this.goToMatch(step),
    }, text);
    this.search = el(
      "div", { class: "search", role: "search" }, this.searchField,
      button("↑", "Previous match", -1), button("↓", "Next match", 1), this.searchStatus);
  }

  makeFilter() {
    const look = () => this.lookForRows();
    this.typeField = el("select", { "aria-label": "Show only actions of a type", onchange: look });
    this.textField = field("text", "only with text", look);
    this.pathField = field("text", "only at path", look);
    this.filterStatus = el("span", { class: "quiet", role: "status" });
    this.lanes = [];
    this.hidden = new Set();
    this.chips = el("div", { class: "lanes", role: "group", "aria-label": "Kinds of actions" });
    this.unchanged = this.chip({ onclick: () => this.toggle(this.unchanged) }, "hide no change");
    const fields = [this.typeField, this.textField, this.pathField, this.unchanged];
    this.filter = el("div", { class: "filter" }, ...fields, this.filterStatus);
  }

  /// Filters the rows by what the fields and chips say.
  lookForRows() {
    const shown = this.lanes.filter(({ name }) => !this.hidden.has(name));
    const chosen = this.typeField.value === "" ? [] : [this.typeNames[this.typeField.value]];
    const isPart = shown.length < this.lanes.length;
    this.filtering.look({
      types: chosen.length > 0 ? chosen : isPart ? shown.flatMap(({ types }) => types) : null,
      text: this.textField.value, path: this.pathField.value,
      isChange: this.unchanged.getAttribute("aria-pressed") === "true",
    });
  }

  chip(properties, ...content) {
    return el("button", { type: "button", class: "chip", "aria-pressed": false, ...properties },
      ...content);
  }

  toggle(chip, isPressed = chip.getAttribute("aria-pressed") !== "true") {
    chip.setAttribute("aria-pressed", isPressed);
    this.lookForRows();
  }

  /// Shows a chip for each lane, with which it is hidden; what is hidden follows new lanes.
  setLanes(lanes) {
    const names = lanes.map(({ name }) => name).join("\n");
    const isSame = names === this.laneNames;
    Object.assign(this, { lanes, laneNames: names });
    if (isSame) {
      lanes.forEach(({ count: number }, lane) => {
        this.chips.children[lane].lastChild.replaceChildren(digits(number));
      });
      return;
    }
    this.hidden = new Set(lanes.map(({ name }) => name).filter((name) => this.hidden.has(name)));
    this.chips.replaceChildren(...lanes.map(({ name, count: number }, lane) => this.chip({
      onclick: () => this.toggleLane(name), "aria-pressed": !this.hidden.has(name),
      title: "hide or show these actions",
    }, el("i", { class: `dot lane-${lane}` }), shown(name || "?"), " ",
    el("span", { class: "quiet" }, digits(number)))));
    if (this.filtering.isActive) this.lookForRows();
  }

  toggleLane(name) {
    if (!this.hidden.delete(name)) this.hidden.add(name);
    this.showHidden();
    this.lookForRows();
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
    const selected = this.typeField.value;
    this.typeNames = overview.types.map(({ name }) => name);
    const byName = overview.types.map((type, index) => ({ ...type, index }))
      .sort((left, right) => right.count - left.count).slice(0, 500);
    this.typeField.replaceChildren(
      el("option", { value: "" }, "all types"),
      ...byName.map(({ name, count: number, index }) => el(
        "option", { value: index }, `${shown(name || "?")} (${digits(number)})`)));
    this.typeField.value = selected;
  }

  take(report) {
    (report.job === "search" ? this.searching : this.filtering).take(report);
  }

  // The rows of the list

  get count() {
    return this.filtering.isActive ? this.filtering.count : this.overview.rowCount;
  }

  rowAt(index) {
    return this.filtering.isActive ? this.filtering.rowAt(index) : index;
  }

  indexOf(row) {
    return this.filtering.isActive ? this.filtering.indexOf(row) : row;
  }

  isMatch(row) {
    return this.searching.has(row);
  }

  // Searching

  goToMatch(step) {
    this.go(this.searching.next(this.row(), step));
  }

  showSearch() {
    this.showPlace();
    this.changed();
  }

  /// Shows which of the matches the selected row is.
  showPlace() {
    const { searching } = this;
    const at = searching.has(this.row()) ? `${digits(searching.indexOf(this.row()) + 1)} of ` : "";
    const text = statusText(searching, "match", "matches");
    this.searchStatus.replaceChildren(at + text);
  }

  showFilter() {
    const { filtering } = this;
    const isEmpty = filtering.isActive && filtering.isComplete && filtering.count === 0;
    const hiddenCount = this.overview.rowCount - filtering.count;
    const rows = statusText(filtering, "row", "rows");
    const isDone = filtering.isActive && filtering.isComplete;
    const rest = isDone ? `, ${digits(hiddenCount)} hidden` : "";
    const text = isEmpty ? "nothing fits" : rows + rest;
    this.filterStatus.replaceChildren(text);
    this.changed();
  }

  /// Clears the search and the filter; false if there is none.
  leave() {
    if (!this.searching.isActive && !this.filtering.isActive) return false;
    this.hidden.clear();
    this.unchanged.setAttribute("aria-pressed", false);
    this.showHidden();
    for (const input of [this.searchField, this.textField, this.pathField, this.typeField]) {
      input.value = "";
    }
    this.searching.look({});
    this.filtering.look({});
    return true;
  }
}

function field(type, label, look) {
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

function statusText(finder, noun, plural) {
  if (!finder.isActive) return "";
  return `${count(finder.count, noun, plural)}${finder.isComplete ? "" : " …"}`;
}
