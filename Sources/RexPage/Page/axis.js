// The axis of the timeline: where a row is, from 0 to 1, and which row is at a place.
//
// By number, rows are evenly spaced. By time, `edges` tells the first row at or after each of many
// places, evenly spaced.

import { firstIndex } from "./sorted.js";

export class Axis {
  constructor({ from, to, edges = null }) {
    Object.assign(this, { from, to, edges });
  }

  /// Where a row is; what is not on the axis is outside, and not seen.
  partOf(row) {
    const { from, to, edges } = this;
    if (!edges || row < from || row >= to) return (row - from + 0.5) / (to - from);
    const cell = firstIndex(edges.length, (at) => edges[at] > row);
    return (cell - 0.5) / (edges.length - 1);
  }

  /// The row at a place; by time, the last one before it.
  rowAt(part) {
    const { from, to, edges } = this;
    const row = edges
      ? edges[Math.min(edges.length - 1, Math.floor(part * (edges.length - 1)) + 1)] - 1
      : Math.floor(from + part * (to - from));
    return Math.max(from, Math.min(row, to - 1));
  }

  percent(row) {
    return `${100 * this.partOf(row)}%`;
  }
}
