// A log on screen: what is selected, and what the panes show of it.

import { ActionList } from "./actionlist.js";
import { hashOf, placeOf } from "./address.js";
import { ChangePane } from "./changepane.js";
import { Commands } from "./commands.js";
import { actionDetails, placeText } from "./details.js";
import { el, quoted } from "./dom.js";
import { chipsOf, percent, titleOf } from "./facts.js";
import { FilterBar } from "./filterbar.js";
import { FindField } from "./findfield.js";
import { keep, kept } from "./keeping.js";
import { lanesOf } from "./lanes.js";
import { actionButtons, layoutOf } from "./layout.js";
import { Pins } from "./pins.js";
import { SelectedValue } from "./selectedvalue.js";
import { Timeline, buckets } from "./timeline.js";
import { answerOf } from "./tool.js";
import { Trail } from "./trail.js";
import { TreePane } from "./treepane.js";

/// The most matches that are marked on the timeline.
const markedMax = 500;
/// After how long a wait for a state is told.
const waitMs = 300;
/// How long a log that grows has to rest before the tool is asked again.
const restMs = 500;

export class Viewer {
  /// With a `tool`, `served` is what it serves.
  constructor({ channel, overview, opening, tool, served }) {
    Object.assign(this, { channel, overview, opening, tool, served, row: 0, frame: null });
    this.trail = new Trail();
    this.isByTime = kept("axis") === "time";
    this.commands = new Commands(this);
    this.makePanes();
    this.element = layoutOf(this);
    this.showOverview(overview);
  }

  /// Whether the tool can do something, if there is one.
  can(name) {
    return Boolean(this.tool?.can.has(name)) && !this.tool.isGone;
  }

  makePanes() {
    const { channel, tool } = this;
    const go = (row) => this.jump(row);
    const goToSeq = (seq) => this.goToSeq(seq);
    this.find = new FindField({
      channel, tool, go, row: () => this.row, changed: () => this.showMatches(),
      entered: () => this.list.element.focus(),
    });
    this.filter = new FilterBar({ channel, tool, changed: () => this.showRows() });
    this.list = new ActionList({
      channel, rowAt: (index) => this.filter.rowAt(index),
      select: (index) => this.go(this.filter.rowAt(index)),
    });
    this.timeline = new Timeline({
      seek: (row) => this.go(row), step: (by) => this.move(by), tell: (row) => this.list.tip(row),
      zoom: (range) => this.showTimeline(range), switchAxis: () => this.switchAxis(),
    });
    this.list.found = () => this.timeline.hover();
    const selected = new SelectedValue(this);
    this.selected = selected;
    this.state = new TreePane({
      id: "state", label: "State", choose: (row) => selected.choose(row),
      load: (window, use) => selected.load("state", window, use),
    });
    this.payload = new TreePane({
      id: "payload", label: "Action", choose: (row) => selected.showPayload(row), isFitted: true,
      load: (window, use) => selected.load("payload", window, use),
    });
    this.details = el("div", { class: "details" });
    this.change = new ChangePane({
      channel, tool, go, goToSeq, reveal: (path) => selected.selectPath(path),
      changed: () => this.showLetters(), history: () => this.commands.showHistory(),
      action: [this.details, this.payload.element, selected.payloadBar.element],
      found: (overview) => this.takeFound(overview), say: (text) => this.say(text),
      answered: (last, place) => this.takeAnswer(last, place),
    });
    this.pins = new Pins({
      channel, choose: (path) => selected.selectPath(path), changed: () => this.showPins(),
    });
    this.list.places = (row, seq) => ({
      letter: this.change.letters.find((letter) => letter.row === row)?.letter,
      isMatch: this.find.isMatch(row), isHolding: this.find.holds(seq),
    });
  }

  showOverview(overview) {
    this.overview = overview;
    this.filter.setOverview(overview);
    this.change.problems.setOverview(overview);
    this.title.replaceChildren(...titleOf(overview, this.served));
    this.chips.replaceChildren(...chipsOf(overview, {
      go: (row) => this.jump(row), goToSeq: (seq) => this.goToSeq(seq),
      showProblems: () => this.change.problems.show(), check: () => this.channel.ask("check"),
      showCondition: (known) => this.find.showKnown(known),
      isGone: this.tool?.isGone, branch: this.branchChip(),
    }));
    this.lanes = lanesOf(overview.types);
    this.list.setLanes(this.lanes);
    this.filter.setLanes(this.lanes);
    this.showRows();
    this.showTimeline();
  }

  /// Shows what the tool found, also in the rows and at the selected one.
  takeFound(overview) {
    this.list.forget();
    this.showOverview(overview);
    this.go(this.row);
  }

  /// That this is a branch, with what `compare` told of it.
  branchChip() {
    const { branch } = this.served ?? {};
    if (!branch) return null;
    return {
      text: `branch ${branch}${this.branchText ? `: ${this.branchText}` : ""}`,
      show: () => {
        this.change.line.show();
        this.change.line.run("compare");
      },
    };
  }

