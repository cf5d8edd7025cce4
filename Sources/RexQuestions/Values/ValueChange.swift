import RexDiff
public import RexJSON

/// A change of a value by an action.
public struct ValueChange: Sendable, Equatable {
  /// The action's number.
  public var seq: Int
  /// How the action's change relates to the value.
  public var reach: ChangeReach
  /// The outermost path that it wrote: an ancestor's, the value's or a descendant's.
  public var written: JSONPointer
  /// The first action that may have made the change; equal to `seq` if it is known.
  public var firstSeq: Int
  /// The value's position before the action; nil if the action created it.
  public var before: JSONPointer?
  /// The value's position after it.
  public var after: JSONPointer
  /// The value before; absent also if `isLong`.
  package private(set) var oldValue: Presence<JSON>
  /// The value after; absent also if `isLong`.
  package private(set) var newValue: Presence<JSON>
  /// Whether the value was or is long; then only `difference` says what changed.
  public var isLong: Bool
  /// What differs, as far as it is known; for a long value, what each of the action's operations
  /// changed in it.
  public var difference: StateDifference

  /// A change from one value to another.
  ///
  /// - Parameters:
  ///   - isLong: whether a value was left out because it is long.
  ///   - edits: what each operation changed.
  init(
    seq: Int, reach: ChangeReach, written: JSONPointer, firstSeq: Int, before: JSONPointer?,
    after: JSONPointer, old: Presence<JSON>, new: Presence<JSON>, isLong: Bool = false,
    edits: StateDifference
  ) {
    (self.seq, self.reach, self.written, self.firstSeq) = (seq, reach, written, firstSeq)
    (self.before, self.after) = (before, after)
    let isLong = isLong || [old, new].contains { $0.value?.isLong ?? false }
    let values = [old, new].map { isLong && !$0.isUnknown ? .absent : $0 }
    (oldValue, newValue, self.isLong) = (values[0], values[1], isLong)
    difference =
      old.isUnknown || new.isUnknown
      ? StateDifference(leaves: [])
      : isLong ? edits : StateDifference(from: old.value, to: new.value, at: after)
  }

  /// Changes of values in one at a position, which is left out.
  init(seq: Int, around pointer: JSONPointer, _ difference: StateDifference) {
    self.init(
      seq: seq, reach: .within, written: pointer, firstSeq: seq, before: pointer, after: pointer,
      old: .absent, new: .absent, isLong: true, edits: difference)
  }

  /// A value of which all that is known is where it was, before and after some actions.
  init(
    at pointer: JSONPointer, since firstSeq: Int, through seq: Int, old: Presence<JSON>,
    new: Presence<JSON>
  ) {
    let edits =
      old.isUnknown || new.isUnknown
      ? StateDifference(leaves: []) : StateDifference(from: old.value, to: new.value, at: pointer)
    self.init(
      seq: seq, reach: .itself, written: pointer, firstSeq: firstSeq, before: pointer,
      after: pointer, old: old, new: new, edits: edits)
  }

  /// The value before; nil if there was none, if it is unknown, or if `isLong`.
  public var old: JSON? {
    get { oldValue.value }
    set { oldValue = Presence(newValue) }
  }

  /// The value after; nil if there is none, if it is unknown, or if `isLong`.
  public var new: JSON? {
    get { newValue.value }
    set { self.newValue = Presence(newValue) }
  }

  /// Whether several actions may have made the change, since the states between are unknown.
  public var isUnrecorded: Bool { firstSeq < seq }

  /// Whether it is unknown if the value changed at all: it is unknown before or after, or it is the
  /// same, but unknown in between.
  public var isUnknown: Bool {
    oldValue.isUnknown || newValue.isUnknown || isUnrecorded && difference.isEmpty
  }
}

extension JSON {
  /// Whether the value is too long to be compared and shown as a whole for each of its changes.
  ///
  /// Otherwise, the history of a list that grows would take time and space in proportion to the
  /// square of its length.
  package var isLong: Bool {
    var rest = JSON.shortBytesMax
    return !spendBytesRoughly(from: &rest, forEachValue: 16)
  }

  /// The most bytes of a short value's text, where each value in it counts at least 16: enough for
  /// an object of a hundred members.
  private static let shortBytesMax = 4096
}
