/// A part of the document that is kept for itself, together with the value it was encoded from.
///
/// Parts never change: an update makes new ones that share what stayed the same.
enum Part {
  /// The elements of a collection.
  case list(ListPart)
  /// A big struct or enum, or a long leaf.
  case value(ValuePart)

  /// The byte that stands for a part in the text around it; no UTF-8 text contains it.
  static let mark: UInt8 = 0xFF

  /// What the part was encoded from.
  var source: Snapshot {
    switch self {
    case .list(let list): list.source
    case .value(let value): value.source
    }
  }

  /// The bytes of the whole text.
  var byteCount: Int {
    switch self {
    case .list(let list): list.byteCount
    case .value(let value): value.text.byteCount
    }
  }

  func write(into bytes: inout [UInt8]) {
    switch self {
    case .list(let list): list.write(into: &bytes)
    case .value(let value): value.text.slice.write(into: &bytes)
    }
  }

  static func !== (left: Part, right: Part) -> Bool { !(left === right) }

  static func === (left: Part, right: Part) -> Bool {
    switch (left, right) {
    case (.list(let left), .list(let right)): left === right
    case (.value(let left), .value(let right)): left === right
    default: false
    }
  }
}

/// The text of one big value, or of a long leaf.
final class ValuePart {
  let text: MarkedText
  let source: Snapshot

  init(_ text: MarkedText, source: Snapshot) {
    self.text = text
    self.source = source
  }
}
