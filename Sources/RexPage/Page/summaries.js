// What the list and the timeline show: a row in a line, and all rows at a glance.

import { entryOrDamage, validCause } from "./entries.js";
import { laneNumbers } from "./lanes.js";
import { lineMembers, memberValue } from "./members.js";
import { TimeScale } from "./timescale.js";
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
    payload: shownPayload(entry),
    ...changedPaths(change?.patch ?? []),
  };
}

/// What the list shows of an action's payload; undefined if there is nothing.
function shownPayload({ action, opaque, seen }) {
  const value = action ?? seen ?? opaque;
  return value === undefined ? undefined : { value };
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

/// How many actions of each lane there are in each part of some rows, and where something is
/// remarkable, as rows; `isByTime` is whether the parts are of time.
export function densityOf(rows, findings, { lanes, from, to, buckets, isByTime }) {
  const scale = isByTime ? new TimeScale(rows, from, to) : null;
  const isScaled = Boolean(scale?.isUseful);
  const partOf = (row) => (
    isScaled ? scale.partOf(rows.times.get(row)) : (row - from) / (to - from));
  const numbers = laneNumbers(lanes);
  const laneOfType = rows.typeNames.map((name) => numbers.get(name) ?? 0);
  // Types that were met since the lanes were made are in the first one.
  const counts = Array.from(lanes.length > 0 ? lanes : [null], () => new Uint32Array(buckets));
  const marks = [];
  for (let row = from; row < to; row += 1) {
    const kind = rows.kind(row);
    if (kind === "mark" && marks.length < placesMax) marks.push(row);
    if (kind !== "action" && kind !== "unfinished") continue;
    const bucket = Math.min(buckets - 1, Math.floor(partOf(row) * buckets));
    counts[laneOfType[rows.types.get(row)] ?? 0][bucket] += 1;
  }
  const places = (list) => list.filter((row) => row >= from && row < to).slice(0, placesMax);
  return {
    counts, from, to, marks, gaps: places(rows.gaps.map(({ row }) => row)),
    damages: places(rows.damages.map(({ row }) => row)),
    findings: places(findings.map(({ seq }) => rows.rowOfSeq(seq))),
    edges: isScaled ? scale.edges() : null, folds: isScaled ? scale.foldParts() : [],
    ticks: isScaled ? scale.ticks() : ticksOf(rows, from, to),
  };
}

/// The most numbers on the axis.
const ticksMax = 8;

/// Rows at round numbers of actions, each as { part, seq, timeMs }.
function ticksOf(rows, from, to) {
  const [first, last] = [rows.seqs.get(from), rows.seqs.get(Math.max(from, to - 1))];
  const step = roundStep((last - first) / ticksMax);
  const ticks = [];
  for (let seq = Math.ceil(first / step) * step; seq <= last; seq += step) {
    const row = rows.rowOfSeq(seq);
    if (row < from || row >= to) continue;
    ticks.push({ part: (row - from + 0.5) / (to - from), seq, timeMs: rows.times.get(row) });
  }
  return ticks;
}

/// The smallest of 1, 2, 5, 10, 20 … that is not less than a number.
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power;
}
