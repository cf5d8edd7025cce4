import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions

/// Types and members that a question names, and that occur nowhere in a log.
struct UnknownNames {
  /// What is unknown, each with a name that occurs and is like it.
  private(set) var found: [(what: StyledText, nearest: String?)] = []

  /// The largest log that is read again for this.
  private static let logBytesMax = 1 << 26

  /// The unknown names in a question that found nothing.
  init(
    types: [String] = [], conditions: [Condition] = [], paths: [ValuePath] = [], in log: Log
  ) throws {
    guard log.byteCount <= Self.logBytesMax else { return }
    let types = types + conditions.flatMap(\.types)
    if !types.isEmpty {
      let known = try log.types()
      for type in types where !known.contains(type) {
        found.append(("no action has the type \(type)", known.sorted().nearest(to: type)))
      }
    }
    let steps =
      conditions.flatMap(\.dependencies).filter { $0.document != .entry }.map { ($0.steps, false) }
      + paths.compactMap { path in
        path.pointer.map { ($0.tokens.map { .name($0) }, path.text.hasPrefix("/")) }
      }
    guard !steps.isEmpty, let members = try StateMembers(log) else { return }
    for (steps, isPointer) in steps {
      guard let (path, nearest) = members.missing(steps, asPointer: isPointer),
        !found.contains(where: { $0.what == path })
      else { continue }
      found.append((path, nearest))
    }
  }

  /// The unknown names in a command of a session that found nothing.
  init(in command: DebugCommand, of log: Log) throws {
    switch command {
    case .continue(let stop?), .reverseContinue(let stop?):
      switch stop {
      case .condition(let condition), .start(let condition):
        try self.init(conditions: [condition], in: log)
      case .type(let type): try self.init(types: [type], in: log)
      case .change(let path): try self.init(paths: [path], in: log)
      case .text, .action: try self.init(in: log)
      }
    case .when(let condition): try self.init(conditions: [condition], in: log)
    case .history(let path, _), .evaluate(let path), .watch(let path):
      try self.init(paths: [path], in: log)
    default: try self.init(in: log)
    }
  }

  /// What follows the answer that there is nothing; nil if all names are known.
  var hint: String? {
    guard !found.isEmpty else { return nil }
    return found.map { unknown in
      unknown.what.plain + (unknown.nearest.map { "; did you mean \($0)?" } ?? "")
    }.joined(separator: "; ")
  }

  /// A line for each.
  func text(of log: Log) -> StyledText {
    found.reduce(into: StyledText()) { text, unknown in
      text += "\(log.name): " + unknown.what
      if let nearest = unknown.nearest { text += "; did you mean \(nearest)?" }
      text += "\n"
    }
  }
}

extension Condition {
  /// The types with which it compares the action's.
  fileprivate var types: [String] {
    text.matches(of: #/@\.type *== *["']([^"'\\]+)["']/#).map { String($0.output.1) }
  }
}

extension Log {
  /// The types of the log's actions, at most some thousands.
  func types() throws(LogError) -> Set<String> {
    var types = Set([unfinishedAction?.type].compactMap(\.self))
    let reader = reader()
    while types.count < 10_000, let record = try reader.next() {
      if record.kind == .action, let type = record.members?.type { types.insert(type) }
    }
    return types
  }
}

/// The names of all members in a log's states.
private struct StateMembers {
  private final class Node {
    var children: [String: Node] = [:]
  }

  private let root = Node()

  /// Nil if the log has more paths than can be collected.
  init?(_ log: Log) throws {
    let paths = try LeafPaths(log)
    guard !paths.isTruncated else { return nil }
    for leaf in paths.leaves where leaf.part == .state {
      var node = root
      for token in JSONPointer(leaf.path)?.tokens ?? [] {
        let child = node.children[token] ?? Node()
        node.children[token] = child
        node = child
      }
    }
  }

  /// The first member on a path that no state has, and the nearest that one has.
  func missing(
    _ steps: [Condition.Dependency.Step], asPointer isPointer: Bool
  ) -> (StyledText, nearest: String?)? {
    var (nodes, path) = ([root], isPointer ? "" : "$")
    func member(_ name: String) -> String {
      isPointer ? JSONPointer(tokens: [name]).description : ".\(name)"
    }
    for step in steps {
      var next: [Node] = []
      switch step {
      case .name(let name):
        next = nodes.compactMap { $0.children[name.isDigits ? "*" : name] ?? $0.children[name] }
        guard !next.isEmpty else {
          let nearest = nodes.flatMap(\.children.keys).sorted().nearest(to: name)
          return (
            "no recorded state has \(path + member(name))", nearest.map { path + member($0) }
          )
        }
        path += member(name)
      case .index, .anyElement:
        next = nodes.compactMap { $0.children["*"] }
        path += "[*]"
      case .anyChild:
        next = nodes.flatMap(\.children.values)
        path += ".*"
      case .oneOf, .anyDescendant: return nil
      }
      if next.isEmpty { return nil }
      nodes = next
    }
    return nil
  }
}
