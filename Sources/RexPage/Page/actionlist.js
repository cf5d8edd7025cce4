// The list of actions, marks, gaps and damaged lines.

import {
  bytes, count, el, isTouched, quoted, separated, shortTime, time,
} from "./dom.js";
import { laneNumbers } from "./lanes.js";
import { VirtualList } from "./virtuallist.js";

const cachedMax = 4000;

export class ActionList {
  /// `rowAt(index)` is the row of the log at an index of the list, which a filter can shorten.
  constructor({ channel, select, rowAt }) {
    Object.assign(this, { channel, rowAt, summaries: new Map(), changes: new Map() });
    // The lanes of types by their names, and what is done when more is known of rows.
    Object.assign(this, { places: () => ({}), lanes: new Map(), found: () => {} });
    this.list = new VirtualList({
      role: "listbox", label: "Actions", id: "list", rowHeight: isTouched() ? 36 : 23,
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

  load(from, total) {
    const missing = [];
    for (let index = from; index < from + total; index += 1) {
      const row = this.rowAt(index);
      if (row !== undefined && !this.summaries.has(row)) missing.push(row);
    }
    if (missing.length === 0) return this.loadChanges(from, total);
    const numbers = Uint32Array.from(missing);
    this.channel.askLatest("summaries", { numbers }, (summaries) => {
      if (this.summaries.size > cachedMax) this.summaries.clear();
      for (const summary of summaries) this.summaries.set(summary.row, summary);
      this.list.refresh();
      this.found();
    });
  }

  /// Takes the lanes of types; the column of types is as wide as most of them need.
  setLanes(lanes) {
    this.lanes = laneNumbers(lanes);
    const longest = Math.max(0, ...Array.from(this.lanes.keys()).map(({ length }) => length));
    const width = Math.min(13, Math.max(7, 0.62 * longest + 2.5));
    this.element.style.setProperty("--type", `${width.toFixed(1)}em`);
  }

  /// Forgets what was said of rows, after the tool has found something.
  forget() {
    this.summaries.clear();
    this.list.refresh();
  }

  /// What is said of a row under the pointer; nothing until it is known.
  tip(row) {
    const summary = this.summaries.get(row);
    if (!summary) {
      this.channel.askLatest("summaries", { numbers: [row] }, ([found]) => {
        this.summaries.set(row, found);
        this.found();
      }, "tip");
      return null;
    }
    const { seq, timeMs } = summary;
    const change = this.changes.get(row);
    return [
      el("div", {}, `#${seq} `, ...what(summary), ` · ${time(timeMs)}`),
      el(
        "div", { class: "paths" }, ...badges(summary),
        ...(change ? changed(change) : paths(summary))),
    ];
  }

  /// Asks for the values that the rows on screen changed, which need states, as many as come in a
  /// turn; the rest is asked for when they are shown.
  loadChanges(from, total) {
    const missing = [];
    for (let index = from; index < from + total; index += 1) {
      const row = this.rowAt(index);
      const { kind, pathCount, hasPatch, damage } = this.summaries.get(row) ?? {};
      const isKnown = kind !== "action" || pathCount === 0 || !hasPatch || damage;
      if (!isKnown && !this.changes.has(row)) missing.push(row);
    }
    if (missing.length === 0) return;
    const numbers = Uint32Array.from(missing);
    this.channel.askLatest("rowChanges", { numbers }, (found) => {
      if (this.changes.size > cachedMax) this.changes.clear();
      for (const change of found) this.changes.set(change.row, change);
      this.list.refresh();
    });
  }

  look(index) {
    const row = this.rowAt(index);
    const summary = this.summaries.get(row);
    const { letter, isMatch, isHolding } = this.places(row, summary?.seq);
    const known = [summary !== undefined, summary?.finding, this.changes.has(row)];
    return [row, ...known, letter, isMatch, isHolding, this.list.count].join(" ");
  }

  render(index) {
    const row = this.rowAt(index);
    const summary = this.summaries.get(row);
    const places = this.places(row, summary?.seq);
    const { kind, damage, finding } = summary ?? {};
    const lane = kind === "action" || kind === "unfinished" ? this.lanes.get(summary.type) : null;
    return el(
      "div", {
        class: ["row", kind, damage && "damaged", finding && "found"].filter(Boolean).join(" "),
        role: "option", "data-index": index, "data-match": places.isMatch,
        "data-holds": places.isHolding,
        "aria-posinset": index + 1, "aria-setsize": this.list.count,
      },
      ...(summary ? cells(summary, this.changes.get(row), { ...places, lane })
        : [el("span", { class: "seq" }, "…")]));
  }
}

function cells(summary, change, { letter, lane }) {
  const { kind, seq, deltaMs, timeMs, payload } = summary;
  const hasSeq = kind !== "mark" && kind !== "damage" && kind !== "gap";
  const values = hasSeq && kind !== "start" ? [
    whole(el("span", { class: "payload" }, ...pieceTexts(payload ?? []))),
    whole(el(
      "span", { class: "paths" }, ...badges(summary),
      ...(change ? changed(change) : paths(summary)))),
  ] : [];
  return [
    el("span", { class: "letter" }, letter ?? ""),
    el("span", { class: "seq" }, hasSeq ? String(seq) : symbols[kind]),
    el("span", { class: "time", title: `at ${time(timeMs)}` }, shortTime(deltaMs)),
    el("i", { class: lane === null ? "" : `dot lane-${lane}` }),
    whole(el("span", { class: "what" }, ...what(summary))),
    ...values,
  ];
}

/// A cell that tells its text under the pointer, since it may have no room for it.
function whole(cell) {
  cell.title = cell.textContent;
  return cell;
}

/// Pieces of text, each with its kind.
function pieceTexts(pieces) {
  return separated(pieces.map(([kind, text]) => quoted(text, { class: kind })), " ");
}

/// What an action changed, with values.
function changed({ changes, more, isUnknown }) {
  if (isUnknown) return ["not known"];
  if (changes.length === 0) return ["wrote what was there"];
  const items = changes.map((pieces) => el("span", { class: "part" }, ...pieceTexts(pieces)));
  const rest = more > 0 ? [el("span", { class: "quiet" }, ` and ${more} more`)] : [];
  return [...separated(items, " · "), ...rest];
}

const symbols = { mark: "⚑", gap: "⋯", damage: "✕" };

function what({ kind, type, label, gap, damage, cause, seq }) {
  switch (kind) {
    case "start": return [seq === 0 ? "start" : `state after ${seq}`];
    case "mark": return [quoted(label, { class: "type" })];
    case "gap": return [`${gap?.from}–${gap?.to} lost: `, quoted(gap?.reason ?? "")];
    case "damage": return [quoted(damage ?? "out of order")];
    default:
  }
  const name = quoted(type || "?", { class: "type" });
  return cause === undefined ? [name] : [name, el("span", { class: "quiet" }, ` ← ${cause}`)];
}

/// What is remarkable about an action, before what it changed.
function badges({ kind, damage, error, isOpaque, isExact, finding }) {
  return [
    kind === "unfinished" && badge("never finished", "bad"), finding && badge(finding, "bad"),
    error !== undefined && badge("threw", "bad"), damage && badge("damaged", "bad"),
    isOpaque && badge("opaque"), isExact === false && badge("not exact"),
  ].filter(Boolean);
}

function badge(text, kind = "") {
  return el("span", { class: `badge ${kind}` }, text);
}

function paths({ kind, paths: changed = [], pathCount = 0, hasPatch, byteCount, damage }) {
  if (kind !== "action" || damage) return [];
  if (byteCount) return [`line of ${bytes(byteCount)}`];
  if (!hasPatch) return ["not recorded"];
  if (pathCount === 0) return ["–"];
  const texts = changed.map((path) => quoted(path || "the whole state"));
  const items = separated(texts, " ");
  const more = pathCount - changed.length;
  return more > 0 ? [...items, ` and ${count(more, "more", "more")}`] : items;
}
