// The whole session at a glance: what kinds of actions when, and where something is wrong.
//
// The axis counts rows, so that neither a pause nor a burst hides the rest, and tells times, too;
// or it is one of time, on which long pauses are folded.

import { Axis } from "./axis.js";
import { digits, el, quoted, shortTime, svg, time } from "./dom.js";

/// The number of places in a lane, and the fewest rows that are shown.
export const buckets = 400;
const rowsMin = 20;

export class Timeline {
  /// `seek(row)` goes to a row, `step(by)` moves, `zoom({ from, to })` shows other rows, and
  /// `tell(row)` returns what is said of one, as elements, or nothing if it is not known yet.
  /// `switchAxis()` is called for the other axis.
  constructor({ seek, step, zoom, tell, switchAxis }) {
    Object.assign(this, { seek, zoom, tell, rowCount: 1, hovered: null });
    this.axis = new Axis({ from: 0, to: 1 });
    this.plot = svg("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.places = el("div", { class: "places", "aria-hidden": "true" });
    this.matches = el("div", { class: "matches", "aria-hidden": "true" });
    this.ticks = el("div", { class: "ticks", "aria-hidden": "true" });
    this.switch = el("button", {
      type: "button", class: "axis link", title: "Space actions evenly, or by time",
      onclick: (event) => {
        event.stopPropagation();
        switchAxis();
      }, onpointerdown: (event) => event.stopPropagation(),
      ondblclick: (event) => event.stopPropagation(),
    }, "by number");
    this.chart = el("div", { class: "chart hidden" });
    this.cursor = el("div", { class: "cursor" });
    const track = el("div", { class: "track", "aria-hidden": "true" }, this.cursor);
    this.letters = el("div", { class: "letters", "aria-hidden": "true" });
    this.tip = el("div", { class: "tip hidden", "aria-hidden": "true" });
    this.element = el(
      "div", {
        id: "timeline", role: "slider", tabindex: 0, "aria-label": "Position in the session",
        title: "", onpointerdown: (event) => this.drag(event),
        onpointermove: (event) => this.drag(event), onpointerleave: () => this.hover(null),
        onkeydown: (event) => keyStep(event, step), ondblclick: () => zoom({ from: 0 }),
      },
      this.matches, this.plot, this.places, this.chart, this.ticks, this.letters, track, this.tip,
      this.switch);
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  get from() {
    return this.axis.from;
  }

  get to() {
    return this.axis.to;
  }

  show({ counts, marks, gaps, damages, findings, ticks, folds, ...axis }, { rowCount, isCut }) {
    Object.assign(this, { axis: new Axis(axis), rowCount });
    const { to } = axis;
    const isByTime = axis.edges !== null;
    this.switch.textContent = isByTime ? "by time" : "by number";
    this.plot.setAttribute("viewBox", `0 0 ${buckets} ${counts.length}`);
    const most = Math.max(1, ...counts.map((lane) => Math.max(...lane)));
    // Few actions are seen better if they are wider.
    const width = Math.min(1.8, Math.max(0.9, (0.4 * buckets) / (to - axis.from)));
    this.plot.replaceChildren(
      ...counts.flatMap((lane, index) => lanePaths(lane, index, most, width)));
    this.places.replaceChildren(
      ...gaps.map((row) => this.place(row, "gap")), ...marks.map((row) => this.place(row, "mark")),
      ...damages.map((row) => this.place(row, "damage")),
      ...findings.map((row) => this.place(row, "damage")), ...folds.map(foldSign),
      ...(isCut && to === rowCount ? [el("i", { class: "cut" })] : []));
    // At the end of the axis is its button.
    const { clientWidth } = this.element;
    const room = clientWidth < 680 ? 110 : 210;
    const isWhole = ({ part }) => part * clientWidth < clientWidth - room;
    this.ticks.replaceChildren(...ticks.filter(isWhole).map(({ part, seq, timeMs }) => {
      const content = seq === undefined ? [time(timeMs)]
        : [`#${digits(seq)}`, el("small", {}, ` ${time(timeMs)}`)];
      const tick = el("span", {}, ...content);
      tick.style.insetInlineStart = `${100 * part}%`;
      return tick;
    }));
  }

  /// Marks rows that match, and shades the stretches { from, to } of rows where a condition holds.
  showMatches(rows, stretches) {
    const stretch = ({ from, to }) => {
      const element = el("span", { class: "holds" });
      const [start, end] = [from, to].map((row) => this.axis.partOf(row));
      element.style.insetInlineStart = `${100 * start}%`;
      element.style.inlineSize = `${100 * Math.max(0.001, end - start)}%`;
      return element;
    };
    this.matches.replaceChildren(
      ...stretches.map(stretch), ...rows.map((row) => this.place(row, "match")));
  }

  /// Shows the course of a value below the lanes.
  showChart(chart) {
    this.element.classList.toggle("charted", Boolean(chart));
    this.chart.classList.toggle("hidden", !chart);
    if (!chart) return;
    this.chart.replaceChildren(
      chart.plot, el(
        "span", { class: "legend" }, quoted(chart.path, { class: "path" }),
        el("span", { class: "quiet" }, ` ${chart.range}`)),
      ...chart.labels.map(({ part, text }) => {
        const label = quoted(text, { class: "band" });
        label.style.insetInlineStart = `${100 * part}%`;
        return label;
      }));
  }

  place(row, kind) {
    const place = el("i", { class: kind });
    place.style.insetInlineStart = this.percent(row);
    return place;
  }

  percent(row) {
    return this.axis.percent(row);
  }

  /// Moves the cursor, and the states that are compared, with the span between them.
  mark({ row, seq, lastSeq, text }, letters) {
    this.cursor.style.insetInlineStart = this.percent(row);
    const [first, second] = letters.map((letter) => letter.row);
    const span = letters.length === 2 ? [this.span(first, second)] : [];
    this.letters.replaceChildren(...span, ...letters.map(({ letter, row: at }) => {
      const element = el("b", {}, letter);
      element.style.insetInlineStart = this.percent(at);
      return element;
    }));
    this.element.setAttribute("aria-valuemin", 0);
    this.element.setAttribute("aria-valuemax", lastSeq);
    this.element.setAttribute("aria-valuenow", seq);
    this.element.setAttribute("aria-valuetext", text);
  }

  span(first, second) {
    const span = el("span", { class: "span" });
    const [start, end] = first < second ? [first, second] : [second, first];
    span.style.insetInlineStart = this.percent(start);
    span.style.inlineSize = `${100 * (this.axis.partOf(end) - this.axis.partOf(start))}%`;
    return span;
  }

  /// The row at a pointer, and how far along the axis that is, from 0 to 1.
  rowAt(event) {
    const { left, width } = this.element.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - left) / width));
    return { part, row: this.axis.rowAt(part) };
  }

  drag(event) {
    if (event.type === "pointerdown") this.element.setPointerCapture(event.pointerId);
    const at = this.rowAt(event);
    if (event.buttons !== 0) this.seek(at.row);
    this.hover(at);
  }

  /// Says what is under the pointer; also when more of it is known.
  hover(at = this.hovered) {
    this.hovered = at;
    const told = at ? this.tell(at.row) : null;
    this.tip.classList.toggle("hidden", !told);
    if (!told) return;
    this.tip.replaceChildren(...told);
    this.tip.style.insetInlineStart = `${100 * at.part}%`;
    this.tip.classList.toggle("before", at.part > 0.5);
  }

  /// Shows fewer rows around the pointer, or more.
  wheel(event) {
    if (event.deltaY === 0 || event.ctrlKey) return;
    event.preventDefault();
    const { row } = this.rowAt(event);
    const [old, factor] = [this.to - this.from, event.deltaY < 0 ? 0.7 : 1 / 0.7];
    const length = Math.min(this.rowCount, Math.max(rowsMin, Math.round(old * factor)));
    const from = Math.round(this.from + ((row - this.from) / old) * (old - length));
    const start = Math.max(0, Math.min(from, this.rowCount - length));
    this.zoom({ from: start, to: length < this.rowCount ? start + length : undefined });
  }
}

/// The sign of a pause that is folded, with how long it is.
function foldSign({ from, to, ms }) {
  const sign = el("span", { class: "fold" }, `≈ ${shortTime(ms)}`);
  sign.style.insetInlineStart = `${100 * from}%`;
  sign.style.inlineSize = `${100 * (to - from)}%`;
  return sign;
}

/// A lane's places in three strengths, by the square root of how many actions they have.
function lanePaths(lane, index, most, width) {
  const paths = ["", "", ""];
  lane.forEach((number, at) => {
    if (number === 0) return;
    const strength = Math.min(2, Math.floor(3 * Math.sqrt(number / most)));
    paths[strength] += `M${at + 0.05} ${index + 0.2}h${width}v0.6h-${width}z`;
  });
  return paths.map((d, strength) => svg("path", { d, class: `lane-${index} of-${strength}` }));
}

function keyStep(event, step) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  step(by);
}
