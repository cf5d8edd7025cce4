// The whole session at a glance: how many actions when, and where something is wrong.

import { el, svg } from "./dom.js";

/// The number of bars.
export const buckets = 300;

export class Timeline {
  constructor({ seek, step }) {
    this.bars = svg("path", { class: "bars" });
    this.plot = svg("svg", { preserveAspectRatio: "none", "aria-hidden": "true" }, this.bars);
    this.places = el("div", { class: "places", "aria-hidden": "true" });
    this.cursor = el("div", { class: "cursor" });
    this.letters = el("div", { class: "letters", "aria-hidden": "true" });
    this.element = el(
      "div", {
        id: "timeline", role: "slider", tabindex: 0, "aria-label": "Position in the session",
        onpointerdown: (event) => this.drag(event), onpointermove: (event) => this.drag(event),
        onkeydown: (event) => keyStep(event, step),
      },
      this.plot, this.places, this.letters, this.cursor);
    Object.assign(this, { seek, startMs: 0, endMs: 1 });
  }

  show({ counts, startMs, endMs, marks, gaps, damages, findings, hasUnfinishedEnd }) {
    Object.assign(this, { startMs, endMs });
    this.plot.setAttribute("viewBox", `0 0 ${counts.length} 100`);
    this.bars.setAttribute("d", barsPath(counts));
    this.places.replaceChildren(
      ...gaps.map((timeMs) => this.place(timeMs, "gap")),
      ...marks.map((timeMs) => this.place(timeMs, "mark")),
      ...damages.map((timeMs) => this.place(timeMs, "damage")),
      ...findings.map((timeMs) => this.place(timeMs, "damage")),
      ...(hasUnfinishedEnd ? [el("i", { class: "cut" })] : []));
  }

  place(timeMs, kind) {
    const place = el("i", { class: kind });
    place.style.insetInlineStart = this.percent(timeMs);
    return place;
  }

  percent(timeMs) {
    const part = (timeMs - this.startMs) / (this.endMs - this.startMs);
    return `${100 * Math.min(1, Math.max(0, part))}%`;
  }

  /// Moves the cursor, and the letters of the states that are compared.
  mark({ timeMs, seq, lastSeq, text }, letters) {
    this.cursor.style.insetInlineStart = this.percent(timeMs);
    this.letters.replaceChildren(...letters.map(({ letter, timeMs: at }) => {
      const element = el("b", {}, letter);
      element.style.insetInlineStart = this.percent(at);
      return element;
    }));
    this.element.setAttribute("aria-valuemin", 0);
    this.element.setAttribute("aria-valuemax", lastSeq);
    this.element.setAttribute("aria-valuenow", seq);
    this.element.setAttribute("aria-valuetext", text);
  }

  drag(event) {
    if (event.type === "pointerdown") this.element.setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    const { left, width } = this.element.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - left) / width));
    this.seek(this.startMs + part * (this.endMs - this.startMs));
  }
}

/// Bars whose heights are square roots, so that a few actions are seen beside thousands.
function barsPath(counts) {
  const most = Math.max(1, ...counts);
  return Array.from(counts, (number, at) => {
    if (number === 0) return "";
    const height = Math.max(6, 100 * Math.sqrt(number / most));
    return `M${at} 100V${100 - height}h0.8V100z`;
  }).join("");
}

function keyStep(event, step) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  step(by);
}
