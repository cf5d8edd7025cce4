public import RexJSON

/// Converts logs of older versions of an app to the form that this build decodes.
///
///     ReplayableApp(
///       name: "TeamChat",
///       migrations: [
///         Migration(
///           before: "2.0",
///           state: [.default("/messages/*/reactions", []), .rename("/name", to: "/title")],
///           action: [.renameCase("add", to: "added")])
///       ],
///       reducer: teamChatReducer)
///
/// A log gets the migrations with a version newer than its own, oldest first. They apply to
/// keyframes, patches and actions.
public struct Migration: Sendable {
  /// The first version of the app that does not need this migration.
  ///
  /// Versions are compared number by number: `1.9` is older than `1.10`, and `2.0` is `2`. A
  /// pre-release such as `2.0-beta.1` is older than `2.0`. A log without a version is older than
  /// any version.
  public var version: String
  /// The operations on each state, in order.
  public var state: [Operation]
  /// The operations on each encoded action, in order.
  public var action: [Operation]

  /// A migration for logs of earlier versions than `version`.
  public init(before version: String, state: [Operation] = [], action: [Operation] = []) {
    (self.version, self.state, self.action) = (version, state, action)
  }

  /// One change to a document.
  ///
  /// Paths are JSON Pointers whose tokens are keys of objects; `*` is every member of an object and
  /// every element of an array. If a path leads nowhere, the document is unchanged. An invalid path
  /// is a programming error.
  public struct Operation: Sendable {
    let change: Change

    enum Change: Sendable {
      case edit(DocumentEdit)
      case document(@Sendable (JSON) throws -> JSON)
    }

    /// Adds a member with this value where it is missing.
    public static func `default`(_ path: String, _ value: JSON) -> Operation {
      let (parent, key) = parentAndKey(of: path)
      return Operation(change: .edit(DocumentEdit(path: parent, change: .setDefault(key, value))))
    }

    /// Renames a member; if there is already one with the new key, that one is kept.
    ///
    /// The paths must differ only in their last token.
    public static func rename(_ path: String, to newPath: String) -> Operation {
      let (parent, key) = parentAndKey(of: path)
      let (newParent, newKey) = parentAndKey(of: newPath)
      precondition(
        parent == newParent,
        "a migration renames \(path) within its object, not to \(newPath); move it by .document")
      return Operation(change: .edit(DocumentEdit(path: parent, change: .rename(key, newKey))))
    }

    /// Removes a member.
    public static func remove(_ path: String) -> Operation {
      let (parent, key) = parentAndKey(of: path)
      return Operation(change: .edit(DocumentEdit(path: parent, change: .remove(key))))
    }

    /// Renames an enum case at a path, by default at the root.
    ///
    /// A case is a string, or the key of an object that holds its payload. A registered type of
    /// action is renamed in the same way.
    public static func renameCase(
      _ name: String, to newName: String, at path: String = ""
    ) -> Operation {
      Operation(
        change: .edit(DocumentEdit(path: steps(of: path), change: .renameCase(name, newName))))
    }

    /// Changes the whole document with a closure, if no other operation fits.
    ///
    /// For states this is slow: every patch is recomputed as the difference between two whole
    /// states.
    public static func document(
      _ change: @escaping @Sendable (JSON) throws -> JSON
    ) -> Operation {
      Operation(change: .document(change))
    }
  }
}

extension Migration.Operation {
  private static func parentAndKey(of path: String) -> ([DocumentEdit.Step], String) {
    let steps = steps(of: path)
    guard case .key(let key) = steps.last else {
      preconditionFailure("the path of a migration ends with a key, which \(path) does not")
    }
    return (steps.dropLast(), key)
  }

  private static func steps(of path: String) -> [DocumentEdit.Step] {
    guard let pointer = JSONPointer(path) else {
      preconditionFailure("\(path) is not a path: write a JSON Pointer, such as /a/b")
    }
    return pointer.tokens.map { $0 == "*" ? .each : .key($0) }
  }
}
