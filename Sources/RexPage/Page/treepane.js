// A value as a tree that can be walked, opened and closed.

import { el, quoted } from "./dom.js";
import { VirtualList } from "./virtuallist.js";

/// The most rows of a fitted pane.
const fittedRowsMax = 12;

export class TreePane {
  /// `load(window, use)` asks for rows, and is done when they are there; `choose(row)` is told
  /// which value is selected.
  constructor({ id, label, load, choose, isFitted = false }) {
    // The worker decides what is open at first.
    Object.assign(this, { load, choose, open: null, rows: [], from: 0, tokens: null });
    // Whether the pane is as high as its value has rows, up to a limit.
    this.isFitted = isFitted;
    this.label = label.toLowerCase();
    this.keysDone = Promise.resolve();
    this.list = new VirtualList({
      role: "tree", label, id, rowHeight: 22, render: (index) => this.render(index),
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
    return { open: this.open, from, count: this.list.visible + 24, anchor };
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
    this.load({ open: this.open, from: start, count: count + 40 }, (answer) => {
      Object.assign(this, { rows: answer.rows, from: answer.from });
      this.list.refresh();
    });
  }

  /// Asks for the rows again, after something was opened or closed.
  reload(activeTokens = this.tokens) {
    const from = Math.max(0, this.list.firstVisible - 8);
    return this.load({ open: this.open, from, count: this.list.visible + 24 }, (answer) => {
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

  toggle(index) {
    const row = this.rowAt(index);
    if (!row?.isContainer) return undefined;
    this.open = row.isOpen ? closing(this.open, row.names) : opening(this.open, row.names);
    return this.reload(row.tokens);
  }

  key(event) {
    if (!moves[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    // A key waits for the rows that the one before it opens.
    const done = this.keysDone.then(() => moves[event.key](this, this.list));
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

/// What keys do; where rows are asked for, done when they are there.
const moves = {
  ArrowDown: (tree, { active, count }) => tree.select(Math.min(active + 1, count - 1)),
  ArrowUp: (tree, { active }) => tree.select(Math.max(active - 1, 0)),
  Home: (tree) => tree.select(0),
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
