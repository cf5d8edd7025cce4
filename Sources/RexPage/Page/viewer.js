// A log on screen: what is selected, and what the panes show of it.

import { ActionList } from "./actionlist.js";
import { hashOf, placeOf } from "./address.js";
import { ChangePane } from "./changepane.js";
import { Commands } from "./commands.js";
import { actionDetails } from "./details.js";
import { el, quoted, shown, time } from "./dom.js";
import { chipsOf, percent, titleOf } from "./facts.js";
import { FindBar } from "./findbar.js";
import { laneNumbers, lanesOf } from "./lanes.js";
import { Pins } from "./pins.js";
import { Timeline, buckets } from "./timeline.js";
import { nameOfSteps, stepsOfPath, stepsOfRow } from "./steps.js";
import { TreePane } from "./treepane.js";
import { pointerText } from "./values.js";

export class Viewer {
  constructor({ channel, overview, opening }) {
    Object.assign(this, { channel, overview, opening, row: 0, frame: null });
    // The selected value, as the worker follows it; one from the address is revealed at first.
    Object.assign(this, { selection: null, isRevealWanted: false });
    this.commands = new Commands(this);
    this.makePanes();
    this.element = this.layout();
    this.showOverview(overview);
  }

  makePanes() {
    const { channel } = this;
    const go = (row) => this.go(row);
    this.find = new FindBar({ channel, go, changed: () => this.showRows() });
    this.find.row = () => this.row;
    this.list = new ActionList({
      channel, rowAt: (index) => this.find.rowAt(index),
      select: (index) => this.go(this.find.rowAt(index)),
    });
    this.timeline = new Timeline({
      seek: go, step: (by) => this.move(by), tell: (row) => this.list.tip(row),
      zoom: (range) => this.showTimeline(range),
    });
    this.list.found = () => this.timeline.hover();
    this.state = new TreePane({
      id: "state", label: "State", choose: (row) => this.chooseValue(row),
      load: (window, use) => this.loadTree("state", window, use),
    });
    this.payload = new TreePane({
      id: "payload", label: "Action", choose: () => {}, isFitted: true,
      load: (window, use) => this.loadTree("payload", window, use),
    });
    this.details = el("div", { class: "details" });
    this.change = new ChangePane({
      channel, go, goToSeq: (seq) => this.goToSeq(seq),
      reveal: (path) => this.selectPath(path), changed: () => this.showLetters(),
      action: [this.details, this.payload.element],
      history: () => this.commands.showHistory(),
    });
    this.pins = new Pins({
      channel, choose: (path) => this.selectPath(path), changed: () => this.showPins(),
    });
    this.list.places = (row) => ({
      letter: this.change.letters.find((letter) => letter.row === row)?.letter,
      isMatch: this.find.isMatch(row),
    });
  }

  layout() {
    this.title = el("div", { class: "title" });
    this.chips = el("div", { class: "chips" });
    this.status = el("p", { class: "status", role: "status", "aria-live": "polite" });
    this.value = el("div", { class: "selected" });
    this.unknown = el("p", { class: "note hidden" });
    const pane = (id, title, ...content) => el(
      "section", { id: `${id}-pane`, class: "pane", "aria-label": title },
      el("header", {}, el("h2", {}, title)), ...content);
    return el(
      "div", { class: "viewer", "data-pane": "actions" },
      el("header", { class: "top" }, this.title, this.chips, this.find.search, this.tools()),
      this.timeline.element,
      el(
        "main", {},
        el(
          "section", { id: "actions-pane", class: "pane", "aria-label": "Actions" },
          this.find.chips, this.find.filter, this.list.element),
        this.change.element,
        pane("state", "State", this.pins.element, this.unknown, this.state.element, this.value)),
      this.status, this.phoneBar());
  }

  /// In a narrow window, one pane is shown at a time, and steps have buttons.
  phoneBar() {
    const pane = (name, text) => el("button", {
      type: "button", onclick: () => { this.element.dataset.pane = name; },
    }, text);
    return el(
      "nav", { class: "phone", "aria-label": "Panes and steps" },
      this.button("◀", "previous", "Previous action"), pane("actions", "Actions"),
      pane("change", "This action"), pane("state", "State"),
      this.button("▶", "next", "Next action"));
  }

  /// A button for a method of the commands.
  button(text, does, title) {
    const properties = { type: "button", onclick: () => this.commands[does]() };
    return el("button", { ...properties, title, "aria-label": title }, text);
  }

  /// Buttons for what else the page does; the other keys have theirs where they matter.
  tools() {
    return el(
      "div", { class: "buttons" }, this.button("Open…", "open"),
      this.button("◐", "switchTheme", "Light or dark"), this.button("?", "help", "Help"));
  }

