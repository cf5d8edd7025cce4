import RexDiff
public import RexJSON

/// Suggests a migration for a log, derived from decoding errors.
///
///     No value for the key "lastActive"         .default("/messages/*/lastActive", 0)
///     No case "add"; the cases are "added"      .renameCase("add", to: "added")
///     decoded, and encoded without "colour"     .remove("/colour")
///     Expected Int but found a string           .document { … }
///
/// The suggestions come from the findings that a grade lists. Values for missing members and names
/// for unknown cases are tested on the document. Values that the developer must supply are editor
/// placeholders, `<#value#>`.
public struct MigrationAdvice: Sendable, Equatable {
  /// The operations on states.
  public private(set) var state: [Operation] = []
  /// The operations on actions.
  public private(set) var action: [Operation] = []

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
    state = search.run()
  }

  mutating func adviseAction(_ document: JSON, by coding: any AppCoding) {
    guard document.byteCount(atMost: MigrationAdvice.documentBytesMax) != nil else { return }
    var search = MigrationSearch(document, action, roundTrip: coding.roundTrip(action:))
    action = search.run()
  }

  /// A suggested operation.
  public enum Operation: Sendable, Equatable {
    /// Adds a member; nil if the developer must supply the value.
    case setDefault(AdvisedPath, JSON?)
    /// Gives a member another key.
    case rename(AdvisedPath, String)
    /// Removes a member.
    case remove(AdvisedPath)
    /// Renames a case at a path; nil if the developer must supply the new name.
    case renameCase(String, String?, AdvisedPath)
    /// Changes the value at a path with a closure that the developer must write.
    case document(AdvisedPath)
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
    case .remove(let path): .remove(path.description)
    case .renameCase(let name, let newName?, let path):
      .renameCase(name, to: newName, at: path.description)
    case .setDefault(_, nil), .renameCase(_, nil, _), .document: nil
    }
  }
}
