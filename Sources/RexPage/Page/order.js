// Decides by their numbers which of a log's lines can be trusted, as `LineOrder` in RexFormat does.
//
//   action 4   unreadable   action 6   action 900   action 8   action 20   action 21
//   trusted    doubtful     trusted    doubtful     trusted    doubtful    trusted

const [trusted, doubtful, foreign] = ["trusted", "doubtful", "foreign"];

export class LineOrder {
  constructor({ seq, segment, expectation = "firstKeyframe" }) {
    this.lastSeq = seq;
    this.lastReadSeq = seq;
    /// Undefined if it is unknown, infinite if the log is not in segments.
    this.segment = segment;
    this.expectation = expectation;
    this.isStateKnown = false;
    this.isEnded = false;
    this.trust = trusted;
    /// Doubtful lines lead to `reach` if all were actions, and the last says `last`.
    Object.assign(this, { reach: 0, last: 0 });
  }

  /// The order after a session line.
  static ofSession(session) {
    return new LineOrder({ seq: session.after, segment: session.segment ?? Infinity });
  }

  /// The order after a trusted number.
  static after(seq, segment) {
    return new LineOrder({ seq, segment, expectation: null });
  }

  /// Whether the last line is trusted.
  get isTrusted() {
    return this.trust === trusted;
  }

  copy() {
    return Object.assign(Object.create(LineOrder.prototype), this);
  }

  loseState() {
    this.isStateKnown = false;
  }

  /// Advances over a line that is no session line; returns the problem, if any.
  take({ kind, seq, first }) {
    if (this.trust === foreign) return null;
    if (this.isEnded) return this.leave("a line after the end");
    if (kind === "unknown") return null;
    this.isEnded = kind === "end";
    if (first > seq) {
      this.doubt();
      return `the gap from ${first} to ${seq} runs backwards`;
    }
    const start = kind === "action" || kind === "gap" ? first - 1 : seq;
    if (!this.isExpected(start, kind)) {
      const problem = this.isTrusted
        ? problems.outOfOrder(this.lastSeq + (first - start), first) : null;
      this.doubt(seq);
      return problem;
    }
    this.lastSeq = seq;
    this.lastReadSeq = kind === "gap" ? start : seq;
    this.trust = trusted;
    if (kind === "action" && this.expectation !== "beforePatch") return this.missKeyframe();
    if (kind === "keyframe") this.expectState(true, null);
    if (kind === "gap") this.expectState(false, "afterGap");
    return null;
  }

  isExpected(start, kind) {
    if (this.isTrusted) return start === this.lastSeq;
    return start >= this.lastReadSeq
      && (start <= this.reach || start === this.last || kind === "keyframe");
  }

  expectState(isStateKnown, expectation) {
    Object.assign(this, { isStateKnown, expectation });
  }

  /// Advances over a line that cannot be trusted, and leads to a number if it has one.
  doubt(seq) {
    if (this.trust !== foreign) {
      this.reach = (this.isTrusted ? this.lastSeq : this.reach) + 1;
      this.last = seq ?? this.reach;
      this.trust = doubtful;
    }
    this.expectState(false, null);
  }

  /// The problem if a line comes instead of the expected keyframe, which is reported once.
  missKeyframe() {
    if (this.expectation === null) return null;
    const problem = problems[this.expectation];
    this.expectState(false, null);
    return problem;
  }

  /// Advances over the first line that is foreign; returns its problem.
  leave(what) {
    this.trust = foreign;
    return problems.misplaced(what);
  }

  /// Advances over a later session line; returns its problem, or the actions missing before it.
  takeSession(next, first) {
    if (this.trust === foreign) return {};
    if (this.isEnded) return { problem: this.leave("a line after the end") };
    const { lastSeq: last, segment: previous = next.segment } = this;
    const isSame = next.id === first.id;
    if (!isSame || !(next.segment > (this.segment ?? 0))) {
      this.doubt(next.after);
      const what = "a second session line";
      return { problem: isSame ? problems.misplaced(what) : this.leave(what) };
    }
    this.segment = next.segment;
    if (next.after < (this.isTrusted ? last : this.lastReadSeq)) {
      const problem = this.isTrusted ? problems.outOfOrder(last, next.after) : null;
      this.doubt(next.after);
      return { problem };
    }
    this.lastSeq = next.after;
    this.trust = trusted;
    this.expectation = "firstKeyframe";
    if (next.after <= last) return {};
    this.isStateKnown = false;
    const place = next.segment > previous + 1 ? "a segment" : "the end of a segment";
    return { missing: { from: last + 1, to: next.after, reason: `${place} is missing` } };
  }

  /// Advances over an action's change of the state; returns the problem with it, if any.
  takeChange(change, needsKeyframe) {
    if (change && change.patch !== null) {
      return this.expectation === "beforePatch" ? this.missKeyframe() : null;
    }
    this.isStateKnown = false;
    if (!change) return problems.unfinishedInside;
    this.expectation = needsKeyframe ? "afterOmission" : "beforePatch";
    return null;
  }
}

const problems = {
  outOfOrder: (expected, found) => `seq is ${found} where ${expected} is expected`,
  misplaced: (what) => `${what} is not allowed here`,
  unfinishedInside: "this action has no patch, and is not the last line",
  firstKeyframe: "an action comes before the first state",
  afterGap: "an action follows a gap",
  afterOmission: "the state before this action is not known",
  beforePatch: "the state before this action is not known",
};
