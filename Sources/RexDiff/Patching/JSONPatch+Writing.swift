public import RexJSON

extension JSONPatch {
  /// The text of a patch without operations.
  package static let emptyText: [UInt8] = [UInt8(ascii: "["), UInt8(ascii: "]")]

  /// The patch as a document, an array of operations with op, from, path and value in this order.
  public var json: JSON { .array(operations.map(\.json)) }

  /// Appends the patch as compact JSON, equal to that of `json`.
  public func write(into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, operation) in operations.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      operation.write(into: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension JSONPatch: CustomStringConvertible {
  /// The compact JSON text.
  public var description: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONPatch.Operation {
  /// The name of the operation in RFC 6902.
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

  /// The path that the operation changes or tests.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path),
      .copy(_, let path), .test(let path, _):
      path
    }
  }

  /// The source path of a move or a copy; nil for other operations.
  public var from: JSONPointer? {
    switch self {
    case .move(let from, _), .copy(let from, _): from
    default: nil
    }
  }

  /// The value of the operation; nil if it has none.
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

  /// Appends the operation, with `base`, an escaped pointer, prepended to its own pointers.
  func write(into bytes: inout [UInt8], below base: [UInt8] = []) {
    bytes += #"{"op":""#.utf8
    bytes += name.utf8
    if let from {
      bytes += #"","from":"#.utf8
      from.write(into: &bytes, below: base)
      bytes += #","path":"#.utf8
    } else {
      bytes += #"","path":"#.utf8
    }
    path.write(into: &bytes, below: base)
    if let value {
      bytes += #","value":"#.utf8
      value.write(into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension JSONPointer {
  fileprivate func write(into bytes: inout [UInt8], below base: [UInt8]) {
    let start = bytes.count
    description.writeQuoted(into: &bytes)
    bytes.insert(contentsOf: base, at: start + 1)
  }
}
