// What one sees without a log: where to drop one, what is being read, and what went wrong.

import { bytes, count, el, quoted } from "./dom.js";
import { exampleFile } from "./example.js";
import { named } from "./files.js";

/// The empty viewer; `open` takes files. It is brief where a log is on screen.
export function welcome({ open, problem, isBrief = false }) {
  const pick = (properties) => {
    const input = el("input", {
      type: "file", class: "hidden", tabindex: -1, ...properties,
      onchange: () => open(named(input.files)),
    });
    return input;
  };
  const file = pick({ id: "pick", accept: ".jsonl,.html", multiple: true });
  const folder = pick({ webkitdirectory: true });
  return el(
    "section", { class: "welcome" },
    el("h1", {}, "Open a rexreplay log"),
    problem ? problemCard(problem) : null,
    el(
      "div", { class: "drop" },
      el("p", {}, "Drop a log here: a .jsonl file, a folder of segments, or a page with a log."),
      el(
        "p", { class: "buttons" },
        picker("Choose a file…", file, "primary"), picker("Choose a folder…", folder),
        el("button", { type: "button", onclick: () => open([exampleFile()]) }, "See an example"))),
    isBrief ? null : howToGetALog(),
    el("p", { class: "quiet" },
      "The log stays on this computer: this page makes no request to anywhere."),
    file, folder);
}

/// How one gets a log, in three lines.
function howToGetALog() {
  const code = (text) => el("code", {}, text);
  return el(
    "div", {}, el("h2", {}, "How to get a log"),
    el(
      "ol", { class: "steps" },
      el("li", {}, "Add the package ", code("RexRecorder"), " to your app."),
      el("li", {}, "Make a recorder, ", code('try Recorder(sessionsIn: folder, app: "Chat")'),
        ", and call ", code("recorder.record(action, into: &state)"),
        " where your store reduces an action."),
      el("li", {}, "Use the app. Its log is the newest .jsonl file in that folder.")));
}

function picker(text, input, kind) {
  return el("button", { type: "button", class: kind, onclick: () => input.click() }, text);
}

function problemCard({ message, file, line, column, problem }) {
  const place = file && line ? `${file}:${line}:${column}: ` : "";
  return el(
    "div", { class: "problem", role: "alert" },
    el("strong", {}, "This log cannot be opened. "), quoted(place + (problem ?? message)));
}

/// The logs of a folder, of which one is chosen.
export function choices(logs, choose) {
  return el(
    "section", { class: "welcome" },
    el("h1", {}, "Which log?"),
    el("ul", { class: "choices" }, ...logs.map((log, index) => choice(log, () => choose(index)))));
}

function choice({ name, size, app, startedAt, timeZone, fileCount }, onclick) {
  const facts = [
    startedAt && readableDate({ startedAt, timeZone }), bytes(size),
    fileCount > 1 && count(fileCount, "segment"),
  ];
  return el(
    "li", {},
    el(
      "button", { type: "button", onclick },
      quoted(app ?? "not a log", { class: app ? "type" : "quiet" }), " ", quoted(name), " ",
      quoted(facts.filter(Boolean).join(" · "), { class: "quiet" })));
}

/// A log's start in the recorder's time zone, or in UTC, with the zone; if it is no date, as it is
/// in the log.
export function readableDate({ startedAt, timeZone }) {
  const [zone, sign, hours, minutes] = /^([+-])(\d\d):([0-5]\d)$/.exec(timeZone) ?? ["UTC"];
  const offset = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
  const date = new Date(Date.parse(startedAt) + offset * 60_000);
  return Number.isNaN(date.getTime()) ? startedAt : `${dates.format(date)} ${zone}`;
}

const dates = new Intl.DateTimeFormat(
  undefined, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });

export function reading(name) {
  const text = el("p", { role: "status" }, "Reading ", quoted(name), " …");
  return el("section", { class: "welcome" }, text);
}
