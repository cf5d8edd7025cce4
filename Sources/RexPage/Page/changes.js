// What changed, as a person reads it.

import { count, el, quoted } from "./dom.js";

const signs = { added: "+", removed: "−", replaced: "~", moved: ">" };

/// The differences as a list; `reveal` is called with the path of one that is chosen.
export function changeList(changes, { hasMore = false, reveal }) {
  const items = changes.map((change) => el(
    "li", { class: change.change },
    el(
      "button", { type: "button", onclick: () => reveal(change.path) },
      el("span", { class: "sign", "aria-label": change.change }, signs[change.change]),
      quoted(change.path || "the whole state", { class: "path" }),
      el("span", { class: "change" }, ...valuesOf(change)))));
  const more = hasMore ? note(`Only the first ${changes.length} are shown.`) : null;
  return el("div", {}, el("ul", { class: "changes" }, ...items), more);
}

function valuesOf({ change, old, new: now, difference, from, to }) {
  if (change === "moved") return [`moved from ${from} to ${to}`];
  const before = old === undefined ? null : quoted(old, { class: "old" });
  const after = now === undefined ? null : quoted(now, { class: "new" });
  const arrow = before && after ? el("span", { class: "arrow" }, " → ") : null;
  const by = difference && el("span", { class: "arrow" }, ` (${difference})`);
  return [before, arrow, after, by];
}

/// What an action changed, or why that is not known.
export function changeOfFrame(frame, reveal) {
  const { kind, entry, unknown, changes, hasMoreChanges, isBeforeUnknown } = frame;
  if (kind === "start") return note("The recording starts with this state.");
  if (kind === "gap") return note("What these actions changed was lost.");
  if (kind === "mark") return note("A mark names this moment. It changes nothing.");
  if (kind === "damage") return note("This line cannot be used. If it was an action, it is lost.");
  if (kind === "unfinished") return unfinishedNote(entry);
  if (changes.length > 0) return changeList(changes, { hasMore: hasMoreChanges, reveal });
  if (!unknown && !isBeforeUnknown) return unchangedNote(frame);
  if (entry.leftOut) {
    return note(`The change was left out of the log, because it has ${entry.leftOut.bytes} bytes.`);
  }
  if (entry.isUnrecorded) return note("This log does not record what the action changed.");
  if (unknown) return note("What it changed is unknown, because the state is.");
  return note("The change is unknown, because the state before it is.");
}

/// That nothing changed; with the first path of a patch that wrote what was there.
function unchangedNote({ written: { paths: [first], pathCount } }) {
  if (pathCount === 0) return note("Nothing changed.");
  const more = pathCount > 1 ? ` and ${count(pathCount - 1, "other place")}` : "";
  return el(
    "p", { class: "note" }, "Nothing changed: the action wrote what was there, to ",
    quoted(first || "the whole state", { class: "path" }), more, ".");
}

function unfinishedNote({ mayHaveFinished }) {
  return mayHaveFinished
    ? note("The recording ends here. The action began; it may have finished just before, "
      + "or recording failed in it.")
    : note("The recording ends inside this action: it began and never finished. "
      + "If the app crashed, it crashed here. The state shown is the one before it.");
}

export function note(text, kind = "") {
  return el("p", { class: `note ${kind}` }, text);
}

/// Every action that changed a value; `go` is called with the row of one that is chosen.
export function historyList(found, { go }) {
  const items = found.map((item) => el(
    "li", {},
    el(
      "button", { type: "button", onclick: () => go(item.row), "data-row": item.row },
      el("span", { class: "seq" }, `#${item.seq}`), quoted(item.type, { class: "quiet" }),
      el("span", { class: "change" }, ...historyText(item)))));
  return el("ul", { class: "changes history" }, ...items);
}

function historyText({ isFirst, isUnknown, inner, old, new: now = "nothing" }) {
  const quiet = (text) => el("span", { class: "quiet" }, text);
  if (isUnknown) return [quiet("not known from here on")];
  if (isFirst) return [quiet("known from here on: "), ...valuesOf({ new: now })];
  if (!inner) return valuesOf({ old: old ?? "nothing", new: now });
  const parts = inner.changes.map((change) => el(
    "span", { class: `part ${change.change}` },
    el("span", { class: "sign", "aria-label": change.change }, signs[change.change]), " ",
    quoted(change.path.replace(/^\/(?=\[)/, "") || "all of it", { class: "path" }), " ",
    ...valuesOf(change)));
  return inner.hasMoreChanges ? [...parts, quiet("and more")] : parts;
}
