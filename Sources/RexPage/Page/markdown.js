// An action as Markdown, for an issue or a chat. What comes from a log is in code, which means
// nothing in Markdown.

import { shown, time } from "./dom.js";

/// The most changes that are listed.
const listedChangesMax = 20;

/// The action on screen; `payload` is its JSON text, and `command` shows it in a terminal.
export function markdownOf(frame, { app, payload, command }) {
  const { seq, type, timeMs, entry, changes, unknown } = frame;
  const place = entry.source ? ` · ${code(`${entry.source.file}:${entry.source.line}`)}` : "";
  const shownOnes = changes.slice(0, listedChangesMax);
  const more = changes.length - shownOnes.length;
  return [
    `**#${seq} ${code(type || frame.kind)}** in ${code(app)} at ${time(timeMs)}${place}`, "",
    ...(payload ? [fenced(payload, "json"), ""] : []),
    ...(entry.error === undefined ? [] : [`Its reducer threw ${code(entry.error)}`, ""]),
    ...(unknown ? [code(unknown)] : shownOnes.map(changeItem)),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(changes.length === 0 && !unknown ? ["Nothing changed."] : []),
    "", fenced(command, "sh"),
  ].join("\n");
}

function changeItem({ path, change, old, new: now, from, to }) {
  const place = code(path || "the whole state");
  if (change === "moved") return `- ${place} moved from ${from} to ${to}`;
  const values = [old, now].filter((text) => text !== undefined).map(code).join(" → ");
  return `- ${place} ${change === "replaced" ? "" : `${change} `}${values}`;
}

/// A text in more backticks than are in it.
function code(text) {
  const line = shown(String(text));
  const ticks = "`".repeat(longestTicks(line) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${space}${line}${space}${ticks}`;
}

function fenced(text, language) {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${shown(text)}\n${fence}`;
}

function longestTicks(text) {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
}
