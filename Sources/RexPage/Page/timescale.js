// A scale of time on which long pauses are folded, so that they do not hide what happens.
//
//   actions  ▪▪ ▪▪▪ ▪          8 min          ▪ ▪▪▪
//   scale    ▪▪ ▪▪▪ ▪≈▪ ▪▪▪

/// A pause is folded if it would take more of the scale than this, and is so many times as long as
/// others are on average; a fold takes so much.
const pausePart = 0.08;
const pauseFactor = 6;
const foldPart = 0.025;
const foldsMax = 12;
/// The places for which the page is told the rows.
const edgesMax = 2000;
/// The steps between times on the axis, in milliseconds, and the most of them.
const timeSteps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 10e3, 20e3, 30e3, 60e3, 120e3, 300e3, 600e3,
  1200e3, 3600e3, 7200e3, 18_000e3, 43_200e3, 86_400e3, 604_800e3,
];
const timeTicksMax = 8;

export class TimeScale {
  /// The scale of some rows; their times never decrease.
  constructor(rows, from, to) {
    Object.assign(this, { rows, from, to });
    [this.first, this.last] = [rows.times.get(from), rows.times.get(to - 1)];
    this.folds = [];
    let active = this.last - this.first;
    for (const pause of this.longestPauses()) {
      const [length, others] = [pause.end - pause.start, to - from - this.folds.length];
      if (length <= Math.max(pausePart * active, (pauseFactor * active) / others)) break;
      this.folds.push(pause);
      active -= pause.end - pause.start;
    }
    this.folds.sort((left, right) => left.start - right.start);
    this.foldMs = foldPart * active;
    this.length = active + this.folds.length * this.foldMs;
  }

  /// Whether the rows are at different times.
  get isUseful() {
    return this.length > 0;
  }

  longestPauses() {
    const { rows: { times }, from, to } = this;
    let pauses = [];
    for (let row = from + 1; row < to; row += 1) {
      const [start, end] = [times.get(row - 1), times.get(row)];
      const least = pauses.length < foldsMax ? 0 : pauses.at(-1).end - pauses.at(-1).start;
      if (end - start <= least) continue;
      pauses = [...pauses, { start, end }]
        .sort((left, right) => right.end - right.start - left.end + left.start).slice(0, foldsMax);
    }
    return pauses;
  }

  /// Where a time is, from 0 to 1.
  partOf(timeMs) {
    let at = timeMs - this.first;
    for (const { start, end } of this.folds) {
      if (timeMs <= start) break;
      const inside = Math.min(timeMs, end) - start;
      at += (inside / (end - start)) * this.foldMs - inside;
    }
    return Math.max(0, at / this.length);
  }

  /// The first row at or after each place.
  edges() {
    const { rows: { times }, from, to } = this;
    const edges = new Uint32Array(edgesMax + 1).fill(to);
    let next = 0;
    for (let row = from; row < to; row += 1) {
      // Times are on the axis up to its end, rows before it.
      const place = Math.min(edgesMax - 1, Math.floor(this.partOf(times.get(row)) * edgesMax));
      for (; next <= place; next += 1) edges[next] = row;
    }
    return edges;
  }

  /// Round times on the axis, each as { part, timeMs, seq }, which are not in a fold.
  ticks() {
    const visible = this.length - this.folds.length * this.foldMs;
    const step = timeSteps.find((ms) => visible / ms <= timeTicksMax) 
      ?? Math.max(timeSteps.at(-1), visible / timeTicksMax);
    const ticks = [];
    let timeMs = Math.ceil(this.first / step) * step;
    while (timeMs <= this.last && ticks.length < 4 * timeTicksMax) {
      const fold = this.folds.find(({ start, end }) => start < timeMs && timeMs < end);
      if (fold) {
        timeMs = Math.ceil(fold.end / step) * step;
        continue;
      }
      const part = this.partOf(timeMs);
      // Beyond 2 ** 53 milliseconds, a step can be nothing.
      if (timeMs + step === timeMs) break;
      if (part - (ticks.at(-1)?.part ?? -1) > 0.08) ticks.push({ part, timeMs });
      timeMs += step;
    }
    return ticks;
  }

  /// The folded pauses, each as { from, to, ms }.
  foldParts() {
    return this.folds.map(({ start, end }) => (
      { from: this.partOf(start), to: this.partOf(end), ms: end - start }));
  }
}
