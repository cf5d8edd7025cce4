// What the keys do; each method is named in the table of keys.

import { digits, el, shellWord, showDialog } from "./dom.js";
import { keyAction, keyHelp } from "./keys.js";

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
    const { state } = this.viewer;
    state.element.focus();
    if (state.tokens === null) state.select(0);
  }

  showHistory() {
    const { change, row, path } = this.viewer;
    change.showHistory(row, path);
  }

  async copyValue() {
    const { channel, row, state } = this.viewer;
    const tokens = state.tokens ?? [];
    const text = await channel.ask("text", { row, tokens });
    if (text !== null) this.copy(text, "Value");
  }

  copyPath() {
    const { path } = this.viewer;
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
