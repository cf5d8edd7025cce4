import RexJSON

/// A range of lost actions; a keyframe with the state after `to` follows.
public struct LogGap: Sendable, Equatable {
  /// The number of the first lost action.
  public var from: Int
  /// The number of the last lost action.
  public var to: Int
  /// Why they were lost.
  public var reason: String

  /// A gap over these numbers.
  public init(from: Int, to: Int, reason: String) {
    (self.from, self.to, self.reason) = (from, to, reason)
  }

  /// What happened to one of its actions.
  package var loss: String { "lost in a gap from \(from) to \(to): \(reason)" }
}

extension LogGap {
  init(reading members: EntryMembers) throws(EntryError) {
    self.init(
      from: try members.natural("from"), to: try members.natural("to"),
      reason: try members.string("reason"))
    guard from <= to else { throw EntryError(.backwardGap(from: from, to: to)) }
  }

  /// Appends the gap's line.
  func write(into bytes: inout [UInt8]) {
    JSON.object(["kind": "gap", "from": .integer(from), "to": .integer(to)])
      .adding("reason", .string(reason)).writeLine(into: &bytes)
  }
}
