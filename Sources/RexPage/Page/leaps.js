// Leaps to where a value changed, and to what an action caused, which the worker looks for.

export class Leaps {
  /// `go(row)` goes to a row, and `say(text)` tells what is going on.
  constructor({ channel, go, say }) {
    Object.assign(this, { channel, go, say, number: 0, wanted: null });
    // The changes of the value that was looked at last, by its path.
    Object.assign(this, { path: null, found: [], isComplete: false, seq: -1 });
  }

  /// Goes to where a value changed: next (1), before (-1), or last, here or before (0).
  toChange({ path, steps }, { seq, step }) {
    if (path !== this.path) {
      this.number += 1;
      Object.assign(this, { path, found: [], isComplete: false, seq: -1 });
      this.channel.ask("history", { job: "leap", number: this.number, steps });
    }
    this.wanted = { seq, step };
    this.settle();
  }

  /// Goes to the first action that one caused.
  async toEffect(seq, row) {
    this.number += 1;
    this.path = null;
    this.wanted = { cause: seq };
    this.say(`looking for what #${seq} caused …`);
    await this.channel.ask("match", {
      job: "effect", number: this.number, cause: seq, startRow: row + 1,
    });
  }

  take({ job, number, found, seq, isComplete }) {
    if (number !== this.number) return;
    if (job === "effect") return this.takeEffect(found, isComplete);
    this.found.push(...found.filter(({ isFirst, isUnknown }) => !isFirst && !isUnknown));
    Object.assign(this, { seq, isComplete });
    this.settle();
  }

  takeEffect(found, isComplete) {
    if (found.length === 0 && !isComplete) return;
    this.channel.ask("stop", { job: "effect" });
    this.number += 1;
    if (found.length > 0) this.go(found[0]);
    else this.say(`nothing is known that #${this.wanted.cause} caused`);
    this.wanted = null;
  }

  /// Goes there as soon as it is known.
  settle() {
    if (!this.wanted) return;
    const { seq, step } = this.wanted;
    const { found } = this;
    const target = step > 0 ? found.find((change) => change.seq > seq)
      : found.findLast((change) => (step < 0 ? change.seq < seq : change.seq <= seq));
    const isKnown = this.isComplete || (step > 0 ? Boolean(target) : this.seq >= seq);
    if (!isKnown) return void this.say(`looking for changes: #${Math.max(0, this.seq)} …`);
    this.wanted = null;
    if (target?.row !== undefined) this.go(target.row);
    else this.say(step > 0 ? "it does not change after this" : "it did not change before this");
  }
}
