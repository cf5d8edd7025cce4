// Pinned values: what each is now, and how it went, above the state and on the timeline.

import { Axis } from "./axis.js";
import { chartOf } from "./charts.js";
import { el, quoted } from "./dom.js";
import { firstIndex } from "./sorted.js";
import { nameOfSteps, stepsOfPath } from "./steps.js";

/// The most pinned values.
const pinsMax = 5;
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
    for (const { seq: at, row, new: text, measure, label, isUnknown } of found.slice(0, room)) {
      // An action that has no row is at the one before.
      const known = row ?? pin.found.at(-1)?.row ?? 0;
      pin.found.push({ seq: at, row: known, text, measure, label, isUnknown });
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
      (pin.course ??= this.courseOf(pin)),
      this.value(pin),
      el("button", {
        type: "button", class: "link", "aria-label": "Pin no more", onclick: () => this.remove(pin),
      }, "×"))));
  }

  courseOf({ found }) {
    const axis = new Axis({ from: 0, to: this.place.rowCount });
    return chartOf(found, axis, "spark").plot ?? el("span", { class: "spark" });
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

  /// The chart of the first pinned value that can be drawn; undefined if there is none.
  chart(axis) {
    for (const { path, found } of this.pins) {
      const chart = chartOf(found, axis, "chart");
      if (chart.plot) return { path, ...chart };
    }
    return undefined;
  }
}
