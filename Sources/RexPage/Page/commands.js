// What the keys do; each method is named in the table of keys.

import { digits, el, shellWord, showDialog } from "./dom.js";
import { keyAction, keyHelp } from "./keys.js";
import { pointerText } from "./values.js";

export class Commands {
  constructor(viewer) {
    this.viewer = viewer;
  }

  /// Does what a key stands for.
  press(event) {
    const does = keyAction(event);
    if (!does) return;
    event.preventDefault();
    this[does]();
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

  nextProblem() {
    this.goToProblem(1);
  }

  previousProblem() {
    this.goToProblem(-1);
  }

  async goToProblem(step) {
    const { channel, row } = this.viewer;
    this.viewer.go(await channel.ask("nextProblem", { row, step }));
  }

  askSeq() {
    const { lastSeq } = this.viewer.overview;
    const input = el("input", {
      type: "number", min: 0, max: lastSeq, required: true, autofocus: true,
      "aria-label": "Number of an action",
    });
    showDialog(`Go to action (0 to ${digits(lastSeq)})`, () => [el("form", {
      class: "ask", method: "dialog",
      onsubmit: () => this.viewer.goToSeq(input.valueAsNumber),
    }, input, el("button", { type: "submit", class: "primary" }, "Go"))]);
  }

  // Searching

  focusSearch() {
    this.viewer.find.searchField.select();
  }

  focusFilter() {
    this.viewer.find.typeField.focus();
  }

  nextMatch() {
    this.viewer.find.goToMatch(1);
  }

  previousMatch() {
    this.viewer.find.goToMatch(-1);
  }

  leave() {
    const { find, change, list } = this.viewer;
    const isTyping = document.activeElement?.matches("input, select");
    if (isTyping) list.element.focus();
    if (isTyping && document.activeElement !== find.searchField) return;
    if (!change.leave()) find.leave();
  }

  // The selected value

  focusState() {
    const { state, selection } = this.viewer;
    state.element.focus();
    if (!selection) state.select(0);
    else if (selection.tokens) this.viewer.reveal(selection.tokens);
  }

  pin() {
    const { pins, selection } = this.viewer;
    const problem = selection ? pins.toggle(selection.steps) : "select a value to pin it";
    if (problem) this.viewer.say(problem);
  }

  showHistory() {
    const { change, selection } = this.viewer;
    change.showHistory(selection?.steps ?? []);
  }

  /// Copies the value that is selected in the action, if the focus is there, or in the state.
  async copyValue() {
    const { channel, row, selection } = this.viewer;
    const [source, tokens] = this.isInPayload
      ? ["payload", this.viewer.payload.tokens ?? []]
      : ["state", selection ? selection.tokens : []];
    const text = tokens ? await channel.ask("text", { row, source, tokens }) : null;
    if (text !== null) this.copy(text, "Value");
    else this.viewer.say("not copied: the value is not in this state, or not known");
  }

  get isInPayload() {
    return this.viewer.payload.element.contains(document.activeElement);
  }

  copyPath() {
    const path = this.isInPayload
      ? pointerText(this.viewer.payload.tokens ?? []) : this.viewer.path;
    if (shellWord(path) !== null) this.copy(path, "Path");
    else this.viewer.say("not copied: the path has characters that a terminal interprets");
  }

  async copyCommand() {
    await this.viewer.arrival;
    const { frame, overview, path } = this.viewer;
    const isFolder = overview.files.length > 1;
    const file = isFolder ? overview.files[0].replace(/[^/]*$/, "") || "." : overview.files[0];
    const name = shellWord(file) ?? "LOG";
    const at = path && shellWord(path) ? ` --at ${shellWord(path)}` : "";
    const log = name.startsWith("-") ? `./${name}` : name;
    this.copy(`rexreplay show ${log} ${frame.stateSeq ?? frame.seq}${at}`, "Command");
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

  clearComparison() {
    this.viewer.change.clear();
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
  }

  help() {
    showDialog("Keys", () => [el("div", { class: "keys" }, ...keyHelp())]);
  }
}
