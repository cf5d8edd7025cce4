// The page: opens the log that is in it, or that is dropped onto it, and shows it.

import { placeOf } from "./address.js";
import { Channel } from "./channel.js";
import { el, shown } from "./dom.js";
import { droppedFiles } from "./files.js";
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
    Object.assign(this, { channel: null, viewer: null });
    this.root = el("div", { id: "page" });
  }

  start() {
    document.body.append(this.root);
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.drop(event));
    addEventListener("keydown", (event) => this.viewer?.commands.press(event));
    addEventListener("hashchange", () => this.followAddress());
    // The parts of the log come after this script.
    addEventListener("DOMContentLoaded", () => this.openOwnLog());
  }

  openOwnLog() {
    const parts = Array.from(document.querySelectorAll("script[data-name]"), (element) => {
      element.remove();
      return { name: element.dataset.name, base64: element.textContent };
    });
    if (parts.length === 0) this.showWelcome();
    else this.openWith("openEmbedded", { parts }, "the log");
  }

  async drop(event) {
    event.preventDefault();
    const files = await droppedFiles(event.dataTransfer);
    if (files.length > 0) this.open(files);
  }

  open(files) {
    if (files.length === 0) return;
    history.replaceState(null, "", "#");
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
    return welcome({ open });
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
    });
    this.root.replaceChildren(this.viewer.element);
    this.viewer.list.element.focus();
    this.viewer.begin(location.hash);
  }

  take(report) {
    if (report.job === "error") this.showWelcome(new Error(report.message));
    else this.viewer?.take(report);
  }

  followAddress() {
    const place = placeOf(location.hash);
    if (!this.viewer || place.seq === undefined) return;
    this.viewer.dropAddress();
    this.viewer.goToPlace(place);
  }
}
