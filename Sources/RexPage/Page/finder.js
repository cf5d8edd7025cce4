// Rows that match: of a filter, which shortens the list, or of a search, which walks through it.
//
// The worker finds texts and paths; of conditions, the tool tells the actions.

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

/// How long to wait for rows that are still being read.
const readingMs = 100;

export class Finder {
  /// `job` names it for the worker; `found` is called when more is known.
  constructor({ channel, job, found }) {
    Object.assign(this, { channel, job, found, number: 0, asked: null });
    this.clear();
  }

  get isActive() {
    return this.rows !== null;
  }

  get count() {
    return this.rows?.count ?? 0;
  }

  clear() {
    this.asked?.abort();
    Object.assign(this, { rows: null, renewed: null, isComplete: true, number: this.number + 1 });
  }

  /// Begins to collect rows; `isRenewed` keeps what was found until all is found again.
  begin(isRenewed) {
    this.asked?.abort();
    this.number += 1;
    this.renewed = isRenewed && this.rows ? new RowSet() : null;
    if (!this.renewed) Object.assign(this, { rows: new RowSet(), isComplete: false });
  }

  /// Looks for what matches; clears what was found before.
  async look(filter, { isRenewed = false } = {}) {
    const { text, path, types, isChange, seqs } = filter;
    if (text || path || types || isChange || seqs) {
      this.begin(isRenewed);
      await this.channel.ask("match", { ...filter, job: this.job, number: this.number });
    } else {
      this.clear();
      await this.channel.ask("stop", { job: this.job });
    }
    this.found();
  }

  /// Looks for actions with a question to the tool; returns the last line of its answer, or null
  /// if something else is looked for by now.
  async askTool(tool, question, { isRenewed = false } = {}) {
    this.begin(isRenewed);
    const { number } = this;
    this.found();
    this.asked = new AbortController();
    const take = ({ seqs = [] }) => this.takeSeqs(seqs, number);
    const last = await tool.ask(question, { signal: this.asked.signal, take }).catch((error) => {
      // Without the tool, nothing more is found.
      if (number === this.number) this.clear();
      this.found();
      throw error;
    });
    if (number !== this.number) return null;
    this.take({ number, found: [], isComplete: true });
    return last;
  }

  /// Takes actions that the tool found, which the worker may not have read yet.
  async takeSeqs(seqs, number) {
    let found = { isKnown: false };
    while (!found.isKnown && number === this.number && seqs.length > 0) {
      found = await this.channel.ask("rowsOfSeqs", { seqs });
      if (!found.isKnown) await new Promise((done) => setTimeout(done, readingMs));
    }
    if (found.isKnown) this.take({ number, found: found.rows, isComplete: false });
  }

  take({ number, found, isComplete }) {
    if (number !== this.number) return;
    (this.renewed ?? this.rows).add(found);
    if (this.renewed && isComplete) Object.assign(this, { rows: this.renewed, renewed: null });
    this.isComplete = isComplete || this.renewed !== null;
    this.found();
  }

  rowAt(index) {
    return this.rows.at(index);
  }

  /// The rows in a range, at most a number of them.
  within(from, to, limit) {
    if (!this.isActive) return [];
    const [first, end] = [from, to].map((row) => this.rows.indexFrom(row));
    const length = Math.min(end - first, limit);
    return Array.from({ length }, (_, at) => this.rows.at(first + at));
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