  /// Asks in what a branch differs from the recorded log.
  async compareBranch() {
    if (!this.served?.branch) return;
    const { lines } = await answerOf(this.tool, "compare");
    const { leading, first, second } = lines[0] ?? {};
    if (leading === undefined) return;
    this.branchText = `as recorded up to #${leading}, ${second.actions} of `
      + `${first.actions} actions`;
    this.showOverview(this.overview);
  }

  /// Shows some rows on the timeline; all that are known, unless the person has chosen some.
  showTimeline(range = this.range ?? { from: 0 }) {
    this.range = range;
    const { lanes, isByTime } = this;
    this.channel.askLatest("density", { lanes, buckets, isByTime, ...range }, (density) => {
      const { rowCount, torn } = this.overview;
      this.timeline.show(density, { rowCount, isCut: torn?.kind === "action" });
      this.timeline.showChart(this.pins.chart(this.timeline.axis));
      this.showMatches();
      this.showPlace();
    });
  }

  switchAxis() {
    this.isByTime = !this.isByTime;
    keep("axis", this.isByTime ? "time" : "number");
    this.showTimeline();
  }

  /// Marks what is looked for, in the list and on the timeline.
  async showMatches() {
    this.list.list.refresh();
    const { from, to } = this.timeline.axis;
    const { stretches, finder } = this.find;
    const seqs = stretches.flatMap((stretch) => [stretch.from, stretch.to]);
    const { rows } = seqs.length > 0
      ? await this.channel.ask("rowsOfSeqs", { seqs }) : { rows: [] };
    if (stretches !== this.find.stretches) return;
    const ends = stretches.map((_, index) => ({
      from: rows?.[2 * index], to: rows?.[2 * index + 1],
    })).filter((stretch) => stretch.to >= from && stretch.from < to);
    this.timeline.showMatches(finder.within(from, to, markedMax), ends);
  }

  /// Lists the rows anew, after more of them are known or the filter has changed.
  showRows() {
    this.list.list.setCount(this.filter.count);
    const index = this.filter.indexOf(this.row);
    const [isListed, { isActive }] = [this.filter.rowAt(index) === this.row, this.filter];
    // A filter that begins or ends leaves the selected row in sight.
    if (isListed && this.isFiltered !== isActive) this.list.list.activate(index);
    [this.list.list.active, this.isFiltered] = [isListed ? index : -1, isActive];
    this.list.list.refresh();
    if (this.frame) this.showAddress();
  }

  /// Goes to the place in the address, or to where something is wrong, or to the start.
  ///
  /// A place that has not been read yet is gone to when it has.
  async begin(hash) {
    const place = placeOf(hash);
    const { findings, conditions, torn, rowCount, isComplete, lastSeq } = this.overview;
    this.pins.pinPaths(place.pins);
    this.filter.apply(place.filter);
    this.find.apply(place, conditions);
    if (!place.find && !place.when) this.find.showKnown(conditions[0]);
    const wanted = place.seq ?? findings[0]?.seq ?? conditions[0]?.seqs[0];
    const isThere = isComplete || (wanted !== undefined && wanted <= lastSeq);
    this.wanted = isThere ? undefined : place;
    if (place.path !== undefined) this.selected.want(place.path);
    if (this.wanted) this.go(0);
    else if (wanted !== undefined) await this.goTo(wanted);
    else this.go(torn?.kind === "action" ? rowCount - 1 : 0);
    if (isThere) await this.change.setLetters(place);
    await this.compareBranch();
  }

