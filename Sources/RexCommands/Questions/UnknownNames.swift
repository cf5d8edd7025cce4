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
    types: [TypePattern] = [], conditions: [Condition] = [], paths: [ValuePath] = [], in log: Log
  ) throws {
    guard log.byteCount <= Self.logBytesMax else { return }
    let exactTypes = conditions.flatMap(\.types)
    if !types.isEmpty || !exactTypes.isEmpty {
      let known = try log.types()
      for type in exactTypes where !known.contains(type) {
        found.append(("no action has the type \(type)", known.sorted().nearest(to: type)))
      }
      for type in types where !known.contains(where: type.matches) {
        let nearest = known.sorted().nearest(to: type.text) ?? known.features.nearest(to: type.text)
        found.append(("no action has the type \(type.text)", nearest))
      }
    }
    let steps: [([Condition.Dependency.Step], Notation)] =
      conditions.flatMap(\.dependencies).filter { !LogMembers.areKnown($0) }.map {
        ($0.steps, $0.document == .entry ? .entry : .query)
      } + paths.map { ($0.members, $0.text.hasPrefix("/") ? .pointer : .path) }
    guard !steps.isEmpty, let members = try LogMembers(log) else { return }
    for (steps, notation) in steps {
      guard let (path, nearest) = members.missing(steps, notation),
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
      case .type(let type): try self.init(types: [TypePattern(type)], in: log)
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

/// How a path to a member is written.
private enum Notation {
  /// `/cart/total`
  case pointer
  /// `$.cart.total`, a path to one value
  case path
  /// `$.cart.total`, in a condition
  case query
  /// `@.action.add.price`, in an action's line
  case entry

  func path(to name: String, below path: String) -> String {
    if self == .pointer { return path + JSONPointer(tokens: [name]).description }
    let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    let needsQuotes = !isWord || name.first?.isNumber ?? true
    return path + (needsQuotes ? Condition.Dependency.Step.name(name).description : ".\(name)")
  }

  /// How a member of one element of a list, or of each, is asked for.
  func path(toEach name: String, below path: String, _ tokens: [String]) -> String {
    switch self {
    case .pointer, .path:
      "\(JSONPointer(tokens: tokens + ["0", name])) or \(JSONPointer(tokens: tokens + ["*", name]))"
    case .query, .entry:
      self.path(to: name, below: path + "[*]") + " or "
        + self.path(to: name, below: path + "[?@") + " …]"
    }
  }
}

extension Set<String> {
  /// What the types are nested in: `cart` and `cart.line` for `cart.line.setCount`.
  fileprivate var features: [String] {
    var features: Set<Substring> = []
    for type in self {
      for end in type.indices where type[end] == "." { features.insert(type[..<end]) }
    }
    return features.map(String.init).sorted()
  }
}

/// The names of all members in a log's states and in its actions' payloads.
private struct LogMembers {
  private final class Node {
    var children: [String: Node] = [:]

    /// Adds the members on a path.
    func add(_ path: String) {
      var node = self
      for token in JSONPointer(path)?.tokens ?? [] {
        let child = node.children[token] ?? Node()
        node.children[token] = child
        node = child
      }
    }
  }

  private let state = Node()
  private let entry = Node()

  /// The members of an action's line; of all but the payload, only the name is looked at.
  private static let entryMembers = [
    "kind", "seq", "timeMs", "cause", "type", "action", "opaque", "seen", "actionLeftOut", "path",
    "actionDates", "source", "inputs", "originSeq", "edited", "tookMs", "error", "exact", "dates",
    "patch", "leftOut",
  ]

  /// Whether values are members of any action's line, or all of it.
  static func areKnown(_ values: Condition.Dependency) -> Bool {
    guard values.document == .entry else { return false }
    guard case .name(let name)? = values.steps.first, name != "action" else {
      return values.steps.first != .name("action")
    }
    return entryMembers.contains(name)
  }

  /// Nil if the log has more paths than can be collected.
  init?(_ log: Log) throws {
    let paths = try LeafPaths(log)
    guard !paths.isTruncated else { return nil }
    for name in Self.entryMembers { entry.add("/" + name) }
    for leaf in paths.leaves {
      switch leaf.part {
      case .state: state.add(leaf.path)
      case .action: entry.add("/action" + leaf.path)
      case .opaque, .error, .mark: continue
      }
    }
  }

  /// The first member on a path that no state or no action has, and the nearest that one has.
  func missing(
    _ steps: [Condition.Dependency.Step], _ notation: Notation
  ) -> (StyledText, nearest: String?)? {
    var (nodes, path, tokens) = ([state], notation == .pointer ? "" : "$", [String]())
    if notation == .entry { (nodes, path) = ([entry], "@") }
    for step in steps {
      var next: [Node] = []
      switch step {
      case .name(let name):
        next = nodes.compactMap { $0.children[name.isDigits ? "*" : name] ?? $0.children[name] }
        guard !next.isEmpty else {
          let owner = notation == .entry ? "action" : "recorded state"
          let meant =
            Self.nearest(to: name, in: nodes).map { notation.path(to: $0, below: path) }
            ?? Self.nearest(to: name, in: nodes.compactMap { $0.children["*"] }).map {
              notation.path(toEach: $0, below: path, tokens)
            }
          return ("no \(owner) has \(notation.path(to: name, below: path))", meant)
        }
        path = notation.path(to: name, below: path)
        tokens.append(name)
      case .index, .anyElement:
        next = nodes.compactMap { $0.children["*"] }
        tokens.append("*")
        path += notation == .pointer ? "/*" : "[*]"
      case .anyChild:
        next = nodes.flatMap(\.children.values)
        tokens.append("*")
        path += notation == .pointer ? "/*" : ".*"
      case .oneOf, .anyDescendant: return nil
      }
      if next.isEmpty { return nil }
      nodes = next
    }
    return nil
  }

  private static func nearest(to name: String, in nodes: [Node]) -> String? {
    nodes.flatMap(\.children.keys).filter { $0 != "*" }.sorted().nearest(to: name)
  }
}
