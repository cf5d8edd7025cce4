import RexDiff
import RexJSON
package import RexLog

/// The paths of all values in a log, for a privacy review.
///
///     state   string   /messages/*/body
///     action  string   sendMessage /sendMessage/body
///
/// A number in a path, whether index or key, is shown as `*`. So even a long log gives about one
/// line for each member of the app's types, unless dictionary keys are data.
package struct LeafPaths: Sendable {
  /// The position and kind of a value.
  package struct Leaf: Hashable, Encodable, Sendable {
    package var part: Part
    /// The action's type or the mark's label; empty for states.
    package var label = ""
    package var path = ""
    package var kind: String

    package func encode(to encoder: any Encoder) throws {
      var document = encoder.container(keyedBy: CodingKeys.self)
      try document.encode(part, forKey: .part)
      if !label.isEmpty { try document.encode(label, forKey: .type) }
      try document.encode(path, forKey: .path)
      try document.encode(kind, forKey: .kind)
    }

    private enum CodingKeys: CodingKey { case part, type, path, kind }
  }

  /// The parts of a log that contain the app's data.
  package enum Part: String, Encodable, Sendable, CaseIterable, Comparable {
    case state, action, opaque, error, mark

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  package private(set) var leaves: Set<Leaf> = []
  /// Whether the limit was exceeded.
  package private(set) var isTruncated = false

  /// The most paths collected; if keys are data, each key has its own path.
  private static let leavesMax = 100_000
  /// The longest path collected: a long key would be repeated in the path of each value below it.
  private static let pathBytesMax = 1024
  /// The most paths visited for moves and copies, each of which looks through all paths.
  private let visitedCountMax: Int
  private var visitedCount = 0

  /// No paths.
  package init(visitedCountMax: Int = 50_000_000) { self.visitedCountMax = visitedCountMax }

  package init(_ log: Log, visitedCountMax: Int = 50_000_000) throws(LogError) {
    self.visitedCountMax = visitedCountMax
    let reader = log.reader()
    while let record = try reader.next() {
      switch try reader.entry(of: record) {
      case .keyframe(let keyframe): add(keyframe.state, Leaf(part: .state, kind: ""))
      case .action(let action): add(action)
      case .mark(let mark):
        insert(Leaf(part: .mark, label: mark.label, kind: "string"))
        if let data = mark.data { add(data, Leaf(part: .mark, label: mark.label, kind: "")) }
      default: continue
      }
    }
    if let action = log.unfinished?.action {
      add(action, Leaf(part: .action, label: log.unfinished?.type ?? "", kind: ""))
    }
  }

  /// Adds the paths of another log.
  package mutating func formUnion(_ other: LeafPaths) {
    isTruncated = isTruncated || other.isTruncated
    for leaf in other.leaves { insert(leaf) }
  }

  /// The leaves by part, label and path.
  package var sorted: [Leaf] {
    leaves.sorted {
      ($0.part, $0.label, $0.path, $0.kind) < ($1.part, $1.label, $1.path, $1.kind)
    }
  }

  private mutating func add(_ action: LogAction) {
    if let json = action.shown { add(json, Leaf(part: .action, label: action.type, kind: "")) }
    if case .opaque = action.payload {
      insert(Leaf(part: .opaque, label: action.type, kind: "string"))
    }
    if action.result?.error != nil {
      insert(Leaf(part: .error, label: action.type, kind: "string"))
    }
    for operation in action.result?.patch?.operations ?? [] {
      switch operation {
      case .add(let pointer, let value), .replace(let pointer, let value),
        .test(let pointer, let value):
        add(value, Leaf(part: .state, path: pointer.leafPath, kind: ""))
      case .remove: continue
      case .move(let from, let pointer), .copy(let from, let pointer):
        copyLeaves(from: from.leafPath, to: pointer.leafPath)
      }
    }
  }

  /// Copies the leaves at one path of the state to another path.
  private mutating func copyLeaves(from source: String, to target: String) {
    guard source != target else { return }
    visitedCount += leaves.count
    guard visitedCount <= visitedCountMax,
      max(source.utf8.count, target.utf8.count) <= Self.pathBytesMax
    else {
      isTruncated = true
      return
    }
    for leaf in leaves where leaf.part == .state {
      guard leaf.path == source || leaf.path.hasPrefix(source + "/") else { continue }
      insert(Leaf(part: .state, path: target + leaf.path.dropFirst(source.count), kind: leaf.kind))
    }
  }

  /// Adds all leaves of a value; the parser's depth limit bounds the recursion.
  private mutating func add(_ value: JSON, _ leaf: Leaf) {
    guard leaf.path.utf8.count <= Self.pathBytesMax else {
      isTruncated = true
      return
    }
    var leaf = leaf
    switch value {
    case .array(let elements) where !elements.isEmpty:
      leaf.path += "/*"
      for element in elements { add(element, leaf) }
    case .object(let object) where !object.isEmpty:
      for (key, value) in object {
        var inner = leaf
        inner.path += key.leafToken
        add(value, inner)
      }
    default:
      leaf.kind = value.kind
      insert(leaf)
    }
  }

  private mutating func insert(_ leaf: Leaf) {
    if leaves.count < Self.leavesMax {
      leaves.insert(leaf)
    } else if !leaves.contains(leaf) {
      isTruncated = true
    }
  }
}

extension JSONPointer {
  fileprivate var leafPath: String { tokens.map(\.leafToken).joined() }
}

extension String {
  /// Whether this is a whole number without a sign.
  package var isDigits: Bool {
    !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// A token of a pointer (RFC 6901), with `*` for a number or the end of an array.
  fileprivate var leafToken: String {
    if self == "-" || isDigits { return "/*" }
    return JSONPointer(tokens: [self]).description
  }
}