  showOverview(overview) {
    this.overview = overview;
    this.find.setOverview(overview);
    this.change.setOverview(overview);
    const go = (row) => this.go(row);
    this.title.replaceChildren(...titleOf(overview));
    this.chips.replaceChildren(...chipsOf(overview, {
      go, goToSeq: (seq) => this.goToSeq(seq),
      showDamages: () => this.change.showProblems(),
      check: () => this.channel.ask("check"),
    }));
    this.lanes = lanesOf(overview.types);
    this.list.lanes = laneNumbers(this.lanes);
    this.find.setLanes(this.lanes);
    this.showRows();
    this.showTimeline();
  }

  /// Shows some rows on the timeline; all that are known, unless the person has chosen some.
  showTimeline(range = this.range ?? { from: 0 }) {
    this.range = range;
    this.channel.askLatest("density", { lanes: this.lanes, buckets, ...range }, (density) => {
      const { rowCount, torn } = this.overview;
      this.timeline.show(density, { rowCount, isCut: torn?.kind === "action" });
      this.timeline.showChart(this.pins.chart(this.timeline));
      this.showPlace();
    });
  }

  /// Lists the rows anew, after more of them are known or the filter has changed.
  showRows() {
    this.list.list.setCount(this.find.count);
    const index = this.find.indexOf(this.row);
    this.list.list.active = this.find.rowAt(index) === this.row ? index : -1;
    this.list.list.refresh();
  }

  /// Goes to the place in the address, or to where something is wrong, or to the start.
  ///
  /// A place that has not been read yet is gone to when it has.
  async begin(hash) {
    const { seq, path, pins } = placeOf(hash);
    this.pins.pinPaths(pins);
    const { findings, torn, rowCount, isComplete, lastSeq } = this.overview;
    const wanted = seq ?? findings[0]?.seq;
    const isThere = isComplete || (wanted !== undefined && wanted <= lastSeq);
    this.wanted = isThere ? undefined : { seq, path };
    if (path !== undefined) this.wantPath(path);
    if (this.wanted) this.go(0);
    else if (wanted !== undefined) await this.goToSeq(wanted);
    else this.go(torn?.kind === "action" ? rowCount - 1 : 0);
  }

  /// Goes on with what the worker found in the meantime.
  take(report) {
    switch (report.job) {
      case "rows": return this.takeRows(report.overview);
      case "check": return this.takeCheck(report);
      case "history": return this.change.takeHistory(report);
      case "errors": return this.change.takeErrors(report);
      case "search": case "filter": return this.find.take(report);
      default: return this.pins.take(report);
    }
  }

  takeCheck({ overview, readBytes }) {
    if (overview) {
      this.showOverview(overview);
      if (this.frame) this.say(placeText(this.frame));
    } else this.say(`checking: ${percent({ ...this.overview, readBytes })}`);
  }

  async takeRows(overview) {
    const { wanted } = this;
    this.showOverview(overview);
    if (wanted === undefined) return;
    const isThere = wanted.seq === undefined ? overview.isComplete : overview.lastSeq >= wanted.seq;
    if (isThere || overview.isComplete) this.begin(hashOf(wanted));
  }

  async goToPlace({ seq, path, pins }) {
    this.pins.pinPaths(pins);
    if (path !== undefined) this.wantPath(path);
    await this.goToSeq(seq);
  }

  /// Selects the value at a path with the next frame, and reveals it.
  wantPath(path) {
    const steps = stepsOfPath(path);
    this.selection = steps && { steps };
    this.isRevealWanted = steps !== null;
  }

  selectPath(path) {
    this.wantPath(path);
    // One that is not there any more was there before this action.
    const seq = this.frame.stateSeq - 1;
    if (this.selection && seq >= 0) this.selection.seq = seq;
    this.go(this.row);
  }

  say(text) {
    this.status.textContent = text;
  }

  async goToSeq(seq) {
    const row = await this.channel.ask("rowOfSeq", { seq });
    if (row >= 0) this.go(row);
  }

  /// Selects a row, and shows what it did and the state after it.
  go(row) {
    if (row === undefined || row < 0 || row >= this.overview.rowCount) return;
    this.row = row;
    const index = this.find.indexOf(row);
    this.list.list.activate(this.find.rowAt(index) === row ? index : -1);
    const state = this.state.window();
    const { selection } = this;
    const request = { row, state, selection };
    const show = (frame) => {
      const isSameSelection = this.selection === selection;
      if (isSameSelection) this.selection = frame.selection;
      this.show(frame, state.anchor);
      if (!isSameSelection) this.go(row);
    };
    this.arrival = this.channel.askLatest("frame", request, show);
  }

