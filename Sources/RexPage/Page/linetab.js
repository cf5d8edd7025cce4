// The tab of line commands, as `step` takes them: what the tool answers is shown below the field.

import { el, quoted } from "./dom.js";
import { documentOf } from "./findings.js";
import { writeJSON } from "./json.js";
import { cut, preview } from "./tree.js";
import { isContainer, natural } from "./values.js";

/// The most lines of an answer that are shown, the most answers, and characters in a line.
const linesMax = 1000;
const answersMax = 50;
const lineTextMax = 300;

export class LineTab {
  /// `answered(last, line)` is told where the session is after a line.
  constructor(pane, tool, answered) {
    Object.assign(this, { pane, tool, answered, asked: null });
    this.field = el("input", {
      type: "text", id: "line", "aria-label": "A line command of step", spellcheck: "false",
      autocomplete: "off", placeholder: "help, state /path, diff 3 9, edit 12 {…}",
    });
    this.answers = el("div", { class: "answers", "aria-live": "polite" });
    const run = (event) => {
      event.preventDefault();
      this.run(this.field.value.trim());
    };
    this.form = el(
      "form", { class: "ask line", onsubmit: run }, this.field,
      el("button", { type: "submit", class: "primary" }, "Do"));
  }

  show() {
    this.pane.setMode({ kind: "line" });
    this.pane.content.replaceChildren(this.form, this.answers);
    this.field.select();
  }

  /// Does a line, from the action on screen; returns the lines of the answer.
  async run(line) {
    if (line === "") return [];
    // The next line replaces this one.
    this.field.select();
    const answer = el("section", {}, el("h3", {}, quoted(cut(line, lineTextMax))));
    const wait = el("p", { class: "note" }, "Waiting for the answer …");
    answer.append(wait);
    this.answers.prepend(answer);
    while (this.answers.childElementCount > answersMax) this.answers.lastChild.remove();
    this.asked?.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    const { stateSeq, seq } = this.pane.frame;
    const place = stateSeq ?? seq;
    const documents = [];
    try {
      await this.tool.ask({ ask: "line", line: `goto ${place}` }, { signal });
      const last = await this.tool.ask({ ask: "line", line }, {
        signal,
        take: (line, text) => {
          if (line.text !== undefined) answer.append(this.text(line.text));
          if (line.line === undefined) return;
          const document = documentOf(new TextEncoder().encode(text)).get("line");
          documents.push(document);
          // What the tool said in words needs no documents beside it.
          const told = answer.querySelector("pre");
          told?.classList.toggle("bad", document.has?.("error") === true);
          if (documents.length <= linesMax && !told) answer.append(this.line(document));
        },
      });
      wait.remove();
      if (last.error !== undefined) {
        answer.append(el("p", { class: "note bad" }, quoted(last.error)));
      }
      if (answer.childElementCount === 1) answer.append(el("p", { class: "note" }, "Done."));
      if (documents.length > linesMax) {
        answer.append(el("p", { class: "note" }, `Only the first ${linesMax} lines are shown.`));
      }
      await this.answered(last, place);
    } catch (error) {
      wait.textContent = error.isGone ? error.message : "Given up.";
      throw error;
    }
    return documents;
  }

  /// What the tool says in words, in which numbers of actions lead to them.
  text(text) {
    const parts = text.trimEnd().split(/(#\d{1,15}|\n)/);
    return el("pre", {}, ...parts.map((part) => {
      if (part === "\n") return part;
      const seq = /^#\d+$/.test(part) ? Number(part.slice(1)) : undefined;
      return seq === undefined ? quoted(part) : el("button", {
        type: "button", class: "link", onclick: () => this.pane.leading.goToSeq(seq),
      }, part);
    }));
  }

  line(document) {
    if (!(document instanceof Map)) return el("p", { class: "note" }, quoted(preview(document)));
    const [error, help] = ["error", "help"].map((name) => document.get(name));
    if (typeof error === "string") return el("p", { class: "note bad" }, quoted(error));
    if (typeof help === "string") return textLines(help);
    const seq = natural(document.get("seq"));
    const link = seq === undefined ? [] : [el("button", {
      type: "button", class: "link", onclick: () => this.pane.leading.goToSeq(seq),
    }, `#${seq}`), " "];
    const rest = new Map(Array.from(document).filter(([key]) => key !== "seq"));
    const members = Array.from(rest).map(([key, value]) => (
      `${key} ${typeof value === "string" ? value : preview(value, lineTextMax)}`));
    const text = members.join(" · ");
    const isLong = text.length > lineTextMax || Array.from(rest.values()).some(isContainer);
    if (!isLong) return el("p", { class: "note" }, ...link, quoted(text));
    const whole = () => textLines(indented(document));
    return el("details", {
      class: "note", ontoggle: ({ target }) => {
        if (target.open && target.childElementCount === 1) target.append(whole());
      },
    }, el("summary", {}, ...link, quoted(text.slice(0, lineTextMax))));
  }
}

function textLines(text) {
  return el("pre", {}, ...text.split("\n").flatMap((line) => [quoted(line), "\n"]));
}

/// The most characters of a value that is shown whole.
const indentedMax = 200_000;

/// A value as JSON over several lines.
function indented(value) {
  const text = writtenLines(value, "", { length: 0 });
  return text.length > indentedMax ? `${text.slice(0, indentedMax)}…` : text;
}

function writtenLines(value, indent, written) {
  if (!isContainer(value) || value.size === 0 || value.length === 0) return writeJSON(value);
  const [first, last] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = [];
  for (const [key, inner] of value.entries()) {
    const name = Array.isArray(value) ? "" : `${JSON.stringify(key)}: `;
    if (written.length > indentedMax) break;
    const text = `${indent}  ${name}${writtenLines(inner, `${indent}  `, written)}`;
    written.length += name.length + 8;
    lines.push(text);
  }
  return `${first}\n${lines.join(",\n")}\n${indent}${last}`;
}
