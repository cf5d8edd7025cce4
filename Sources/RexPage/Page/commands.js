// What the keys do; each method is named in the table of keys.

import { el, shellWord, showDialog } from "./dom.js";
import { keep } from "./keeping.js";
import { conditionHelp, keyAction, keyHelp } from "./keys.js";
import { Leaps } from "./leaps.js";
import { markdownOf } from "./markdown.js";
import { answerOf } from "./tool.js";
import { pointerText } from "./values.js";

export class Commands {
  constructor(viewer) {
    this.viewer = viewer;
    this.leaps = new Leaps({
      channel: viewer.channel, go: (row) => viewer.jump(row), say: (text) => viewer.say(text),
    });
  }

  /// Does what a key stands for.
  async press(event) {
    const does = keyAction(event, (name) => this.viewer.can(name));
    if (!does) return;
    event.preventDefault();
    // In a tree, a key is about the value that the keys before it select.
    const { state } = this.viewer;
    if (state.element.contains(event.target)) await state.keysDone;
    this[does](event.key);
  }

  // Moving

  next() {
    this.viewer.move(1);
  }

  previous() {
    this.viewer.move(-1);
  }

  nextPage() {
    this.viewer.move(this.viewer.list.list.visible - 1);
  }

  previousPage() {
    this.viewer.move(1 - this.viewer.list.list.visible);
  }

  first() {
    this.viewer.move(-Infinity);
  }

  last() {
    this.viewer.move(Infinity);
  }

  nextAction() {
    this.viewer.move(1);
  }

  previousAction() {
    this.viewer.move(-1);
  }

  nextProblem() {
    this.goToPlace({ step: 1 });
  }

  previousProblem() {
    this.goToPlace({ step: -1 });
  }

  nextMark() {
    this.goToPlace({ step: 1, isMark: true });
  }

  previousMark() {
    this.goToPlace({ step: -1, isMark: true });
  }

  async goToPlace(wanted) {
    const { channel, row } = this.viewer;
    const found = await channel.ask("nextPlace", { row, ...wanted });
    if (found === row) this.viewer.say(wanted.isMark ? "no further mark" : "no further problem");
    this.viewer.jump(found);
  }

  goBack() {
    this.viewer.trail.write();
    history.back();
  }

  goForward() {
    this.viewer.trail.write();
    history.forward();
  }

  /// Asks where to go; a digit begins a number.
  askPlace(key = "") {
    const input = el("input", {
      type: "text", required: true, "aria-label": "Where to go", autocomplete: "off",
      placeholder: "41, 12.5s, 14:05, a mark",
    });
    input.value = /^\d$/.test(key) ? key : "";
    const wrong = el("p", { class: "note bad", role: "alert" });
    showDialog("Go to", (close) => [el("form", {
      class: "ask",
      onsubmit: async (event) => {
        event.preventDefault();
        const { row, problem } = await this.viewer.channel.ask(
          "rowOfText", { text: input.value.trim() });
        wrong.textContent = problem ?? "";
        if (problem) return;
        close();
        this.viewer.jump(row);
      },
    }, input, el("button", { type: "submit", class: "primary" }, "Go")), wrong]);
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }

  nextChange() {
    this.leap(1);
  }

  previousChange() {
    this.leap(-1);
  }

  goToBlame() {
    this.leap(0);
  }

  leap(step) {
    const { selected, frame } = this.viewer;
    if (!selected.selection) return void this.viewer.say("select a value in the state first");
    const { steps } = selected.selection;
    return this.leaps.toChange(
      { path: JSON.stringify(steps.map(({ token, keys }) => keys ?? token)), steps },
      { seq: frame.stateSeq ?? frame.seq, step });
  }

  goToCause() {
    const { entry, causeRow } = this.viewer.frame;
    if (causeRow !== undefined) this.viewer.jump(causeRow);
    else this.viewer.say(entry.cause === undefined
      ? "no cause of this action is known" : `#${entry.cause} is not in this log`);
  }

  goToEffect() {
    const { frame, row } = this.viewer;
    this.leaps.toEffect(frame.seq, row);
  }

  // Finding

  focusSearch() {
    this.viewer.find.focus("search");
  }

  until() {
    this.viewer.find.focus("when");
  }

  untilBack() {
    this.viewer.find.focus("when", -1);
  }

  focusFilter() {
    this.viewer.filter.textField.select();
  }

  toggleType() {
    const { kind, type } = this.viewer.frame;
    if (kind === "action" || kind === "unfinished") this.viewer.filter.toggleType(type);
  }

  nextMatch() {
    this.viewer.find.goToMatch(1);
  }

  previousMatch() {
    this.viewer.find.goToMatch(-1);
  }

  leave() {
    const { find, filter, change, list } = this.viewer;
    const isTyping = document.activeElement?.matches("input, select");
    if (isTyping) list.element.focus();
    if (isTyping && document.activeElement !== find.field) return;
    if (!change.leave() && !find.leave()) filter.leave();
  }

  // The selected value

  focusState() {
    const { state, selected, element } = this.viewer;
    element.dataset.pane = "state";
    state.element.focus();
    if (!selected.selection) state.select(0);
    else if (selected.tokens) selected.reveal();
  }

  /// From the list into the pane beside it, and back.
  enterPane() {
    this.focusState();
  }

  leavePane() {
    this.viewer.element.dataset.pane = "actions";
    this.viewer.list.element.focus();
  }

