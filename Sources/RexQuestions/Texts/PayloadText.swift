import RexJSON
package import RexLog

/// A payload in a row of a list, as Swift spells it, without what only repeats the type.
///
///     {"refund":{"order":68,"cents":3300}}     order 68 cents 3300
///     {"move":{"_0":{"left":{"_0":42}}}}       .left(42)
///     {"type":"SET","to":3}                    to 3
package struct PayloadText: Sendable {
  private let dates: LogDates?
  private let placeholders: LogPlaceholders?

  package init(dates: LogDates?, marking placeholders: LogPlaceholders?) {
    (self.dates, self.placeholders) = (dates, placeholders)
  }

  /// A longer payload is not parsed; a row shows the beginning of its text.
  private static let bytesMax = 1 << 16
  /// A row has no room for more members, nor for longer names.
  private static let (membersMax, nameScalarsMax) = (24, 40)

  package func text(of action: LogAction, _ line: ActionLine) -> StyledText {
    guard let payload = line.shown else {
      return "\(marking(LogText.cut(action.payload.opaque ?? "")))"
    }
    guard payload.count <= Self.bytesMax,
      var value = try? JSON(parsing: payload, limits: LineLimits.json)
    else {
      let beginning = String(decoding: payload.prefix(LogText.valueBytesMax), as: UTF8.self)
      return "\(marking(LogText.cut(beginning)))"
    }
    var (keys, path) = (TypeKeys(action.type), ["action"])
    while let members = value.object, members.count == 1, let member = members.first,
      keys.take(member.key)
    {
      value = member.value
      path.append(member.key)
    }
    guard let members = value.object else { return shown(value, at: path) }
    if let single = caseText(value) { return "\(single)" }
    var text = StyledText()
    for (key, member) in members.prefix(Self.membersMax) {
      if key == "type", member == .string(action.type) { continue }
      if !text.pieces.isEmpty { text += " " }
      if !key.isUnlabeled { text += "\(key.prefix(scalars: Self.nameScalarsMax), style: .dim) " }
      text += shown(member, at: path + [key])
    }
    return members.count > Self.membersMax ? text + " …" : text
  }

  private func shown(_ value: JSON, at path: [String]) -> StyledText {
    if case .number = value,
      let date = dates?.text(of: value, inAction: JSONPointer(tokens: path))
    {
      return "\(LogText.short(date: date))"
    }
    return "\(swiftText(value))"
  }

  private func swiftText(_ value: JSON, depth: Int = 0) -> String {
    caseText(value, depth: depth) ?? marking(LogText.value(value))
  }

  /// A case of an enum with its values; nil for any other value.
  private func caseText(_ value: JSON, depth: Int = 0) -> String? {
    guard depth < Self.depthMax, let members = value.object, members.count == 1,
      let (name, inner) = members.first, let values = inner.object, name.looksLikeMemberName,
      values.count <= Self.membersMax, values.enumerated().allSatisfy({ $1.key == "_\($0)" })
    else { return nil }
    let texts = values.map { swiftText($0.value, depth: depth + 1) }
    return ".\(name)" + (texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))")
  }

  /// Enums in enums are written out this deep.
  private static let depthMax = 4

  private func marking(_ text: String) -> String { placeholders?.marking(text) ?? text }
}

extension String {
  /// Whether this is the key of a value without a label, such as `_0`.
  fileprivate var isUnlabeled: Bool {
    utf8.first == UInt8(ascii: "_") && utf8.count > 1
      && utf8.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
  }
}

extension LogText {
  /// A date without what is zero: `2026-11-25 09:30Z`.
  static func short(date: String) -> String {
    var text = date.replacing("T", with: " ", maxReplacements: 1)
    for zero in [".000Z", ":00Z"] where text.hasSuffix(zero) {
      text = text.dropLast(zero.count) + "Z"
    }
    return text
  }
}

/// The keys around the payload of an action, which its type repeats: those of nested enums.
package struct TypeKeys {
  private var rest: ArraySlice<Substring>

  package init(_ type: String) { rest = type.split(separator: ".")[...] }

  /// The keys that may come next; `_0` stands for a value without a label.
  package var next: [String] { [rest.joined(separator: "."), String(rest.first ?? "_0"), "_0"] }

  /// Goes on after a key; false if it is not one of the type's.
  package mutating func take(_ key: String) -> Bool {
    if key == rest.joined(separator: "."), !rest.isEmpty {
      rest = []
    } else if let first = rest.first, key == first {
      rest.removeFirst()
    } else if key != "_0" {
      return false
    }
    return true
  }
}
