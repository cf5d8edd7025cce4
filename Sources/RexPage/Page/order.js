// The order of a log's lines, and how it is found again after lines that are out of order.
//
//   action 4   action 5   unreadable   action 7          action 8   keyframe 8
//   sure       sure       unsure       sure: 6 is lost   sure       state known again
//
// After an unreadable line or an unexpected number, numbers are trusted again at the first line
// that continues the trusted ones, or the line before it. The state is unknown up to the next
// keyframe, unless lines were unreadable but no number is missing. `LineOrder` in RexLog is the
// same machine.

export class LineOrder {
  constructor({ seq, segment, expectation = "firstKeyframe" }) {
    this.lastSeq = seq;
    this.lastReadSeq = seq;
    this.segment = segment;
    this.isSegmentUnknown = segment === undefined && expectation === null;
    this.expectation = expectation;
    this.isStateKnown = false;
    this.isEnded = false;
    this.numbering = sure;
  }

  /// The order after a session line.
  static ofSession(session) {
    return new LineOrder({ seq: session.after, segment: session.segment });
  }

  /// The order where all numbers up to one are trusted.
  static after(seq, segment) {
    return new LineOrder({ seq, segment, expectation: null });
  }

  copy() {
    return Object.assign(Object.create(LineOrder.prototype), this);
  }

  get isSure() {
    return this.numbering === sure;
  }

  /// Advances over a line that cannot be read.
  skip() {
    const { skipped, candidate, name } = this.numbering;
    if (name === "sure") this.numbering = unsure(1);
    if (name !== "unsure") return;
    this.numbering = unsure(skipped + 1, candidate === undefined ? undefined : candidate + 1);
  }

  loseState() {
    this.isStateKnown = false;
  }

  /// Advances over a line that is no session line; returns the problem, if any.
  take({ kind, seq, first }) {
    if (this.isEnded) return problems.misplaced("a line after the end");
    if (this.numbering === foreign) return null;
    switch (kind) {
      case "action": return this.takeAction(seq);
      case "keyframe": return this.takeKeyframe(seq);
      case "gap": return this.takeGap(first, seq);
      case "mark": return this.follow(seq);
      case "end": {
        const problem = this.follow(seq);
        this.isEnded = true;
        return problem;
      }
      default: return null;
    }
  }

  takeAction(seq) {
    const expected = this.lastSeq + 1;
    if (this.isSure) {
      if (seq === expected) {
        this.accept(seq);
        return this.takeExpectation();
      }
      this.lose(1, seq);
      return this.takeExpectation() ?? problems.outOfOrder(expected, seq);
    }
    const { skipped, candidate } = this.numbering;
    if (seq <= this.lastReadSeq
      || !(isWithin(seq, expected, expected + skipped) || seq - 1 === candidate)) {
      this.lose(skipped + 1, seq);
      return null;
    }
    if (seq !== expected) this.isStateKnown = false;
    this.accept(seq);
    return this.takeExpectation();
  }

  /// The problem if an action comes instead of a keyframe, which is reported once.
  takeExpectation() {
    switch (this.expectation) {
      case "firstKeyframe": return this.missKeyframe("an action comes before the first state");
      case "afterGap": return this.missKeyframe("an action follows a gap");
      case "afterOmission": return this.missKeyframe(problems.unknownState);
      default: return null;
    }
  }

  missKeyframe(problem) {
    this.expectation = null;
    this.isStateKnown = false;
    return problem;
  }

  takeKeyframe(seq) {
    if (this.isSure && seq !== this.lastSeq) {
      const problem = problems.outOfOrder(this.lastSeq, seq);
      this.lose(0, seq);
      return problem;
    }
    if (!this.isSure && seq < this.lastReadSeq) return problems.outOfOrder(this.lastSeq, seq);
    this.accept(seq);
    this.isStateKnown = true;
    this.expectation = null;
    return null;
  }

