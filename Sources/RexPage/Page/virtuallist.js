// A list of which only the rows on screen exist.

import { el } from "./dom.js";

/// The tallest element that browsers lay out exactly; a longer list is scrolled in larger steps.
const heightMax = 8_000_000;
/// The rows made above and below those on screen.
const overscan = 6;

export class VirtualList {
  /// `render(index)` makes a row, and `look(index)` a text that differs where rows look different;
  /// `load(from, count)` is told which are wanted.
  constructor({ role, label, rowHeight, render, look, load, id }) {
    Object.assign(this, { rowHeight, render, look, load, id });
    // The rows on screen by their indices, each as { look, element }.
    Object.assign(this, { count: 0, top: 0, active: -1, height: 0, made: new Map() });
    this.scrollTop = 0;
    this.rows = el("div", { class: "rows", role: "presentation" });
    this.space = el("div", { class: "space", role: "presentation" }, this.rows);
    this.element = el(
      "div", { class: "scroll", role, "aria-label": label, tabindex: 0, id }, this.space);
    this.element.addEventListener("scroll", () => this.followScroll(), { passive: true });
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(([entry]) => this.resize(entry.contentRect.height)).observe(this.element);
  }

  resize(height) {
    const isFirst = height > 0 && !this.hasBeenShown;
    const wasVisible = this.active >= this.firstVisible
      && this.active <= this.firstVisible + this.visible;
    this.height = height;
    this.hasBeenShown ||= isFirst;
    // What was made active before the list had a height was not scrolled to.
    if (isFirst && this.active >= 0) this.center(this.active);
    else if (wasVisible) this.activate(this.active);
    else this.setTop(this.top);
  }

  get contentHeight() {
    return this.count * this.rowHeight;
  }

  /// How many pixels of rows a pixel of the scroll bar stands for; 1 but for very long lists.
  get scale() {
    if (this.contentHeight <= heightMax) return 1;
    return (this.contentHeight - this.height) / (heightMax - this.height);
  }

  get visible() {
    return Math.max(1, Math.floor(this.height / this.rowHeight));
  }

  get firstVisible() {
    return Math.floor(this.top / this.rowHeight);
  }

  setCount(count) {
    this.count = count;
    this.setTop(this.top);
  }

  /// Shows the rows as they are now, once for all changes before the next frame.
  refresh() {
    if (this.isStale) return;
    this.isStale = true;
    requestAnimationFrame(() => {
      this.isStale = false;
      this.draw();
    });
  }

  draw() {
    const from = Math.max(0, this.firstVisible - overscan);
    const to = Math.min(this.count, this.firstVisible + this.visible + overscan + 1);
    this.load?.(from, to - from);
    this.make(from, to);
    const scrollTop = this.top / this.scale;
    this.space.style.height = `${Math.min(this.contentHeight, heightMax)}px`;
    this.rows.style.transform = `translateY(${scrollTop - this.top + from * this.rowHeight}px)`;
    if (scrollTop !== this.scrollTop) {
      this.scrollTop = scrollTop;
      this.element.scrollTop = scrollTop;
    }
    const hasActive = this.active >= from && this.active < to;
    if (hasActive) this.element.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /// Makes the rows that are new or look different, and leaves the others where they are.
  make(from, to) {
    for (const [index, { element }] of this.made) {
      if (index >= from && index < to) continue;
      element.remove();
      this.made.delete(index);
    }
    let next = this.rows.firstChild;
    for (let index = from; index < to; index += 1) {
      const look = this.look(index);
      const hasRow = this.made.get(index)?.look === look && look !== undefined;
      if (!hasRow) this.put(index, look, next);
      const { element } = this.made.get(index);
      element.setAttribute("aria-selected", index === this.active);
      next = element.nextSibling;
    }
  }

  /// Makes a row anew, or a new row before the next one.
  put(index, look, next) {
    const element = this.render(index);
    element.id = `${this.id}-${index}`;
    element.style.height = `${this.rowHeight}px`;
    const old = this.made.get(index)?.element;
    if (old) old.replaceWith(element);
    else this.rows.insertBefore(element, next);
    this.made.set(index, { look, element });
  }

  /// Makes a row the active one, and scrolls as little as needed to show it.
  activate(index) {
    this.active = index;
    const [start, end] = [index * this.rowHeight, (index + 1) * this.rowHeight];
    const margin = Math.min(2, (this.visible - 1) / 2) * this.rowHeight;
    if (start - margin < this.top) this.setTop(start - margin);
    else this.setTop(Math.max(this.top, end + margin - this.height));
  }

  /// Shows a row in the middle.
  center(index) {
    this.active = index;
    this.setTop((index + 0.5) * this.rowHeight - this.height / 2);
  }

  setTop(top) {
    this.top = Math.max(0, Math.min(top, this.contentHeight - this.height));
    this.refresh();
  }

  /// Follows the person's scrolling; the list's own comes back rounded.
  followScroll() {
    const { scrollTop } = this.element;
    if (Math.abs(scrollTop - this.scrollTop) < 1) return;
    this.scrollTop = scrollTop;
    this.top = scrollTop * this.scale;
    this.refresh();
  }

  /// Scrolls by pixels of rows where the scroll bar stands for more.
  wheel(event) {
    if (this.scale === 1 || event.ctrlKey) return;
    event.preventDefault();
    this.setTop(this.top + event.deltaY * (event.deltaMode === 1 ? this.rowHeight : 1));
  }
}
