import RexDiff
public import RexJSON

/// Suggests a migration for a log, derived from decoding errors.
///
///     No value for the key "lastActive"         .default("/messages/*/lastActive", 0)
///     No case "add"; the cases are "added"      .renameCase("add", to: "added")
///     …, and encoded without "seen"             .rename("/messages/*/seen", to: …)
///
/// The suggestions come from the findings that a grade lists. They are tested on the documents: if
/// one that decodes with them is encoded without a value that it had, nothing is suggested. What
/// the developer must supply are editor placeholders, `<#value#>`.
public struct MigrationAdvice: Sendable, Equatable {
  /// The operations on states.
  public private(set) var state: [Operation] = []
  /// The operations on actions.
  public private(set) var action: [Operation] = []
  /// The values because of which nothing is suggested: they would be lost.
  public private(set) var lost: [AdvisedPath] = []

  /// The most operations; beyond this, it is a new type rather than a changed one.
  public static let operationsMax = 32

  /// No advice.
  public init() {}

  /// Whether there is no advice.
  public var isEmpty: Bool { state.isEmpty && action.isEmpty }

  /// Longer documents are not tried, since finding the operations can take 200 decodings.
  private static let documentBytesMax = 1 << 24

  mutating func adviseState(_ document: JSON, by coding: any AppCoding) {
    guard document.byteCount(atMost: MigrationAdvice.documentBytesMax) != nil else { return }
    var search = MigrationSearch(document, state, roundTrip: coding.roundTrip(state:))
    if let found = operations(search.run()) { state = found }
  }

  mutating func adviseAction(_ document: JSON, by coding: any AppCoding) {
    guard document.byteCount(atMost: MigrationAdvice.documentBytesMax) != nil else { return }
    var search = MigrationSearch(document, action, roundTrip: coding.roundTrip(action:))
    if let found = operations(search.run()) { action = found }
  }

  private mutating func operations(_ result: MigrationSearch.Result) -> [Operation]? {
    switch result {
    case .found(let operations): return operations
    case .lossy(let paths): addLost(paths)
    case .unknown: break
    }
    return nil
  }

  private mutating func addLost(_ paths: [AdvisedPath]) {
    for path in paths where lost.count < LogGrade.pathsMax && !lost.contains(path) {
      lost.append(path)
    }
  }

  /// Withdraws the operations on states if a state loses values by them.
  mutating func checkState(_ document: JSON, by coding: any AppCoding) {
    guard !state.isEmpty else { return }
    let paths = state.lostPaths(of: document, by: coding.roundTrip(state:))
    if !paths.isEmpty { state = [] }
    addLost(paths)
  }

  /// Withdraws the operations on actions if an action loses values by them.
  mutating func checkAction(_ document: JSON, by coding: any AppCoding) {
    guard !action.isEmpty else { return }
    let paths = action.lostPaths(of: document, by: coding.roundTrip(action:))
    if !paths.isEmpty { action = [] }
    addLost(paths)
  }

  /// A suggested operation.
  public enum Operation: Sendable, Equatable {
    /// Adds a member; nil if the developer must supply the value.
    case setDefault(AdvisedPath, JSON?)
    /// Gives a member another key.
    case rename(AdvisedPath, String)
    /// Renames a case at a path; nil if the developer must supply the new name.
    case renameCase(String, String?, AdvisedPath)
  }
}

/// A path in a suggested operation, with `*` in place of array indexes.
public struct AdvisedPath: Sendable, Equatable {
  /// The tokens; nil is `*`.
  var tokens: [String?]

  init(_ codingPath: [any CodingKey]) {
    tokens = codingPath.map { $0.intValue == nil ? $0.stringValue : nil }
  }

  /// The path for a position in a document.
  init(_ pointer: JSONPointer, in document: JSON) {
    var value: JSON? = document
    tokens = pointer.tokens.map { token in
      let isElement = value?.array != nil
      value = value?[JSONPointer(tokens: [token])]
      return isElement ? nil : token
    }
  }

  var parent: ArraySlice<String?> { tokens.dropLast() }

  /// The member's key; nil for an element.
  var key: String? { tokens.last ?? nil }

  /// Whether it leads to a member of an object at a path, in which nil is any key.
  func isMember(of parent: ArraySlice<String?>) -> Bool {
    parent.count == tokens.count - 1 && zip(parent, tokens).allSatisfy { $0 == nil || $0 == $1 }
  }

  /// The path in the syntax of migrations.
  public var description: String {
    tokens.map { $0.map { JSONPointer(tokens: [$0]).description } ?? "/*" }.joined()
  }

  /// The path of a sibling member.
  func renamed(_ key: String) -> AdvisedPath {
    var renamed = self
    renamed.tokens[tokens.count - 1] = key
    return renamed
  }

  /// A path that matches both paths if they differ in one key before the last; else nil.
  func merged(with other: AdvisedPath) -> AdvisedPath? {
    guard tokens.count == other.tokens.count, tokens.last == other.tokens.last else { return nil }
    let differing = tokens.indices.filter { tokens[$0] != other.tokens[$0] }
    guard differing.count == 1 else { return nil }
    var merged = self
    merged.tokens[differing[0]] = nil
    return merged
  }
}

extension MigrationAdvice.Operation {
  /// The migration operation; nil if the developer must supply something.
  var operation: Migration.Operation? {
    switch self {
    case .setDefault(let path, let value?): .default(path.description, value)
    case .rename(let path, let key):
      .rename(path.description, to: path.renamed(key).description)
    case .renameCase(let name, let newName?, let path):
      .renameCase(name, to: newName, at: path.description)
    case .setDefault(_, nil), .renameCase(_, nil, _): nil
    }
  }
}
