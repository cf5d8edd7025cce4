import Foundation
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
    /// A crash in one of the runs only.
    case crash
  }

  private enum CodingKeys: String, CodingKey {
    case seq, type, source, path, first, other, run
    case likelyCause = "likely"
    case file, line
  }
}

extension Nondeterminism {
  /// The difference between two runs; an entry is nil if that run matched the recording.
  package init?(_ first: RunEntry?, _ other: RunEntry?, run: Int, nowMs: Double) {
    guard let entry = other ?? first else { return nil }
    (seq, type, source, self.run) = (entry.seq, entry.type, entry.source, run)
    (file, line) = (entry.file, entry.line)
    var isReordered = false
    if first == nil || other == nil, entry.path != nil {
      // The run without an entry has the recorded value there.
      path = entry.path
      self.first = first == nil ? entry.recorded : entry.reduced
      self.other = other == nil ? entry.recorded : entry.reduced
      isReordered = entry.isReordered
    } else {
      let patches = PatchPair(first?.patch, other?.patch)
      (path, self.first, self.other) = patches.firstDifference
      isReordered = patches.isReordering
    }
    if path == nil, first?.error != other?.error {
      (self.first, self.other) = (first?.error.map(JSON.string), other?.error.map(JSON.string))
    }
    let isCrash = [first, other].contains { $0?.isCrash == true }
    likelyCause =
      isCrash ? .crash : isReordered ? .setOrder : Cause(self.first, self.other, nowMs: nowMs)
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

  /// Whether they have the same values, or elements of an array, in a different order.
  var isReordering: Bool {
    let (_, one, two) = firstDifference
    if let one = one?.array, let two = two?.array, one.isReordering(of: two) { return true }
    return values(of: first).isReordering(of: values(of: other))
  }

  private func values(of patch: [JSON]) -> [JSON] { patch.compactMap { $0["value"] } }
}

extension Nondeterminism.Cause {
  /// The likely cause of a difference between values.
  fileprivate init(_ first: JSON?, _ other: JSON?, nowMs: Double) {
    let values = [first, other].compactMap(\.self)
    let (texts, numbers) = (values.compactMap(\.string), values.compactMap { $0.number?.double })
    if !values.isEmpty, numbers.count == values.count {
      self = numbers.allSatisfy { Self.isTime($0, nowMs: nowMs) } ? .clock : .random
    } else if !values.isEmpty, texts.count == values.count {
      self = Self.cause(texts, nowMs: nowMs)
    } else {
      self = .random
    }
  }

  private static func cause(_ texts: [String], nowMs: Double) -> Self {
    if texts.allSatisfy({ UUID(uuidString: $0) != nil }) { return .uuid }
    let digits = texts.map { $0.filter(\.isNumber) }
    if texts.count == 2, digits[0] == digits[1], !digits[0].isEmpty { return .locale }
    let year = 1970 + Int(nowMs / yearMs)
    guard texts.allSatisfy({ $0.contains(#/\d{1,2}[:.]\d{2}|\d{4}-\d{2}-\d{2}/#) }) else {
      return .random
    }
    return texts.allSatisfy { $0.contains(String(year)) } ? .clock : .locale
  }

  /// Whether a number is near the current time, in seconds since 1970 or 2001, or in milliseconds.
  private static func isTime(_ number: Double, nowMs: Double) -> Bool {
    let seconds = nowMs / 1000
    let times = [seconds, seconds - referenceSeconds, nowMs]
    return times.contains { abs(number - $0) <= abs($0) * nearness }
  }

  /// The mean year of the Gregorian calendar.
  private static let yearMs = 365.2425 * 86_400_000
  /// The time from 1970 to the reference date of `Date`, in 2001.
  private static let referenceSeconds = 978_307_200.0
  /// The relative tolerance: one or two days.
  private static let nearness = 1e-4
}
