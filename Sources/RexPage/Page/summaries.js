// What the list and the timeline show: a row in a line, and all rows at a glance.

import { entryOrDamage, validCause } from "./entries.js";
import { lineMembers, memberValue } from "./members.js";
import { natural, pointerText } from "./values.js";

/// A line whose values are not read for the list.
const longLineBytes = 2 ** 18;
/// The most paths that are named, and the most places of a kind on the timeline.
const pathsMax = 4;
const placesMax = 500;

/// What the list shows of a row; `line` returns the bytes of its line.
export function summaryOf(rows, row, line) {
  const kind = rows.kind(row);
  const summary = {
    row, kind, seq: rows.seqs.get(row), timeMs: rows.times.get(row), type: rows.typeName(row),
    damage: rows.damageAt(row)?.problem,
  };
  switch (kind) {
    case "action": return { ...summary, ...actionSummary(line()) };
    case "mark": return { ...summary, label: entryOrDamage(line()).label ?? "" };
    case "gap": return { ...summary, gap: rows.gapAt(row) };
    case "unfinished": return { ...summary, cause: rows.torn.cause };
    default: return summary;
  }
}

function actionSummary(bytes) {
  if (bytes.length > longLineBytes) return longSummary(bytes);
  const entry = entryOrDamage(bytes);
  if (entry.problem) return { damage: entry.problem };
  const { timeMs, cause, error, change, isExact, opaque } = entry;
  return {
    timeMs, cause, error, isExact, isOpaque: opaque !== undefined, hasPatch: change?.patch != null,
    ...changedPaths(change?.patch ?? []),
  };
}

function longSummary(bytes) {
  const members = lineMembers(bytes);
  const [seq, cause] = ["seq", "cause"].map((name) => natural(memberValue(members, name, bytes)));
  return { cause: validCause(cause, seq), byteCount: bytes.length };
}

/// The first paths that a patch writes to, in its order, and how many there are.
export function changedPaths(patch) {
  const paths = [];
  for (const { op, path } of patch) {
    const text = pointerText(path);
    if (op !== "test" && paths.at(-1) !== text) paths.push(text);
  }
  return { paths: paths.slice(0, pathsMax), pathCount: paths.length };
}

/// How many rows there are in each part of the session's time, and where something is remarkable.
export function densityOf(rows, findings, buckets) {
  const counts = new Uint32Array(buckets);
  const startMs = rows.count > 0 ? rows.times.get(0) : 0;
  const endMs = Math.max(rows.lastMs, startMs + 1e-9);
  const marks = [];
  for (let row = 0; row < rows.count; row += 1) {
    const part = (rows.times.get(row) - startMs) / (endMs - startMs);
    counts[Math.min(Math.floor(part * buckets), buckets - 1)] += 1;
    if (rows.kind(row) === "mark" && marks.length < placesMax) marks.push(row);
  }
  const places = (list) => list.slice(0, placesMax).filter((row) => row >= 0 && row < rows.count)
    .map((row) => rows.times.get(row));
  return {
    counts, startMs, endMs, marks: places(marks), gaps: places(rows.gaps.map(({ row }) => row)),
    damages: places(rows.damages.map(({ row }) => row)),
    findings: places(findings.map(({ seq }) => rows.rowOfSeq(seq))),
    hasUnfinishedEnd: rows.torn?.kind === "action",
  };
}
