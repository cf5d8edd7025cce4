// What the keys do; each method is named in the table of keys.

import { el, shellWord } from "./dom.js";
import { keyAction, keyHelp } from "./keys.js";

export class Commands {
  constructor(viewer) {
    this.viewer = viewer;
    this.helpDialog = dialog("Keys", el("div", { class: "keys" }, ...keyHelp()));
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
    const input = el("input", {
      type: "text", inputmode: "numeric", "aria-label": "Number of an action", autofocus: true,
    });
    const ask = dialog("Go to action", el("form", {
      method: "dialog", onsubmit: () => this.viewer.goToSeq(Number(input.value)),
    }, input, el("button", { type: "submit" }, "Go")));
    ask.addEventListener("close", () => ask.remove());
    document.body.append(ask);
    ask.showModal();
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
    const text = await channel.ask("text", { row, source: "state", tokens });
    if (text !== null) this.copy(text, "Value");
  }

  copyPath() {
    this.copy(this.viewer.path, "Path");
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
      const shown = dialog(`${what}: copy it from here`, area);
      shown.addEventListener("close", () => shown.remove());
      document.body.append(shown);
      shown.showModal();
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
    this.viewer.reopen();
  }

  switchTheme() {
    const { dataset } = document.documentElement;
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = dataset.theme ?? (isDark ? "dark" : "light");
    dataset.theme = theme === "dark" ? "light" : "dark";
  }

  help() {
    if (!this.helpDialog.isConnected) document.body.append(this.helpDialog);
    this.helpDialog.showModal();
  }
}

function dialog(title, ...content) {
  const element = el("dialog", { "aria-label": title });
  const close = el("button", { type: "button", onclick: () => element.close() }, "Close");
  element.append(el("header", {}, el("h2", {}, title), close), ...content);
  return element;
}