  /// Goes on with what the worker found in the meantime.
  take(report) {
    switch (report.job) {
      case "rows": return this.takeRows(report.overview);
      case "check": return this.takeCheck(report);
      case "history": return this.change.takeHistory(report);
      case "leap": case "effect": return this.commands.leaps.take(report);
      case "errors": return this.change.problems.takeErrors(report);
      case "search": return this.find.take(report);
      case "filter": return this.filter.finder.take(report);
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
    const hasGrown = this.overview.isComplete && overview.rowCount > this.overview.rowCount;
    const wasAtEnd = this.row === this.overview.rowCount - 1;
    this.showOverview(overview);
    if (hasGrown) this.takeGrowth();
    // Who is at the end of a log that grows stays there.
    if (hasGrown && wasAtEnd) this.go(overview.rowCount - 1);
    if (wanted === undefined) return;
    const isThere = wanted.seq === undefined ? overview.isComplete : overview.lastSeq >= wanted.seq;
    if (isThere || overview.isComplete) await this.goToWanted(wanted);
  }

  /// Goes to a place in the address that was not read when the log was opened.
  async goToWanted(place) {
    this.wanted = undefined;
    const { findings, torn, rowCount } = this.overview;
    const seq = place.seq ?? findings[0]?.seq;
    if (seq !== undefined) await this.goTo(seq);
    else if (torn?.kind === "action") this.go(rowCount - 1);
    await this.change.setLetters(place);
  }

  /// Asks the tool again when a log that grows rests for a moment.
  takeGrowth() {
    clearTimeout(this.growthTimer);
    this.growthTimer = setTimeout(() => {
      this.find.renew();
      this.filter.renew();
      this.change.problems.renew();
    }, restMs);
  }

  /// Goes to a place in the address that the person entered, or went back to.
  async goToPlace({ seq, path, pins }) {
    this.pins.pinPaths(pins);
    if (path !== undefined) this.selected.want(path);
    await this.goTo(seq);
  }

  takeServed(served) {
    this.served = served;
    this.showOverview(this.overview);
  }

  /// Says that the tool has ended; what is known is still shown.
  loseTool() {
    if (this.hasLostTool || !this.tool) return;
    this.hasLostTool = this.tool.isGone = true;
    this.showOverview(this.overview);
    this.say("The tool has ended. What was read of the log can still be looked at.");
  }

  /// Goes where the session is after a line command; another branch is opened by who follows it.
  async takeAnswer({ log, seq }, place) {
    const isSame = log === undefined || log === this.served.log;
    if (isSame && seq !== undefined && seq !== place) await this.goToSeq(seq);
  }

  say(text) {
    this.status.textContent = text;
  }

  /// Jumps to an action or the start, by its number.
  async goToSeq(seq) {
    const row = await this.channel.ask("rowOfSeq", { seq });
    if (row >= 0) this.jump(row);
  }

  async goTo(seq) {
    const row = await this.channel.ask("rowOfSeq", { seq });
    if (row >= 0) this.go(row);
  }

  /// Goes to a row from which the browser's back leads here.
  jump(row) {
    if (row === undefined || row === this.row) return;
    this.trail.leave();
    this.go(row);
  }

  /// Selects a row, and shows what it did and the state after it.
  go(row) {
    if (row === undefined || row < 0 || row >= this.overview.rowCount) return;
    this.row = row;
    const index = this.filter.indexOf(row);
    this.list.list.activate(this.filter.rowAt(index) === row ? index : -1);
    const state = this.state.window();
    const { selection } = this.selected;
    const request = { row, state, selection };
    const show = (frame) => {
      const isSameSelection = this.selected.selection === selection;
      if (isSameSelection) this.selected.selection = frame.selection;
      this.show(frame, state.anchor);
      if (!isSameSelection) this.go(row);
    };
    this.waitTimer ??= setTimeout(() => this.say("computing the state …"), waitMs);
    this.arrival = this.channel.askLatest("frame", request, show);
  }

  /// Moves by a number of rows of the list.
  move(by) {
    this.go(this.filter.rowFrom(this.row, by));
  }

  show(frame, anchor) {
    clearTimeout(this.waitTimer);
    Object.assign(this, { frame, waitTimer: undefined });
    const { unknown } = frame;
    this.change.showFrame(frame);
    this.details.replaceChildren(
      ...actionDetails(frame, { go: (row) => this.jump(row) }), actionButtons(this, frame));
    this.payload.element.classList.toggle("hidden", frame.payload === null);
    this.payload.tokens = null;
    this.selected.showPayload(null);
    if (frame.payload) this.payload.showAnew(frame.payload);
    this.unknown.classList.toggle("hidden", !unknown);
    this.state.element.classList.toggle("hidden", Boolean(unknown));
    this.state.tokens = this.selected.tokens;
    if (unknown) this.unknown.replaceChildren(quoted(unknown));
    else this.state.show(frame.state, anchor);
    this.showPlace();
    this.selected.show();
    this.say(placeText(frame));
    if (this.selected.tokens && this.selected.isRevealWanted) this.selected.reveal();
  }

  /// Shows on the timeline and in the address where one is.
  showPlace() {
    if (!this.frame) return;
    const { row, seq } = this.frame;
    const { lastSeq } = this.overview;
    const text = placeText(this.frame);
    this.timeline.mark({ row, seq, lastSeq, text }, this.change.letters);
    this.pins.show({ seq: this.frame.stateSeq ?? seq, rowCount: this.overview.rowCount });
    this.find.showPlace();
    this.showAddress();
  }

  showAddress() {
    const { frame, pins, find, filter, change } = this;
    this.trail.show(hashOf({
      seq: frame.seq, path: this.selected.path, pins: pins.paths, a: change.first?.seq,
      b: change.second?.seq, ...find.place, filter: filter.place,
    }));
  }

  showPins() {
    this.timeline.showChart(this.pins.chart(this.timeline.axis));
    if (this.frame) this.showPlace();
  }

  showLetters() {
    this.list.list.refresh();
    if (this.frame) this.showPlace();
  }

  /// Shows only those values of the state whose path has a text, or that changed.
  filterState() {
    const text = this.stateText.value.trim().toLowerCase();
    const isChanged = this.changedOnly.getAttribute("aria-pressed") === "true";
    this.state.filter = text || isChanged ? { text, isChanged } : null;
    this.state.list.setTop(0);
    this.state.reload();
  }

  clearStateFilter() {
    this.stateText.value = "";
    this.changedOnly.setAttribute("aria-pressed", false);
    this.state.filter = null;
  }
}
