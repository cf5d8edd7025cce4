import RexDiff
public import RexJSON

/// The operations of a migration that a log wants, worked out from what cannot be decoded.
///
///     No value for the key "lastActive"         .default("/messages/*/lastActive", 0)
///     No case "add"; the cases are "added"      .renameCase("add", to: "added")
///     decoded, and encoded without "colour"     .remove("/colour")
///     Expected Int but found a string           .document { … }
///
/// They come from the first findings that a grade lists. Each is tried on the document before it is
/// given; what a developer has to fill in is an editor placeholder, `<#value#>`.
public struct MigrationAdvice: Sendable, Equatable {
  /// What is to be done to states.
  public private(set) var state: [Operation] = []
  /// What is to be done to actions.
  public private(set) var action: [Operation] = []

  /// More operations than this are a new type, which nobody migrates by a list.
  public static let operationsMax = 32

  /// No advice.
  public init() {}

  /// Whether there is none.
  public var isEmpty: Bool { state.isEmpty && action.isEmpty }

  /// A longer document is not tried: finding its operations can take decoding it 200 times.
  private static let documentBytesMax = 1 << 24

  mutating func adviseState(_ document: JSON, by coding: any AppCoding) {
    guard document.byteCount(atMost: MigrationAdvice.documentBytesMax) != nil else { return }
    var trial = MigrationTrial(document, state) { (state) throws(ReductionError) in
      try coding.recode(state: state)
    }
    state = trial.run()
  }

  mutating func adviseAction(_ document: JSON, by coding: any AppCoding) {
    guard document.byteCount(atMost: MigrationAdvice.documentBytesMax) != nil else { return }
    var trial = MigrationTrial(document, action) { (action) throws(ReductionError) in
      try coding.recode(action: action)
    }
    action = trial.run()
  }

  /// An operation that is advised.
  public enum Operation: Sendable, Equatable {
    /// Adds a member; nil where the value is to be filled in.
    case setDefault(AdvisedPath, JSON?)
    /// Gives a member another key.
    case rename(AdvisedPath, String)
    /// Removes a member.
    case remove(AdvisedPath)
    /// Renames a case at a path; nil where the new name is to be filled in.
    case renameCase(String, String?, AdvisedPath)
    /// Changes the value at a path by a closure that is to be written.
    case document(AdvisedPath)
  }
}

/// A path in an operation that is advised; an index is every element.
public struct AdvisedPath: Sendable, Equatable {
  /// The tokens; nil is `*`.
  var tokens: [String?]

  init(_ codingPath: [any CodingKey]) {
    tokens = codingPath.map { $0.intValue == nil ? $0.stringValue : nil }
  }

  /// The path of a place in a document.
  init(_ pointer: JSONPointer, in document: JSON) {
    var value: JSON? = document
    tokens = pointer.tokens.map { token in
      let isElement = value?.array != nil
      value = value?[JSONPointer(tokens: [token])]
      return isElement ? nil : token
    }
  }

  var parent: ArraySlice<String?> { tokens.dropLast() }

  /// The path as a migration takes it.
  public var description: String {
    tokens.map { $0.map { JSONPointer(tokens: [$0]).description } ?? "/*" }.joined()
  }

  /// The path of a member beside this one.
  func renamed(_ key: String) -> AdvisedPath {
    var renamed = self
    renamed.tokens[tokens.count - 1] = key
    return renamed
  }

  /// A path that leads to both places, which differ in one key on the way; nil for others.
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
  /// What can be tried; nil where something is to be filled in.
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
