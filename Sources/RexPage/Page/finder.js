// Rows that match: of a filter, which shortens the list, or of a search, which walks through it.

import { firstIndex } from "./sorted.js";

/// Row numbers in order, in the pieces in which they were found.
class RowSet {
  constructor() {
    Object.assign(this, { pieces: [], count: 0 });
  }

  add(rows) {
    if (rows.length === 0) return;
    this.pieces.push({ start: this.count, rows });
    this.count += rows.length;
  }

  at(index) {
    const piece = this.pieces.findLast(({ start }) => start <= index);
    return piece?.rows[index - piece.start];
  }

  /// The index of the first row that is not before another; the count if there is none.
  indexFrom(row) {
    return firstIndex(this.count, (index) => this.at(index) >= row);
  }
}

export class Finder {
  /// `job` names it for the worker; `found` is called when more is known.
  constructor({ channel, job, found }) {
    Object.assign(this, { channel, job, found, number: 0 });
    this.clear();
  }

  get isActive() {
    return this.rows !== null;
  }

  get count() {
    return this.rows?.count ?? 0;
  }

  clear() {
    Object.assign(this, { rows: null, isComplete: true, number: this.number + 1 });
  }

  /// Looks for what matches; clears what was found before.
  async look(filter) {
    const isEmpty = !filter.text && !filter.path && !filter.types && !filter.isChange;
    this.clear();
    if (isEmpty) {
      await this.channel.ask("stop", { job: this.job });
    } else {
      Object.assign(this, { rows: new RowSet(), isComplete: false });
      await this.channel.ask("match", { ...filter, job: this.job, number: this.number });
    }
    this.found();
  }

  take({ number, found, isComplete }) {
    if (number !== this.number) return;
    this.rows.add(found);
    this.isComplete = isComplete;
    this.found();
  }

  rowAt(index) {
    return this.rows.at(index);
  }

  has(row) {
    return this.isActive && this.rows.at(this.rows.indexFrom(row)) === row;
  }

  /// The index of a row, or of the nearest before it.
  indexOf(row) {
    const index = this.rows.indexFrom(row);
    return this.rows.at(index) === row ? index : Math.max(0, index - 1);
  }

  /// The match after a row or before it, from the other end if there is none; undefined for none.
  next(row, step) {
    if (this.count === 0) return undefined;
    const index = this.rows.indexFrom(row);
    const isAt = this.rows.at(index) === row;
    const wanted = step > 0 ? index + (isAt ? 1 : 0) : index - 1;
    return this.rows.at((wanted + this.count) % this.count);
  }
}
