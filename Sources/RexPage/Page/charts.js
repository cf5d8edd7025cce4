// The course of a value over some rows: a line of steps for numbers, bands for values of few kinds.

import { svg } from "./dom.js";
import { firstIndex } from "./sorted.js";

/// The most points of a line and bands, and the most kinds of values that are bands.
const pointsMax = 500;
const kindsMax = 7;
/// The width of a chart in its own units; labels are on bands that are wider than a part of it.
const chartWidth = 1000;
const labelledPart = 0.04;

/// The chart of a value's changes on an axis: { plot, labels, range }; `plot` is null if there is
/// nothing to draw. `all` are changes, each as { row, measure, label, isUnknown }.
export function chartOf(all, axis, name) {
  const { from, to } = axis;
  // From the value with which the rows begin.
  const first = Math.max(0, firstIndex(all.length, (at) => all[at].row > from) - 1);
  const found = all.slice(first, firstIndex(all.length, (at) => all[at].row >= to));
  const kinds = kindsOf(all);
  const every = Math.max(1, Math.ceil(found.length / pointsMax));
  // Of many points, those that are left out are not seen in so few pixels.
  const points = found.filter((_, index) => index % every === 0 || index === found.length - 1)
    .map((change) => ({ ...change, part: Math.max(0, axis.partOf(change.row)) }));
  const bands = kinds ? bandsOf(points, kinds) : null;
  const [low, high] = extent(found.map(({ measure }) => measure));
  if (!bands && low > high) return { plot: null, labels: [], range: "" };
  return {
    plot: svg(
      "svg", {
        class: name, preserveAspectRatio: "none", viewBox: `0 0 ${chartWidth} 100`,
        "aria-hidden": "true",
      }, ...(bands ? bands.map(bandShape) : [svg("path", { d: stepsPath(points, low, high) })])),
    labels: (bands ?? []).filter(({ start, end }) => end - start > labelledPart)
      .map(({ start, label }) => ({ part: start, text: label })),
    range: bands ? "" : `${low} … ${high}`,
  };
}

/// The kinds of values, by name, if all are bands and there are few; null otherwise.
function kindsOf(all) {
  const kinds = new Map();
  for (const { label, isUnknown, text } of all) {
    if (isUnknown || text === undefined) continue;
    if (label === undefined || kinds.size > kindsMax) return null;
    if (!kinds.has(label)) kinds.set(label, kinds.size);
  }
  return kinds.size > 0 && kinds.size <= kindsMax ? kinds : null;
}

/// A value stays until the next change.
function bandsOf(points, kinds) {
  return points.map(({ part, label }, index) => ({
    start: part, end: points[index + 1]?.part ?? 1, label, kind: kinds.get(label),
  })).filter(({ kind }) => kind !== undefined);
}

function bandShape({ start, end, kind }) {
  return svg("rect", {
    x: chartWidth * start, width: Math.max(1, chartWidth * (end - start)), y: 40, height: 56,
    class: `lane-${kind}`,
  });
}

/// Where a value is not a number, there is no line.
function stepsPath(points, low, high) {
  const height = (number) => 96 - (92 * (number - low)) / (high - low || 1);
  let [d, isDrawn] = ["", false];
  for (const { part, measure } of points) {
    const x = chartWidth * part;
    if (measure === undefined) d += isDrawn ? `H${x}` : "";
    else d += isDrawn ? `H${x}V${height(measure)}` : `M${x} ${height(measure)}`;
    isDrawn = measure !== undefined;
  }
  return isDrawn ? `${d}H${chartWidth}` : d;
}

/// The least and the greatest of some numbers, some of which may be undefined.
function extent(numbers) {
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number !== undefined) [low, high] = [Math.min(low, number), Math.max(high, number)];
  }
  return [low, high];
}
