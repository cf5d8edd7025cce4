import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// What a log offers in place of a word that is being typed: types, marks and paths.
struct LogCandidates {
  let log: Log

  /// A log that is larger is not read, since a person waits.
  private static let logBytesMax = 1 << 26
  private static let countMax = 1_000
  private static let bytesMax = 200

  /// Nil if the log is too large.
  init?(_ log: Log) {
    guard log.byteCount <= Self.logBytesMax else { return nil }
    self.log = log
  }

  /// The candidates that go on from what is typed, without those that a terminal would not show as
  /// they are.
  static func offered(_ candidates: [String], for partial: String) -> [String] {
    candidates.filter {
      $0.hasPrefix(partial) && $0.utf8.count <= bytesMax && $0.escapedForDisplay == $0
    }.prefix(countMax).map(\.self)
  }

  /// The types of its actions.
  var types: [String] { ((try? log.types()) ?? []).sorted() }

  /// The addresses of actions: numbers, `last`, and the labels of the marks.
  ///
  /// Of the numbers, those that go on from what is typed by at most one digit; if nothing is typed,
  /// the first and the last, or those around the current action.
  func addresses(like partial: String, near seq: Int? = nil) -> [String] {
    numbers(like: partial, near: seq) + labels
  }

  private func numbers(like partial: String, near seq: Int?) -> [String] {
    let last = log.lastSeq + (log.unfinished == nil ? 0 : 1)
    let seqs = log.session.after...max(last, log.session.after)
    if let number = Int(partial) {
      let next = number.multipliedReportingOverflow(by: 10)
      guard number > 0, !next.overflow, next.partialValue < Int.max - 9 else { return [] }
      let all = [number] + Array(next.partialValue...next.partialValue + 9)
      return all.filter(seqs.contains).map(String.init)
    }
    let shown =
      seq.map { Array(max($0, 2) - 2...$0 + 2) } ?? [seqs.lowerBound + 1, seqs.upperBound]
    return shown.filter(seqs.contains).map(String.init)
  }

  /// `last`, and the labels of the marks as addresses.
  private var labels: [String] {
    let reader = log.reader()
    var labels: Set<String> = []
    while let record = try? reader.next() {
      guard let mark = reader.mark(of: record) else { continue }
      let isPlain = SeqAddress(mark.label) == .mark(mark.label)
      labels.insert(isPlain ? mark.label : "mark:" + mark.label)
    }
    return ["last"] + labels.sorted()
  }

  /// The paths that go on from what is typed by one name, as JSON Pointers or as JSONPaths.
  ///
  /// - Parameter value: returns the value at a path.
  static func paths(like partial: String, value: (ValuePath) -> JSON?) -> [String] {
    let isQuery = partial.hasPrefix("$")
    let end = partial.lastIndex(of: isQuery ? "." : "/") ?? partial.startIndex
    let parent = String(partial[..<end])
    guard !isQuery || !parent.isEmpty, let path = try? ValuePath(parent),
      let value = value(path)
    else { return [] }
    let names: [String] =
      switch value {
      case .object(let members): members.map(\.key).sorted()
      case .array(let elements):
        isQuery ? [] : elements.indices.prefix(countMax).map { "\($0)" }
      default: []
      }
    guard isQuery else { return names.map { parent + JSONPointer(tokens: [$0]).description } }
    return names.filter(\.isMemberName).map { parent + "." + $0 }
  }

  /// The candidates for the end of a condition, and that end: a type as a text, such as
  /// `@.type == "add`, or a path, such as `$.cart.to`.
  static func ofCondition(
    _ condition: String, types: () -> [String], paths: (String) -> [String]
  ) -> (end: String, candidates: [String], ending: String) {
    let parts = condition.split(separator: "\"", omittingEmptySubsequences: false)
    if parts.count % 2 == 0, let typed = parts.last {
      let plain = types().filter { !$0.contains("\"") && !$0.contains("\\") }
      return (String(typed), plain, "\"")
    }
    var path = String(condition.reversed().prefix { !" (!&|=<>,+-*/".contains($0) }.reversed())
    if path.hasPrefix("@") { return (path, membersOfEntries, "") }
    // `$$` is the state before the action, which has the same members as a rule.
    let isBefore = path.hasPrefix("$$")
    if isBefore { path.removeFirst() }
    return (path, paths(path).filter { $0.hasPrefix("$") }, "")
  }

  /// What a condition can ask of an action.
  private static let membersOfEntries = ["type", "seq", "timeMs", "cause", "action", "source"]
    .map { "@." + $0 }
}

extension String {
  /// Whether JSONPath takes it as a member's name without quotes; only ASCII is considered.
  fileprivate var isMemberName: Bool { wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil }
}
