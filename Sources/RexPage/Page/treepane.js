// A value as a tree that can be walked, opened and closed.

import { el, isTouched, quoted } from "./dom.js";
import { VirtualList } from "./virtuallist.js";

/// The most rows of a fitted pane.
const fittedRowsMax = 12;

export class TreePane {
  /// `load(window, use)` asks for rows, and is done when they are there; `choose(row)` is told
  /// which value is selected.
  constructor({ id, label, load, choose, isFitted = false }) {
    // The worker decides what is open at first.
    Object.assign(this, { load, choose, open: null, rows: [], from: 0, tokens: null });
    // What is shown only: { text, isChanged }; null for all.
    this.filter = null;
    // Whether the pane is as high as its value has rows, up to a limit.
    this.isFitted = isFitted;
    this.label = label.toLowerCase();
    this.keysDone = Promise.resolve();
    this.list = new VirtualList({
      role: "tree", label, id, rowHeight: isTouched() ? 34 : 22,
      render: (index) => this.render(index),
      look: (index) => JSON.stringify(this.rowAt(index)),
      load: (from, count) => this.want(from, count),
    });
    this.list.element.addEventListener("click", (event) => this.click(event));
    this.list.element.addEventListener("keydown", (event) => this.key(event));
  }

  get element() {
    return this.list.element;
  }

  /// What to ask for along with a new value: the rows on screen, at the value that is first there.
  window() {
    const first = this.rowAt(this.list.firstVisible);
    const from = Math.max(0, this.list.firstVisible - 8);
    const anchor = first && this.list.firstVisible > 0
      ? { tokens: first.tokens, offset: this.list.firstVisible - from } : undefined;
    const window = { open: this.open, from, count: this.list.visible + 24 };
    return this.filter ? { ...window, filter: this.filter } : { ...window, anchor };
  }

  /// Shows the rows of a new value, with the value that was first on screen in its place.
  show({ rows, from, total, open }, anchor) {
    if (open) this.open = open;
    const shift = this.list.top - this.list.firstVisible * this.list.rowHeight;
    Object.assign(this, { rows, from });
    this.list.active = this.indexOf(this.tokens);
    this.list.setCount(total);
    const height = Math.min(total, fittedRowsMax) * this.list.rowHeight + 4;
    if (this.isFitted) this.element.style.height = `${height}px`;
    if (anchor) this.list.setTop((from + anchor.offset) * this.list.rowHeight + shift);
  }

  /// Shows another value from its beginning.
  showAnew(answer) {
    this.list.setTop(0);
    this.show(answer);
  }

  rowAt(index) {
    return this.rows[index - this.from];
  }

  indexOf(tokens) {
    if (!tokens) return -1;
    const text = JSON.stringify(tokens);
    const at = this.rows.findIndex((row) => JSON.stringify(row.tokens) === text);
    return at < 0 ? -1 : at + this.from;
  }

  want(from, count) {
    const hasAll = from >= this.from && from + count <= this.from + this.rows.length;
    if (hasAll || count <= 0) return;
    const start = Math.max(0, from - 20);
    const { open, filter } = this;
    this.load({ open, filter, from: start, count: count + 40 }, (answer) => {
      Object.assign(this, { rows: answer.rows, from: answer.from });
      this.list.refresh();
    });
  }

  /// Asks for the rows again, after something was opened or closed.
  reload(activeTokens = this.tokens) {
    const from = Math.max(0, this.list.firstVisible - 8);
    const { open, filter } = this;
    return this.load({ open, filter, from, count: this.list.visible + 24 }, (answer) => {
      this.tokens = activeTokens;
      this.show(answer);
    });
  }

  render(index) {
    const row = this.rowAt(index);
    if (!row) return el("div", { class: "node" }, "…");
    const node = el(
      "div", {
        class: `node ${row.mark ?? ""}`, role: "treeitem", "data-index": index,
        "aria-level": row.depth + 1, "aria-posinset": row.position, "aria-setsize": row.siblings,
        "aria-expanded": row.isContainer ? String(row.isOpen) : undefined,
      },
      el("span", { class: "twist", "aria-hidden": "true" }, twist(row)),
      quoted(row.depth === 0 ? this.label : row.label, { class: "key" }),
      row.mark ? el("span", { class: "marker", "aria-label": row.mark }, marks[row.mark]) : null,
      row.isOpen ? el("span", { class: "size" }, sizeText(row))
        : quoted(row.text, { class: `value ${row.kind}` }),
      row.date ? el("span", { class: "size" }, row.date) : null);
    node.style.paddingInlineStart = `${6 + row.depth * 14}px`;
    return node;
  }

