// The tab of causes: what led to an action up to the first cause, and what it caused.

import { note } from "./changes.js";
import { count, el, quoted, time } from "./dom.js";
import { answerOf } from "./tool.js";

export class CausesTab {
  constructor(pane, tool) {
    Object.assign(this, { pane, tool, asked: null, seq: undefined });
  }

  /// Shows those of the selected row; while they are asked for, what is shown stays.
  async show() {
    const { pane } = this;
    const { seq } = pane.frame;
    const isNew = pane.mode.kind !== "causes";
    pane.setMode({ kind: "causes" });
    if (isNew) pane.content.replaceChildren(note("Looking for causes …"));
    else if (seq === this.seq) return;
    this.seq = seq;
    this.asked?.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    const { lines } = await answerOf(this.tool, `causes ${seq}`, signal).catch((error) => {
      if (error.isGone) pane.content.replaceChildren(note(error.message, "bad"));
      throw error;
    });
    if (pane.mode.kind === "causes" && seq === pane.frame.seq) this.showLines(lines, seq);
  }

  showFrame() {
    this.show();
  }

  showLines(lines, seq) {
    const { error } = lines.find((line) => line.error !== undefined) ?? {};
    const actions = lines.filter((line) => line.relation !== undefined);
    const rest = lines.find((line) => line.moreEffects !== undefined) ?? {};
    const isAlone = actions.every(({ relation }) => relation === "self");
    const items = actions.map((line) => this.item(line));
    this.pane.content.replaceChildren(...[
      error === undefined ? null : note(error, "bad"),
      isAlone && error === undefined
        ? note(`No cause of #${seq} is known, and nothing that it caused.`) : null,
      rest.hasMoreCauses ? note("There are more causes before these.") : null,
      rest.skippedCauses > 0
        ? note(`${count(rest.skippedCauses, "cause")} after the first left out.`) : null,
      el("ul", { class: "changes history causes" }, ...items),
      rest.moreEffects > 0 ? note(`${count(rest.moreEffects, "more effect")} left out.`) : null,
      rest.hasUncountedEffects ? note("There may be more effects.") : null,
    ].filter(Boolean));
  }

  item({ seq, relation, depth, type, timeMs, source, error, missing }) {
    const signs = { cause: "↑", self: "●", effect: "↳" };
    const place = source ? ` · ${source.file}:${source.line}` : "";
    const content = [
      el("span", { class: "seq" }, `${signs[relation] ?? ""} #${seq}`),
      quoted(type ?? missing ?? "", { class: "type" }),
      el("span", { class: "change quiet" }, Number.isFinite(timeMs) ? time(timeMs) : "",
        quoted(place), error === undefined ? "" : quoted(` threw: ${error}`)),
    ];
    const button = el("button", {
      type: "button", onclick: () => this.pane.goToSeq(seq),
      "aria-current": String(relation === "self"), disabled: missing !== undefined,
    }, ...content);
    const indent = relation === "effect" ? Math.min(depth, 20) * 12 : 0;
    button.style.paddingInlineStart = `${12 + indent}px`;
    return el("li", {}, button);
  }
}
