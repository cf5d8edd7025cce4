import RexJSON

/// An error in one entry, before its position in the log is known.
struct EntryError: Error {
  var kind: LogError.Kind

  init(_ kind: LogError.Kind) { self.kind = kind }
}

/// Typed access to an object's members; errors name a member by its JSON Pointer.
struct EntryMembers {
  var json: JSON
  var path: String

  func optional(_ key: String) -> JSON? { json[key] }

  func required(_ key: String) throws(EntryError) -> JSON {
    guard let value = json[key] else { throw EntryError(.missingMember("\(path)/\(key)")) }
    return value
  }

  func string(_ key: String) throws(EntryError) -> String {
    let value = try required(key)
    guard let text = value.string else { throw wrong(key, "a string", value) }
    return text
  }

  /// A string of at most `LineLimits.nameBytesMax` bytes.
  func label(_ key: String) throws(EntryError) -> String {
    let text = try string(key)
    guard text.utf8.count <= LineLimits.nameBytesMax else {
      throw EntryError(.tooLong(limit: LineLimits.nameBytesMax))
    }
    return text
  }

  func optionalString(_ key: String) throws(EntryError) -> String? {
    optional(key) == nil ? nil : try string(key)
  }

  func double(_ key: String) throws(EntryError) -> Double {
    let value = try required(key)
    guard let double = value.number?.double else {
      throw wrong(key, "a number that a Double holds", value)
    }
    return double
  }

  func natural(_ key: String, from least: Int = 0) throws(EntryError) -> Int {
    let value = try required(key)
    let naturals = least..<Int.naturalEnd
    guard let integer = value.number?.exactly(Int.self), naturals.contains(integer) else {
      throw wrong(key, "an integer from \(least) to \(Int.naturalEnd - 1)", value)
    }
    return integer
  }

  func optionalNatural(_ key: String, from least: Int) throws(EntryError) -> Int? {
    optional(key) == nil ? nil : try natural(key, from: least)
  }

  func naturalOrZero(_ key: String) throws(EntryError) -> Int {
    optional(key) == nil ? 0 : try natural(key)
  }

  func doubleOrZero(_ key: String) throws(EntryError) -> Double {
    optional(key) == nil ? 0 : try double(key)
  }

  func object(_ key: String) throws(EntryError) -> EntryMembers {
    let value = try required(key)
    guard value.object != nil else { throw wrong(key, "an object", value) }
    return EntryMembers(json: value, path: "\(path)/\(key)")
  }

  func optionalObject(_ key: String) throws(EntryError) -> EntryMembers? {
    optional(key) == nil ? nil : try object(key)
  }

  private func wrong(_ key: String, _ expected: String, _ found: JSON) -> EntryError {
    EntryError(.wrongMember("\(path)/\(key)", expected: expected, found: found.withoutContents))
  }
}

extension JSON {
  /// The value with empty contents, so that an error takes little memory.
  fileprivate var withoutContents: JSON {
    switch self {
    case .null, .bool, .number: self
    case .string: ""
    case .array: []
    case .object: [:]
    }
  }
}
