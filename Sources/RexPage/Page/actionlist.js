// The list of actions, marks, gaps and damaged lines.

import { bytes, count, el, quoted, separated, time } from "./dom.js";
import { VirtualList } from "./virtuallist.js";

const cachedMax = 4000;

export class ActionList {
  /// `rowAt(index)` is the row of the log at an index of the list, which a filter can shorten.
  constructor({ channel, select, rowAt }) {
    Object.assign(this, { channel, rowAt, summaries: new Map(), places: () => ({}) });
    this.list = new VirtualList({
      role: "listbox", label: "Actions", id: "list", rowHeight: 26,
      render: (index) => this.render(index), look: (index) => this.look(index),
      load: (from, total) => this.load(from, total),
    });
    this.list.element.addEventListener("click", (event) => {
      const row = event.target.closest("[data-index]");
      if (row) select(Number(row.dataset.index));
    });
  }

  get element() {
    return this.list.element;
  }

  reset() {
    this.summaries.clear();
  }

  load(from, total) {
    const missing = [];
    for (let index = from; index < from + total; index += 1) {
      const row = this.rowAt(index);
      if (row !== undefined && !this.summaries.has(row)) missing.push(row);
    }
    if (missing.length === 0) return;
    const numbers = Uint32Array.from(missing);
    this.channel.askLatest("summaries", { numbers }, (summaries) => {
      if (this.summaries.size > cachedMax) this.summaries.clear();
      for (const summary of summaries) this.summaries.set(summary.row, summary);
      this.list.refresh();
    });
  }

  look(index) {
    const row = this.rowAt(index);
    const { letter, isMatch } = this.places(row);
    return [row, this.summaries.has(row), letter, isMatch, this.list.count].join(" ");
  }

  render(index) {
    const row = this.rowAt(index);
    const summary = this.summaries.get(row);
    const places = this.places(row);
    const { kind, damage, finding } = summary ?? {};
    return el(
      "div", {
        class: ["row", kind, damage && "damaged", finding && "found"].filter(Boolean).join(" "),
        role: "option", "data-index": index, "data-match": places.isMatch,
        "aria-posinset": index + 1, "aria-setsize": this.list.count,
      },
      ...(summary ? cells(summary, places) : [el("span", { class: "seq" }, "…")]));
  }
}

function cells(summary, { letter }) {
  const { kind, seq, timeMs } = summary;
  const hasSeq = kind !== "mark" && kind !== "damage" && kind !== "gap";
  return [
    el("span", { class: "letter" }, letter ?? ""),
    el("span", { class: "seq" }, hasSeq ? String(seq) : symbols[kind]),
    el("span", { class: "time" }, time(timeMs)),
    el("span", { class: "what" }, ...what(summary)),
    el("span", { class: "paths" }, ...paths(summary)),
  ];
}

const symbols = { mark: "⚑", gap: "⋯", damage: "✕" };

function what({ kind, type, label, gap, damage, cause, error, isOpaque, isExact, finding, seq }) {
  switch (kind) {
    case "start": return [seq === 0 ? "start" : `state after ${seq}`];
    case "mark": return [quoted(label, { class: "type" })];
    case "gap": return [`${gap?.from}–${gap?.to} lost: `, quoted(gap?.reason ?? "")];
    case "damage": return [quoted(damage ?? "out of order")];
    default:
  }
  const parts = [quoted(type || "?", { class: "type" })];
  if (cause !== undefined) parts.push(el("span", { class: "quiet" }, ` ← ${cause}`));
  if (kind === "unfinished") parts.push(badge("never finished", "bad"));
  if (finding) parts.push(badge(finding, "bad"));
  if (error !== undefined) parts.push(badge("threw", "bad"));
  if (damage) parts.push(badge("damaged", "bad"));
  if (isOpaque) parts.push(badge("opaque"));
  if (isExact === false) parts.push(badge("not exact"));
  return parts;
}

function badge(text, kind = "") {
  return el("span", { class: `badge ${kind}` }, text);
}

function paths({ kind, paths: changed = [], pathCount = 0, hasPatch, byteCount, damage }) {
  if (kind !== "action" || damage) return [];
  if (byteCount) return [`line of ${bytes(byteCount)}`];
  if (!hasPatch) return ["not recorded"];
  if (pathCount === 0) return ["no change"];
  const texts = changed.map((path) => quoted(path || "the whole state"));
  const items = separated(texts, " ");
  const more = pathCount - changed.length;
  return more > 0 ? [...items, ` and ${count(more, "more", "more")}`] : items;
}
