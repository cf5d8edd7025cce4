import Foundation
import RexDiff
public import RexJSON
public import RexLog

/// An action with different results in different processes.
///
/// Its reducer depends on more than the action and the state.
public struct Nondeterminism: Sendable, Codable, Equatable {
  /// The action's number.
  public var seq: Int
  /// The action's label.
  public var type: String
  /// The source location of the dispatch, if recorded.
  public var source: LogSource?
  /// The first path at which the runs differ, if known.
  public var path: JSONPointer?
  /// The value there after the first run, or the error thrown; nil when there is none.
  public var first: JSON?
  /// The value there after the other run, or the error thrown; nil when there is none.
  public var other: JSON?
  /// The number of the other run, from 2.
  public var run: Int
  /// The likely cause.
  public var likelyCause: Cause
  /// The name of the file that contains the action.
  public var file: String
  /// The line of the action in that file, from 1.
  public var line: Int

  /// The causes of different results in different processes.
  public enum Cause: String, Sendable, Codable {
    /// The elements of a set or dictionary in a different order.
    case setOrder = "set order"
    /// Identifiers made with `UUID()`.
    case uuid = "UUID"
    /// The current time.
    case clock
    /// Text that depends on the time zone or locale.
    case locale = "time zone or locale"
    /// Random numbers, or another cause.
    case random
    /// A crash in one of the runs only, or crashes for different reasons.
    case crash
  }

  private enum CodingKeys: String, CodingKey {
    case seq, type, source, path, first, other, run
    case likelyCause = "likely"
    case file, line
  }
}

extension Nondeterminism {
  /// The difference of a run from the first: a divergence from the first run's log.
  ///
  /// - Parameter place: The action in the recorded log.
  package init(_ divergence: Divergence, run: Int, at place: RecordedAction) {
    self.init(seq: divergence.seq, run: run, at: place)
    let patches = PatchPair(divergence.recordedPatch, divergence.reducedPatch)
    (path, first, other) = patches.firstDifference
    if path == nil {
      (path, first, other) = (divergence.path, divergence.recorded, divergence.reduced)
    }
    if path == nil, divergence.recordedError != divergence.reducedError {
      first = divergence.recordedError.map(JSON.string)
      other = divergence.reducedError.map(JSON.string)
    }
    likelyCause =
      divergence.reordered ?? patches.isReordering ? .setOrder : Cause(first, other)
  }

  /// A crash in the first run, or in the other one only, or different ones.
  package init(_ first: Crash?, _ other: Crash?, seq: Int, run: Int, at place: RecordedAction) {
    self.init(seq: seq, run: run, at: place)
    func text(of crash: Crash) -> JSON {
      .string(first == nil || other == nil ? crash.reason : crash.reason + " " + crash.message)
    }
    (self.first, self.other) = (first.map(text), other.map(text))
    likelyCause = .crash
  }

  private init(seq: Int, run: Int, at place: RecordedAction) {
    (self.seq, self.run, type, source) = (seq, run, place.type ?? "", place.source)
    (file, line, likelyCause) = (place.file, place.line, .random)
  }
}

/// Where an action is in a log.
package struct RecordedAction {
  package var type: String?
  package var source: LogSource?
  package var file: String
  package var line: Int
}

extension Log {
  /// Returns where an action is, or the log's last line if it is not in the log.
  package func place(of seq: Int) throws(LogError) -> RecordedAction {
    if let place = try self.place(ofActionFrom: seq), place.seq == seq {
      let action = try self.action(seq, [])
      return RecordedAction(
        type: action?.type, source: action?.source, file: place.file, line: place.line)
    }
    var place = RecordedAction(file: fileNames.last ?? name, line: 1)
    let reader = try self.reader(near: max(lastSeq, 1))
    while let record = try reader.next() {
      (place.file, place.line) = (reader.name(of: record), try reader.location(of: record).line)
    }
    if let unfinished, seq == lastSeq + 1 {
      (place.type, place.source) = (unfinished.type, unfinished.source)
      place.line += 1
    }
    return place
  }
}

/// The patches of two runs from the same state.
private struct PatchPair {
  private let first: [JSON]
  private let other: [JSON]

  init(_ first: JSON?, _ other: JSON?) {
    (self.first, self.other) = (first?.array ?? [], other?.array ?? [])
  }

  /// The first operation in which they differ.
  var firstDifference: (JSONPointer?, JSON?, JSON?) {
    for index in 0..<max(first.count, other.count) {
      let (one, two) = (first.dropFirst(index).first, other.dropFirst(index).first)
      guard one != two, let path = (one ?? two)?["path"]?.string else { continue }
      let isSamePath = two?["path"]?.string == path
      return (JSONPointer(path), one?["value"], isSamePath ? two?["value"] : nil)
    }
    return (nil, nil, nil)
  }

  /// Whether they have the same values in a different order.
  var isReordering: Bool {
    values(of: first).isReordering(of: values(of: other))
  }

  private func values(of patch: [JSON]) -> [JSON] { patch.compactMap { $0["value"] } }
}

extension Nondeterminism.Cause {
  /// The likely cause of a difference between values, at the current time.
  init(_ first: JSON?, _ other: JSON?) {
    let nowMs = Date().timeIntervalSince1970 * 1000
    self =
      switch DifferenceCause(first, other, nowMs: nowMs) {
      case .order: .setOrder
      case .uuid: .uuid
      case .clock: .clock
      case .locale: .locale
      case .random: .random
      }
  }

  /// What the reducer uses, and how the log would keep it; nil if that is no input.
  var advice: String? {
    switch self {
    case .clock: "the clock: a log keeps the time that a reducer takes from Inputs().now"
    case .uuid: "a new identifier: a log keeps those that a reducer takes from Inputs().uuid()"
    case .random: "chance: a log keeps the numbers that a reducer draws from Inputs().generator"
    case .locale: "time zone or locale: a log keeps what a reducer takes with Inputs().value"
    case .setOrder, .crash: nil
    }
  }
}
