// Pinned values: what each is now, and how it went, above the state and on the timeline.

import { el, quoted, svg } from "./dom.js";
import { firstIndex } from "./sorted.js";
import { nameOfSteps, stepsOfPath } from "./steps.js";

/// The most pinned values, and the most points of a line.
const pinsMax = 5;
const pointsMax = 500;
/// The most changes that are kept of a value.
const pinnedMax = 200_000;

export class Pins {
  /// `choose(path)` selects a value; `changed` is called when more is known, or other values are
  /// pinned.
  constructor({ channel, choose, changed }) {
    Object.assign(this, { channel, choose, changed, pins: [], number: 0 });
    this.place = { seq: 0, rowCount: 1 };
    this.element = el("div", { class: "pins hidden", role: "list", "aria-label": "Pinned values" });
  }

  get paths() {
    return this.pins.map(({ path }) => path);
  }

  /// Pins a value, or no more; returns what to say if neither is possible.
  toggle(steps) {
    const path = nameOfSteps(steps);
    const index = this.paths.indexOf(path);
    if (index >= 0) return this.remove(this.pins[index]);
    if (this.pins.length >= pinsMax) return `no more than ${pinsMax} values can be pinned`;
    this.number += 1;
    const pin = { path, job: `pin ${this.number}`, number: this.number, found: [], seq: -1 };
    this.pins.push(pin);
    this.channel.ask("history", { job: pin.job, number: pin.number, steps });
    this.update();
    return undefined;
  }

  pinPaths(paths) {
    for (const path of paths) {
      const steps = stepsOfPath(path);
      if (steps && !this.paths.includes(nameOfSteps(steps))) this.toggle(steps);
    }
  }

  remove(pin) {
    this.channel.ask("stop", { job: pin.job });
    this.pins = this.pins.filter((other) => other !== pin);
    this.update();
  }

  /// Takes changes of a value up to an action.
  take({ job, found, seq, isComplete }) {
    const pin = this.pins.find((other) => other.job === job);
    if (!pin) return;
    const room = pinnedMax - pin.found.length;
    for (const { seq: at, row, new: text, measure, isUnknown } of found.slice(0, room)) {
      // An action that has no row is at the one before.
      const known = row ?? pin.found.at(-1)?.row ?? 0;
      pin.found.push({ seq: at, row: known, text, measure, isUnknown });
    }
    const isFull = found.length > room;
    if (isFull) this.channel.ask("stop", { job });
    if (!pin.isFull) pin.seq = isFull ? pin.found.at(-1).seq : isComplete ? Infinity : seq;
    pin.isFull ||= isFull;
    pin.course = null;
    this.update();
  }

  /// Shows the values after an action.
  show(place) {
    // A course is drawn again only where it is another one, and not at each step.
    if (place.rowCount !== this.place.rowCount) for (const pin of this.pins) pin.course = null;
    this.place = place;
    this.draw();
  }

  update() {
    this.draw();
    this.changed();
  }

  draw() {
    this.element.classList.toggle("hidden", this.pins.length === 0);
    this.element.replaceChildren(...this.pins.map((pin) => el(
      "div", { class: "pin", role: "listitem" },
      el(
        "button", { type: "button", class: "link path", onclick: () => this.choose(pin.path) },
        quoted(pin.path || "the whole state")),
      (pin.course ??= chartOf(pin.found, { from: 0, to: this.place.rowCount }, "spark")),
      this.value(pin),
      el("button", {
        type: "button", class: "link", "aria-label": "Pin no more", onclick: () => this.remove(pin),
      }, "×"))));
  }

  value({ found, seq, isFull }) {
    if (this.place.seq > seq) {
      return el("span", { class: "quiet" }, isFull ? "changed too often" : "…");
    }
    const index = firstIndex(found.length, (at) => found[at].seq > this.place.seq) - 1;
    const { isUnknown, text, measure } = found[index] ?? { isUnknown: true };
    if (isUnknown) return el("span", { class: "quiet" }, "not known");
    // A list says how many there are, as the state does.
    const shown = /^[[{]/.test(text) ? `${text[0]}${measure}${text.at(-1)}` : (text ?? "nothing");
    return quoted(shown, { class: "value" });
  }

  /// The chart of the first pinned number for some rows; undefined if there is none.
  chart(range) {
    const pin = this.pins.find(({ found }) => found.some(({ measure }) => measure !== undefined));
    return pin && { path: pin.path, plot: chartOf(pin.found, range, "chart") };
  }
}

/// A line of steps: a value stays until the next change; where it is not a number, there is none.
function chartOf(all, { from, to }, name) {
  // From the value with which the rows begin.
  const first = Math.max(0, firstIndex(all.length, (at) => all[at].row > from) - 1);
  const found = all.slice(first, firstIndex(all.length, (at) => all[at].row >= to));
  const [low, high] = extent(found.map(({ measure }) => measure));
  const height = (number) => 96 - (92 * (number - low)) / (high - low || 1);
  // Of many points, those that are left out are not seen in so few pixels.
  const every = Math.max(1, Math.ceil(found.length / pointsMax));
  let [d, isDrawn] = ["", false];
  found.forEach(({ row, measure }, index) => {
    if (index % every > 0 && index < found.length - 1) return;
    const x = Math.max(0, row - from);
    if (measure === undefined) d += isDrawn ? `H${x}` : "";
    else d += isDrawn ? `H${x}V${height(measure)}` : `M${x} ${height(measure)}`;
    isDrawn = measure !== undefined;
  });
  if (isDrawn) d += `H${to - from}`;
  return svg(
    "svg", {
      class: name, preserveAspectRatio: "none", viewBox: `0 0 ${to - from} 100`,
      "aria-hidden": "true",
    }, svg("path", { d }));
}

/// The least and the greatest of some numbers, some of which may be undefined.
function extent(numbers) {
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number !== undefined) [low, high] = [Math.min(low, number), Math.max(high, number)];
  }
  return [low, high];
}