  takeGap(from, to) {
    if (from > to) {
      this.skip();
      return `the gap from ${from} to ${to} runs backwards`;
    }
    const expected = this.lastSeq + 1;
    if (this.isSure && from !== expected) {
      this.lose(0, to);
      return problems.outOfOrder(expected, from);
    }
    if (!this.isSure) {
      const { skipped, candidate } = this.numbering;
      if (from <= this.lastReadSeq
        || !(isWithin(from, expected, expected + skipped) || from - 1 === candidate)) {
        this.lose(skipped, to);
        return null;
      }
    }
    this.lastSeq = to;
    this.lastReadSeq = from - 1;
    this.numbering = sure;
    this.isStateKnown = false;
    this.expectation = "afterGap";
    return null;
  }

  /// Advances over a line that has the number of the last action.
  follow(seq) {
    const { lastSeq } = this;
    if (this.isSure) {
      if (seq === lastSeq) return null;
      this.lose(0, seq);
      return problems.outOfOrder(lastSeq, seq);
    }
    const { skipped, candidate } = this.numbering;
    if (seq > this.lastReadSeq
      && (seq === candidate || isWithin(seq, lastSeq + 1, lastSeq + skipped))) {
      this.isStateKnown = false;
      this.accept(seq);
    } else if (seq === lastSeq) {
      // The unreadable lines were not actions.
      this.accept(seq);
    } else {
      this.numbering = unsure(skipped, seq);
    }
    return null;
  }

  accept(seq) {
    this.lastSeq = seq;
    this.lastReadSeq = seq;
    this.numbering = sure;
  }

  lose(skipped, candidate) {
    this.numbering = unsure(skipped, candidate);
    this.isStateKnown = false;
  }

  /// Advances over a later session line; returns its problem, or the actions missing before it.
  takeSession(next, first) {
    if (this.isEnded) return { problem: problems.misplaced("a line after the end") };
    if (this.numbering === foreign) return {};
    const isSame = next.id === first.id;
    const isLater = next.segment !== undefined
      && (this.isSegmentUnknown || next.segment > (this.segment ?? Infinity));
    if (!isSame || !isLater) {
      this.numbering = isSame ? unsure(0, next.after) : foreign;
      this.isStateKnown = false;
      return { problem: problems.misplaced("a second session line") };
    }
    const { lastSeq: last, segment: previous } = this;
    if (this.isSure && next.after < last) {
      this.lose(0, next.after);
      return { problem: problems.outOfOrder(last, next.after) };
    }
    this.segment = next.segment;
    this.isSegmentUnknown = false;
    this.lastSeq = Math.max(next.after, last);
    this.numbering = sure;
    this.expectation = "firstKeyframe";
    if (next.after <= last) return {};
    this.isStateKnown = false;
    const isSegmentMissing = previous !== undefined && next.segment > previous + 1;
    const reason = isSegmentMissing ? "a segment is missing" : "the end of a segment is missing";
    return { missing: { from: last + 1, to: next.after, reason } };
  }

  /// Advances over an action's change of the state; returns the problem with it, if any.
  takeChange(change, needsKeyframe) {
    if (!change) {
      this.isStateKnown = false;
      return problems.unfinishedInside;
    }
    if (change.patch === null) {
      this.isStateKnown = false;
      this.expectation = needsKeyframe ? "afterOmission" : "beforePatch";
      return null;
    }
    return this.expectation === "beforePatch" ? this.missKeyframe(problems.unknownState) : null;
  }
}

const sure = { name: "sure" };
const foreign = { name: "foreign" };

/// `skipped` counts possible actions since the last trusted number; `candidate` is the last line's.
function unsure(skipped, candidate) {
  return { name: "unsure", skipped, candidate };
}

function isWithin(seq, first, last) {
  return seq >= first && seq <= last;
}

const problems = {
  outOfOrder: (expected, found) => `seq is ${found} where ${expected} is expected`,
  misplaced: (what) => `${what} is not allowed here`,
  unknownState: "the state before this action is not known",
  unfinishedInside: "this action has no patch, and is not the last line",
};
