// What changed, as a person reads it.

import { el, quoted } from "./dom.js";

const signs = { added: "+", removed: "−", replaced: "~", moved: ">" };

/// The differences as a list; `reveal` is called with the tokens of one that is chosen.
export function changeList(changes, { hasMore = false, reveal }) {
  const items = changes.map((change) => el(
    "li", { class: change.change },
    el(
      "button", { type: "button", onclick: () => reveal(change.tokens) },
      el("span", { class: "sign", "aria-label": change.change }, signs[change.change]),
      quoted(change.path || "the whole state", { class: "path" }),
      el("span", { class: "change" }, ...valuesOf(change)))));
  const more = hasMore ? note(`Only the first ${changes.length} are shown.`) : null;
  return el("div", {}, el("ul", { class: "changes" }, ...items), more);
}

function valuesOf({ change, old, new: now, from, to }) {
  if (change === "moved") return [`moved from ${from} to ${to}`];
  const before = old === undefined ? null : quoted(old, { class: "old" });
  const after = now === undefined ? null : quoted(now, { class: "new" });
  const arrow = before && after ? el("span", { class: "arrow" }, " → ") : null;
  return [before, arrow, after];
}

/// What an action changed, or why that is not known.
export function changeOfFrame(frame, reveal) {
  const { kind, entry, unknown, changes, hasMoreChanges, isBeforeUnknown } = frame;
  if (kind === "start") return note("The recording starts with this state.");
  if (kind === "gap") return note("What these actions changed was lost.");
  if (kind === "mark") return note("A mark names this moment. It changes nothing.");
  if (kind === "damage") return note("This line cannot be read. If it was an action, it is lost.");
  if (kind === "unfinished") return unfinishedNote(entry);
  if (entry.leftOut) {
    return note(`The change was left out of the log, because it has ${entry.leftOut.bytes} bytes.`);
  }
  if (entry.isUnrecorded) return note("This log does not record what the action changed.");
  if (unknown) return note("What it changed is unknown, because the state is.");
  if (isBeforeUnknown) return note("The change is unknown, because the state before it is.");
  if (changes.length === 0) return note("Nothing changed.");
  return changeList(changes, { hasMore: hasMoreChanges, reveal });
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
  const items = found.map(({ seq, row, type, isFirst, old, new: now }) => el(
    "li", {},
    el(
      "button", { type: "button", onclick: () => go(row), "data-row": row },
      el("span", { class: "seq" }, `#${seq}`), quoted(type, { class: "quiet" }),
      el(
        "span", { class: "change" },
        isFirst ? el("span", { class: "quiet" }, "first known: ") : null,
        ...valuesOf({ old: isFirst ? undefined : old ?? "nothing", new: now ?? "nothing" })))));
  return el("ul", { class: "changes history" }, ...items);
}
