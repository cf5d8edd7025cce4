// The tab of problems: what is known to be wrong, and what the tool can be asked to look for.

import { note } from "./changes.js";
import { digits, el, quoted } from "./dom.js";
import { problemCount, problemLists } from "./problems.js";
import { answerOf } from "./tool.js";

/// A log that is larger is searched for thrown errors only if the person asks for problems.
const searchedBytesMax = 64 * 2 ** 20;
const fileNote = "What is unusual, conditions and causes: rexreplay open LOG.";
/// The most thrown errors that are listed.
const listedErrorsMax = 1000;

export class ProblemsTab {
  /// `found(overview)` is called when the tool has found something.
  constructor(pane, { tool, found, say }) {
    Object.assign(this, { pane, tool, found, say, errors: null, overview: null });
    // What is unusual: null if not asked for, and a promise while it is looked for.
    Object.assign(this, { unusual: null, isLooking: false, verifying: null, doing: "" });
    this.tab = pane.tabs.find(({ dataset }) => dataset.kind === "problems");
  }

  can(name) {
    return Boolean(this.tool?.can.has(name)) && !this.tool.isGone;
  }

  /// Takes what is known of the whole log; looks for thrown errors in one that is read quickly.
  setOverview(overview) {
    this.overview = overview;
    const isReadQuickly = overview.isComplete && overview.byteCount <= searchedBytesMax;
    if (isReadQuickly) this.lookForErrors();
    this.update();
  }

  /// Forgets what was unusual in a log that has grown.
  renew() {
    Object.assign(this, { unusual: null, doubts: null });
    this.update();
  }

  lookForErrors() {
    if (this.errors) return;
    this.errors = { errors: [], errorCount: 0 };
    this.pane.channel.ask("match", { job: "errors", number: 0, isError: true });
  }

  /// Takes rows whose reducers threw.
  async takeErrors({ found }) {
    const { errors } = this;
    errors.errorCount += found.length;
    const numbers = found.subarray(0, Math.max(0, listedErrorsMax - errors.errors.length));
    this.update();
    if (numbers.length > 0) {
      errors.errors.push(...await this.pane.channel.ask("summaries", { numbers }));
      this.update();
    }
  }

  update() {
    const number = problemCount(this.overview, this.errors?.errorCount ?? 0);
    this.tab.replaceChildren("Problems", ...(number > 0 ? [` ${digits(number)}`] : []));
    this.tab.classList.toggle("bad", number > 0);
    if (this.pane.mode.kind === "problems") this.show();
  }

  show() {
    this.lookForErrors();
    if (this.can("unusual") && !this.unusual && !this.isLooking) this.lookForUnusual();
    const tools = [
      this.can("verify") ? this.button(this.verifying ? "Stop" : "Verify", () => this.verify())
        : null,
      this.can("rules") ? this.button("Check rules", () => this.checkRules()) : null,
    ].filter(Boolean);
    const heading = this.doing || (tools.length > 0 ? "What is wrong" : "");
    this.pane.setMode({ kind: "problems" }, heading ? [heading] : [], tools);
    const { content, leading: { go, goToSeq } } = this.pane;
    const lists = problemLists(this.overview, { ...this.errors, unusual: this.unusual ?? [] }, {
      go, goToSeq,
    });
    const isDone = this.overview.isComplete;
    const waiting = this.isLooking ? [note("Looking for what is unusual …")] : [];
    // With its doubts, such as about states that are unknown.
    if (this.unusual?.length === 0) waiting.push(el("pre", { class: "note" }, quoted(this.told)));
    waiting.push(...(this.doubts ?? []).map((doubt) => note(quoted(doubt))));
    if (!this.tool) waiting.push(note(fileNote));
    const isNothing = lists.length === 0 && !this.isLooking && !this.unusual;
    const nothing = isDone ? "Nothing is known to be wrong." : "Nothing so far: reading …";
    content.replaceChildren(...lists, ...(isNothing ? [note(nothing)] : []), ...waiting);
  }

  button(text, onclick) {
    return el("button", { type: "button", onclick }, text);
  }

  async lookForUnusual() {
    this.isLooking = true;
    try {
      const { lines, told } = await answerOf(this.tool, "unusual");
      this.unusual = lines.filter(({ what, seqs }) => what !== undefined && seqs !== undefined);
      this.told = told;
      this.doubts = lines.flatMap(({ notes, error }) => [...(notes ?? []), error ?? []].flat());
    } finally {
      this.isLooking = false;
      this.update();
    }
  }

  /// Verifies the log, or stops that.
  async verify() {
    if (this.verifying) return this.verifying.abort();
    this.verifying = new AbortController();
    const { signal } = this.verifying;
    const take = ({ through }) => this.tell(`Verifying: up to #${digits(through ?? 0)} …`);
    this.tell("Verifying …");
    return this.ask({ ask: "verify" }, { signal, take }, ({ verdict }) => (
      `verified: ${verdict?.verdict ?? "nothing"}`));
  }

  checkRules() {
    this.tell("Checking the rules …");
    return this.ask({ ask: "rules" }, {}, () => "rules checked");
  }

  /// Asks the tool, and takes what it found into the log that is shown.
  async ask(question, options, textOf) {
    let text = "stopped";
    try {
      const last = await this.tool.ask(question, options);
      text = last.error ?? textOf(last);
      if (last.error === undefined) {
        this.found(await this.pane.channel.ask("takeFound", { text: last.text }));
      }
    } finally {
      this.verifying = null;
      this.tell("");
      this.say(text);
    }
  }

  tell(text) {
    this.doing = text;
    if (text) this.say(text);
    if (this.pane.mode.kind === "problems") this.show();
  }
}
