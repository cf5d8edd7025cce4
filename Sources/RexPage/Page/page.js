// The page: opens the log that is in it, that the tool serves, or that is dropped onto it.

import { placeOf } from "./address.js";
import { Channel } from "./channel.js";
import { el, shown } from "./dom.js";
import { droppedFiles } from "./files.js";
import { Following } from "./following.js";
import { showKeptTheme } from "./keeping.js";
import { Tool } from "./tool.js";
import { Viewer } from "./viewer.js";
import { choices, reading, welcome } from "./welcome.js";
import { startWorker } from "./worker.js";

/// Begins in the page, and in its worker, which runs the same script.
export function start() {
  if (globalThis.document) new Page().start();
  else startWorker();
}

class Page {
  constructor() {
    // The tool, and what it serves; without it, the page has its log or opens one.
    Object.assign(this, { channel: null, viewer: null, tool: null, served: null });
    this.root = el("div", { id: "page" });
  }

  start() {
    showKeptTheme();
    document.body.append(this.root);
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.drop(event));
    addEventListener("keydown", (event) => this.viewer?.commands.press(event));
    addEventListener("hashchange", () => this.followAddress());
    addEventListener("unhandledrejection", (event) => this.takeRejection(event));
    // The parts of the log come after this script.
    addEventListener("DOMContentLoaded", () => this.openOwnLog());
  }

  openOwnLog() {
    const parts = Array.from(document.querySelectorAll("script[data-name]"), (element) => {
      element.remove();
      return { name: element.dataset.name, base64: element.textContent };
    });
    if (parts.length === 0) this.showWelcome();
    else if (parts[0].name === "served:") this.openServed();
    else this.openWith("openEmbedded", { parts }, "the log");
  }

  /// Opens what the tool serves, and follows it.
  async openServed() {
    this.tool = new Tool(document.URL.replace(/#.*$/s, ""));
    this.following = new Following(this.tool, {
      grow: (files) => this.channel.ask("grow", { files }),
      reopen: (served) => this.showServed(served), lose: () => this.viewer?.loseTool(),
      tell: (served) => {
        this.served = served;
        this.viewer?.takeServed(served);
      },
    });
    try {
      await this.showServed(await this.tool.describe());
    } catch (problem) {
      this.showWelcome(problem);
    }
  }

  async showServed(served) {
    this.served = served;
    this.tool.log = served.log;
    this.viewer?.trail.write();
    await this.openWith("openServed", served, served.name);
    this.following.begin(served);
  }

  /// What was asked of a tool that has ended needs no answer any more.
  takeRejection(event) {
    if (event.reason?.name === "AbortError") event.preventDefault();
    if (!event.reason?.isGone) return;
    event.preventDefault();
    this.viewer?.loseTool();
  }

  async drop(event) {
    event.preventDefault();
    const files = await droppedFiles(event.dataTransfer);
    if (files.length > 0) this.open(files);
  }

  open(files) {
    if (files.length === 0) return;
    history.replaceState(null, "", "#");
    // From here on, the tool's log is not the one on screen.
    if (this.following) this.following.number += 1;
    this.tool = null;
    this.openWith("open", { files }, files.length === 1 ? files[0].name : `${files.length} files`);
  }

  async openWith(ask, request, name) {
    this.viewer = null;
    this.root.replaceChildren(reading(name));
    // The worker of the log before is ended with all that it keeps.
    this.channel?.worker.terminate();
    this.channel = new Channel((report) => this.take(report));
    await this.showAnswer(this.channel.ask(ask, request));
  }

  async showAnswer(answer) {
    try {
      const overview = await answer;
      if (overview.choices) this.showChoices(overview.choices);
      else this.showLog(overview);
    } catch (problem) {
      this.showWelcome(problem);
    }
  }

  /// What opens another log, in a dialog that this closes.
  opening(close) {
    const open = (files) => {
      close();
      this.open(files);
    };
    return welcome({ open, isBrief: true });
  }

  showWelcome(problem) {
    document.title = "rexreplay";
    this.root.replaceChildren(welcome({ open: (files) => this.open(files), problem }));
  }

  showChoices(logs) {
    if (logs.length === 0) return this.showWelcome(new Error("The folder contains no logs."));
    this.root.replaceChildren(choices(logs, (index) => {
      this.showAnswer(this.channel.ask("choose", { index }));
    }));
  }

  showLog(overview) {
    document.title = `${shown(overview.session.app.name)} – rexreplay`;
    this.viewer = new Viewer({
      channel: this.channel, overview, opening: (close) => this.opening(close),
      tool: this.tool, served: this.tool && this.served,
    });
    this.root.replaceChildren(this.viewer.element);
    this.viewer.list.element.focus();
    this.viewer.begin(location.hash);
  }

  take(report) {
    if (report.job === "gone") this.viewer?.loseTool();
    else if (report.job === "error") this.showWelcome(new Error(report.message));
    else this.viewer?.take(report);
  }

  followAddress() {
    const place = placeOf(location.hash);
    if (!this.viewer || place.seq === undefined) return;
    this.viewer.trail.drop();
    this.viewer.goToPlace(place);
  }
}