  click(event) {
    const node = event.target.closest("[data-index]");
    if (!node) return;
    const index = Number(node.dataset.index);
    this.select(index);
    const isTwist = event.target.classList.contains("twist") || event.detail === 2;
    if (isTwist) this.toggle(index);
  }

  select(index) {
    const row = this.rowAt(index);
    if (!row) return;
    this.tokens = row.tokens;
    this.list.activate(index);
    this.choose(row);
  }

  get lastLoaded() {
    return this.from + this.rows.length - 1;
  }

  /// Selects a row that may have to be loaded first.
  goTo(index) {
    if (this.rowAt(index)) return this.select(index);
    const { open, filter } = this;
    return this.load({ open, filter, from: Math.max(0, index - 60), count: 80 }, (answer) => {
      Object.assign(this, { rows: answer.rows, from: answer.from });
      this.select(index);
    });
  }

  toggle(index) {
    const row = this.rowAt(index);
    if (!row?.isContainer) return undefined;
    this.open = row.isOpen ? closing(this.open, row.names) : opening(this.open, row.names);
    return this.reload(row.tokens);
  }

  key(event) {
    const move = moves[sameKeys.get(event.key) ?? event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    // A key waits for the rows that the one before it opens.
    const done = this.keysDone.then(() => move(this, this.list));
    this.keysDone = done.catch(() => {});
  }

  parentOf(index) {
    const depth = this.rowAt(index)?.depth ?? 0;
    for (let at = index - 1; at >= this.from; at -= 1) {
      if (this.rowAt(at)?.depth < depth) return at;
    }
    return index;
  }
}

/// The keys of the inspector that do the same.
const sameKeys = new Map([
  ["j", "ArrowDown"], ["k", "ArrowUp"], ["l", "ArrowRight"], ["h", "ArrowLeft"], ["g", "Home"],
  ["G", "End"], [" ", "PageDown"],
]);

/// What keys do; where rows are asked for, done when they are there.
const moves = {
  ArrowDown: (tree, { active, count }) => tree.select(Math.min(active + 1, count - 1)),
  ArrowUp: (tree, { active }) => tree.select(Math.max(active - 1, 0)),
  PageDown: (tree, { active, count, visible }) => (
    tree.select(Math.min(active + visible - 1, tree.lastLoaded, count - 1))),
  PageUp: (tree, { active, visible }) => tree.select(Math.max(active - visible + 1, tree.from)),
  Home: (tree) => tree.goTo(0),
  End: (tree, { count }) => tree.goTo(count - 1),
  ArrowRight: (tree, { active }) => {
    const row = tree.rowAt(active);
    return row?.isContainer && !row.isOpen ? tree.toggle(active) : tree.select(active + 1);
  },
  ArrowLeft: (tree, { active }) => (
    tree.rowAt(active)?.isOpen ? tree.toggle(active) : tree.select(tree.parentOf(active))),
  Enter: (tree, { active }) => tree.toggle(active),
};

function twist({ isContainer, isOpen }) {
  if (!isContainer) return "";
  return isOpen ? "▾" : "▸";
}

const marks = { added: "+", replaced: "~", moved: ">", inside: "•" };

function sizeText({ kind, count }) {
  return kind === "array" ? `[${count}]` : `{${count}}`;
}

/// What is open, with a value opened.
function opening(open, names) {
  if (names.length === 0) return open ?? {};
  const [name, ...rest] = names;
  return { ...open, [name]: opening(open?.[name] ?? {}, rest) };
}

/// What is open, with a value closed.
function closing(open, names) {
  if (names.length === 0) return undefined;
  const [name, ...rest] = names;
  const { [name]: inner, ...others } = open;
  const closed = closing(inner ?? {}, rest);
  return closed === undefined ? others : { ...others, [name]: closed };
}