  pin() {
    const { pins, selected } = this.viewer;
    const problem = selected.selection
      ? pins.toggle(selected.selection.steps) : "select a value to pin it";
    if (problem) this.viewer.say(problem);
  }

  showHistory() {
    const { change, selected } = this.viewer;
    change.showHistory(selected.selection?.steps ?? []);
  }

  showCauses() {
    this.viewer.change.causes.show();
  }

  get isInPayload() {
    return this.viewer.payload.element.contains(document.activeElement);
  }

  /// Copies the value that is selected in the action, if the focus is there, or in the state.
  copyValue() {
    if (this.isInPayload) return this.copyPayload();
    const { selection } = this.viewer.selected;
    return this.copyText("state", selection ? selection.tokens : []);
  }

  copyPayload() {
    return this.copyText("payload", this.viewer.payload.tokens ?? []);
  }

  async copyText(source, tokens) {
    const { channel, row } = this.viewer;
    const text = tokens ? await channel.ask("text", { row, source, tokens }) : null;
    if (text !== null) this.copy(text, "Value");
    else this.viewer.say("not copied: the value is not in this state, or not known");
  }

  copyPath() {
    if (this.isInPayload) this.copyPayloadPath();
    else this.copyShellText(this.viewer.selected.path, "Path");
  }

  copyPayloadPath() {
    this.copyShellText(pointerText(this.viewer.payload.tokens ?? []), "Path");
  }

  copyShellText(text, what) {
    if (shellWord(text) !== null) this.copy(text, what);
    else this.viewer.say("not copied: the path has characters that a terminal interprets");
  }

  /// Shows only the actions that have the text of the value that is selected in the payload.
  async filterByPayload() {
    const { channel, row, payload, filter } = this.viewer;
    const tokens = payload.tokens ?? [];
    const text = await channel.ask("text", { row, source: "payload", tokens });
    if (text !== null) filter.showOnlyWith(text.startsWith('"') ? JSON.parse(text) : text);
  }

  /// The command that shows in a terminal what is on screen.
  get command() {
    const { frame, overview, selected } = this.viewer;
    const isFolder = overview.files.length > 1;
    const file = isFolder ? overview.files[0].replace(/[^/]*$/, "") || "." : overview.files[0];
    const name = shellWord(file) ?? "LOG";
    const { path } = selected;
    const at = path && shellWord(path) ? ` --at ${shellWord(path)}` : "";
    const log = name.startsWith("-") ? `./${name}` : name;
    return `rexreplay show ${log} ${frame.stateSeq ?? frame.seq}${at}`;
  }

  async copyCommand() {
    await this.viewer.arrival;
    const { served } = this.viewer;
    if (served?.branch) this.viewer.say("not copied: a branch is only in this session");
    else this.copy(this.command, "Command");
  }

  async copyAction() {
    await this.viewer.arrival;
    const { channel, frame, row, overview } = this.viewer;
    const payload = frame.payload
      ? await channel.ask("text", { row, source: "payload", tokens: [] }) : null;
    const { app } = overview.session;
    const about = { app: app.name, payload, command: this.command };
    this.copy(markdownOf(frame, about), "Action");
  }

  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.viewer.say(`${what} copied`);
    } catch {
      // Some browsers allow no page of a file to write to the clipboard.
      const area = el("textarea", { readonly: true, rows: 10, "aria-label": what });
      area.value = text;
      showDialog(`${what}: copy it from here`, () => [area]);
      area.select();
    }
  }

  // Comparing

  async setFirst() {
    await this.viewer.arrival;
    this.viewer.change.setFirst();
  }

  async setSecond() {
    await this.viewer.arrival;
    this.viewer.change.setSecond();
  }

  // What if

  /// Asks the tool a line; what is wrong is said.
  async ask(line) {
    const answer = await answerOf(this.viewer.tool, line);
    const wrong = answer.lines.find(({ error }) => typeof error === "string");
    if (wrong) this.viewer.say(wrong.error);
    return { ...answer, wrong };
  }

  async skip() {
    const { viewer } = this;
    const { frame } = viewer;
    if (frame.kind !== "action") return void viewer.say("only an action can be left out");
    viewer.say(`leaving out #${frame.seq} …`);
    // Who follows the log opens the branch.
    await this.ask(`skip ${frame.seq}`);
  }

  async switchBranch() {
    const { viewer } = this;
    const name = viewer.served.branch ? "recorded" : await this.lastBranch();
    if (name === undefined) return void viewer.say("there is no branch; x leaves out an action");
    await this.ask(`branch ${name}`);
  }

  async lastBranch() {
    const { lines } = await this.ask("branches");
    return lines.map(({ branch }) => branch).findLast((name) => name && name !== "recorded");
  }

  verify() {
    this.viewer.change.problems.verify();
  }

  askLine() {
    this.viewer.element.dataset.pane = "change";
    this.viewer.change.line.show();
  }

  // The page

  open() {
    showDialog("Open another log", (close) => [this.viewer.opening(close)]);
  }

  switchTheme() {
    const { dataset } = document.documentElement;
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = dataset.theme ?? (isDark ? "dark" : "light");
    dataset.theme = theme === "dark" ? "light" : "dark";
    keep("theme", dataset.theme);
  }

  help() {
    const can = (name) => this.viewer.can(name);
    showDialog("Keys", () => [
      el("div", { class: "keys" }, ...keyHelp(can)), ...(can("match") ? conditionHelp() : []),
    ]);
  }
}
