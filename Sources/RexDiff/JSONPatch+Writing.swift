public import RexJSON

extension JSONPatch {
  /// The patch as a document: an array of operations, each with op, from, path, value in order.
  public var json: JSON { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  /// The operation's name in RFC 6902.
  public var name: String {
    switch self {
    case .add: "add"
    case .remove: "remove"
    case .replace: "replace"
    case .move: "move"
    case .copy: "copy"
    case .test: "test"
    }
  }

  /// The place that the operation changes, or tests.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path),
      .copy(_, let path), .test(let path, _):
      path
    }
  }

  /// The place that a move or a copy takes its value from.
  public var from: JSONPointer? {
    switch self {
    case .move(let from, _), .copy(let from, _): from
    default: nil
    }
  }

  /// The value that the operation carries.
  public var value: JSON? {
    switch self {
    case .add(_, let value), .replace(_, let value), .test(_, let value): value
    default: nil
    }
  }

  var json: JSON {
    var members = JSONObject()
    members["op"] = .string(name)
    members["from"] = from.map { .string($0.description) }
    members["path"] = .string(path.description)
    members["value"] = value
    return .object(members)
  }
}
