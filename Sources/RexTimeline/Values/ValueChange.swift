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
  /// The value before; nil if there was none, or if `isLong`.
  public var old: JSON?
  /// The value after; nil if there is none, or if `isLong`.
  public var new: JSON?
  /// Whether the value was or is long; then only `difference` says what changed.
  public var isLong: Bool
  /// What differs; for a long value, what each of the action's operations changed in it.
  public var difference: StateDifference

  /// A change from one value to another.
  ///
  /// - Parameters:
  ///   - isLong: whether a value was left out because it is long.
  ///   - edits: what each operation changed.
  init(
    seq: Int, reach: ChangeReach, written: JSONPointer, firstSeq: Int, before: JSONPointer?,
    after: JSONPointer, old: JSON?, new: JSON?, isLong: Bool = false, edits: StateDifference
  ) {
    (self.seq, self.reach, self.written, self.firstSeq) = (seq, reach, written, firstSeq)
    (self.before, self.after) = (before, after)
    self.isLong = isLong || old?.isLong ?? false || new?.isLong ?? false
    (self.old, self.new) = self.isLong ? (nil, nil) : (old, new)
    difference = self.isLong ? edits : StateDifference(from: old, to: new, at: after)
  }

  /// Whether it is unknown which of several actions made the change.
  public var isUnrecorded: Bool { firstSeq < seq }
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