  /// Moves by a number of rows of the list.
  move(by) {
    const index = this.find.indexOf(this.row);
    const isListed = this.find.rowAt(index) === this.row;
    // From a row that the filter hides, the first step leads to the nearest one.
    const next = isListed || by < 0 ? index + by : index + 1;
    this.go(this.find.rowAt(Math.max(0, Math.min(next, this.find.count - 1))));
  }

  show(frame, anchor) {
    this.frame = frame;
    const { unknown } = frame;
    this.change.showFrame(frame);
    this.details.replaceChildren(...actionDetails(frame, { go: (row) => this.go(row) }));
    this.payload.element.classList.toggle("hidden", frame.payload === null);
    if (frame.payload) this.payload.showAnew(frame.payload);
    this.unknown.classList.toggle("hidden", !unknown);
    this.state.element.classList.toggle("hidden", Boolean(unknown));
    this.state.tokens = this.selection?.tokens ?? null;
    if (unknown) this.unknown.replaceChildren(quoted(unknown));
    else this.state.show(frame.state, anchor);
    this.showPlace();
    this.showValue();
    this.say(placeText(frame));
    const { tokens } = this.selection ?? {};
    if (tokens && this.isRevealWanted) this.reveal(tokens);
  }

  /// The selected value's path in this state; by ids, if it is not there.
  get path() {
    const { tokens, steps = [] } = this.selection ?? {};
    return tokens ? pointerText(tokens) : nameOfSteps(steps);
  }

  /// Shows on the timeline and in the address where one is.
  showPlace() {
    if (!this.frame) return;
    const { row, seq } = this.frame;
    const { lastSeq } = this.overview;
    const text = placeText(this.frame);
    this.timeline.mark({ row, seq, lastSeq, text }, this.change.letters);
    this.pins.show({ seq: this.frame.stateSeq ?? seq, rowCount: this.overview.rowCount });
    this.showAddress(hashOf({ seq, path: this.path, pins: this.pins.paths }));
    this.find.showPlace();
  }

  showPins() {
    this.timeline.showChart(this.pins.chart(this.timeline));
    if (this.frame) this.showPlace();
  }

  /// Puts a place in the address; browsers limit how often, and take their time.
  showAddress(hash) {
    this.dropAddress();
    this.addressTimer = setTimeout(() => history.replaceState(null, "", hash), 150);
  }

  /// Forgets an address that is not shown yet, since the person has entered another.
  dropAddress() {
    clearTimeout(this.addressTimer);
  }

  showLetters() {
    this.list.list.refresh();
    if (this.frame) this.showPlace();
  }

  loadTree(source, window, use) {
    if (!this.frame) return undefined;
    return this.channel.askLatest("tree", { row: this.row, source, ...window }, (answer) => {
      if (answer) use(answer);
    }, `tree ${source}`);
  }

  /// Opens the state down to a value, and selects it.
  reveal(tokens) {
    this.isRevealWanted = false;
    const window = { open: this.state.open, from: 0, count: this.state.list.visible + 40, tokens };
    this.loadTree("state", window, (answer) => {
      this.state.show(answer);
      this.state.list.center(answer.found);
      this.state.select(answer.found);
    });
  }

  chooseValue(row) {
    const { tokens, text } = row;
    const seq = this.frame?.stateSeq;
    this.selection = { steps: stepsOfRow(row), seq, tokens, text };
    this.isRevealWanted = false;
    this.showPlace();
    this.showValue();
  }

  /// The selected value's path and text below the state, and what can be done with it.
  showValue() {
    const { selection } = this;
    this.value.classList.toggle("hidden", !selection);
    if (!selection) return;
    this.value.replaceChildren(
      quoted(this.path || "the whole state", { class: "path" }),
      selection.tokens
        ? quoted(selection.text, { class: "value" })
        : el("span", { class: "value" }, absenceText(selection)),
      el(
        "div", { class: "buttons" }, this.button("Copy value", "copyValue"),
        this.button("Copy path", "copyPath"), this.button("Copy command", "copyCommand"),
        this.button("History", "showHistory"), this.button("Pin", "pin")));
  }
}

/// Why a selected value is not shown.
function absenceText({ isUnknown, removedBy, addedBy }) {
  if (isUnknown) return "not known";
  if (removedBy !== undefined) return `removed by #${removedBy}`;
  if (addedBy !== undefined) return `not here yet: added by #${addedBy}`;
  return "not in this state";
}

/// A row in a few words: `#12 addMessage, 3.250 s`.
function placeText({ kind, seq, type, timeMs }) {
  const isAction = kind === "action" || kind === "unfinished";
  return `#${seq} ${isAction ? shown(type) : kind}, ${time(timeMs)}`;
}
