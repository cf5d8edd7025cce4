// The borders between the panes, which a person moves with the mouse or with keys.

import { el } from "./dom.js";
import { keep, kept } from "./keeping.js";

/// The least part of the width that a pane takes, and by how much a key moves a border.
const partMin = 0.1;
const keyPart = 0.02;

const usualParts = [0.52, 0.785];

export class Borders {
  /// `main` has the panes, with a border after each but the last.
  constructor(main) {
    this.main = main;
    // Where each border is, from 0 to 1.
    this.parts = [...usualParts];
    this.elements = this.parts.map((_, index) => el("div", {
      class: "border", role: "separator", tabindex: 0, "aria-orientation": "vertical",
      "aria-label": index === 0 ? "Width of the actions" : "Width of the state",
      onpointerdown: (event) => event.target.setPointerCapture(event.pointerId),
      onpointermove: (event) => this.drag(event, index),
      onkeydown: (event) => this.press(event, index),
      ondblclick: () => this.move(index, usualParts[index]),
    }));
    const parts = (kept("borders") ?? "").split(" ").map(Number);
    if (parts.length === 2 && parts[0] >= partMin && parts[1] <= 1 - partMin
      && parts[1] - parts[0] >= partMin) this.parts = parts;
    this.show();
  }

  drag(event, index) {
    if (event.buttons === 0) return;
    const { left, width } = this.main.getBoundingClientRect();
    this.move(index, (event.clientX - left) / width);
  }

  press(event, index) {
    const by = { ArrowLeft: -keyPart, ArrowRight: keyPart }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.move(index, this.parts[index] + by);
  }

  move(index, part) {
    const least = (index === 0 ? 0 : this.parts[0]) + partMin;
    const most = (index === 0 ? this.parts[1] : 1) - partMin;
    this.parts[index] = Math.min(most, Math.max(least, part));
    keep("borders", this.parts.map((at) => at.toFixed(3)).join(" "));
    this.show();
  }

  show() {
    const [first, second] = this.parts;
    const widths = { first, second: second - first, third: 1 - second, rest: 1 - first };
    for (const [name, width] of Object.entries(widths)) {
      this.main.style.setProperty(`--${name}`, `${Math.round(width * 1000)}fr`);
    }
    this.elements.forEach((element, index) => {
      element.setAttribute("aria-valuenow", Math.round(100 * this.parts[index]));
    });
  }
}
