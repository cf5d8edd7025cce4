import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexTimeline

/// A kind of change: what happened, and the form of the path at which it did.
///
///     add      /orders/17/lines/0        added /orders/*/lines/*
///     replace  /badge             3 → 2  decreased /badge
package struct ChangeKind: Hashable, Sendable {
  package var verb: Verb
  /// The path, with `*` for indexes and for keys that are data.
  package var path: String

  package enum Verb: String, Sendable {
    case added, removed, changed, increased, decreased, moved
    /// Nothing was changed.
    case nothing
    /// The value had changed since the action's cause, by an action that the cause had not caused.
    case late
  }

  static let nothing = ChangeKind(verb: .nothing, path: "")

  /// In a fixed order of kinds.
  static func < (left: ChangeKind, right: ChangeKind) -> Bool {
    (left.path, left.verb.rawValue) < (right.path, right.verb.rawValue)
  }
}

/// What an action changed: each kind of change, with the path at which it happened; nil if that is
/// too long to be followed.
struct ActionChanges {
  private(set) var all: [(kind: ChangeKind, path: String?)] = []
  /// The placeholders of the log, which tell nothing about the order of the numbers.
  private let placeholders: LogPlaceholders?

  /// The deepest objects whose members are compared.
  private static let depthMax = 8
  /// The longest path that is followed, since each name in it takes memory.
  private static let pathBytesMax = 256
  /// The longest form of a path; the names after it are left out.
  private static let formBytesMax = 256

  init(_ change: FocusedChange?, marking placeholders: LogPlaceholders?) {
    self.placeholders = placeholders
    guard let change else { return }
    for (operation, inverse) in zip(change.operations, change.inverses) {
      add(operation, undoneBy: inverse.operations.last)
    }
  }

  private mutating func add(
    _ operation: JSONPatch.Operation, undoneBy inverse: JSONPatch.Operation?
  ) {
    let place = Place(operation.path)
    switch (operation, inverse) {
    case (.test, _): return
    case (.add(_, let new), .replace(_, let old)), (.replace(_, let new), .replace(_, let old)):
      addChange(from: old, to: new, at: place)
    case (.add, _), (.copy, _): add(.added, place)
    case (.replace, _): add(.changed, place)
    case (.remove, _): add(.removed, place)
    case (.move(let from, _), _):
      let source = Place(from)
      guard source.form != place.form else { return add(.moved, place) }
      add(.removed, source)
      add(.added, place)
    }
  }

  /// Adds what differs between two values; of objects, each member.
  private mutating func addChange(from old: JSON, to new: JSON, at place: Place) {
    switch (old, new) {
    case (.number(let old), .number(let new)) where !isUnknown(old) && !isUnknown(new):
      if old.isNumericallyLess(than: new) { add(.increased, place) }
      if new.isNumericallyLess(than: old) { add(.decreased, place) }
    case (.object(let old), .object(let new)) where place.depth < Self.depthMax:
      for (key, value) in new {
        let member = place.appending(key)
        guard let before = old[key] else {
          add(.added, member)
          continue
        }
        if before != value { addChange(from: before, to: value, at: member) }
      }
      for (key, _) in old where new[key] == nil { add(.removed, place.appending(key)) }
    default: add(.changed, place)
    }
  }

  private func isUnknown(_ number: JSONNumber) -> Bool {
    placeholders?.isUnknown(.number(number)) ?? false
  }

  private mutating func add(_ verb: ChangeKind.Verb, _ place: Place) {
    all.append((ChangeKind(verb: verb, path: place.form), place.path))
  }

  /// A path and its form.
  private struct Place {
    var path: String? = ""
    var form = ""
    var depth = 0

    init(_ pointer: JSONPointer) {
      for token in pointer.tokens { append(token) }
    }

    func appending(_ token: String) -> Place {
      var place = self
      place.append(token)
      return place
    }

    private mutating func append(_ token: String) {
      let isFollowed = (path?.utf8.count ?? 0) + token.utf8.count < pathBytesMax
      path = isFollowed ? path.map { $0 + JSONPointer(tokens: [token]).description } : nil
      depth += 1
      guard form.utf8.count <= formBytesMax else { return }
      let shown = token.looksLikeMemberName && token.utf8.count <= formBytesMax ? token : "*"
      form += "/" + (form.utf8.count + shown.utf8.count < formBytesMax ? shown : "…")
    }
  }
}
