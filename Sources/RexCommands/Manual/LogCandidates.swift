import RexJSON
import RexLog
import RexQuery
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

  /// `last`, and the labels of the marks as addresses.
  var addresses: [String] {
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
}

extension String {
  /// Whether JSONPath takes it as a member's name without quotes; only ASCII is considered.
  fileprivate var isMemberName: Bool { wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil }
}
