/// A fragment of the document that is kept for itself, together with the value it was encoded from.
///
/// Fragments never change: an update makes new ones that share what stayed the same.
enum Fragment {
  /// The elements of a collection.
  case list(ListFragment)
  /// A big struct or enum, or a long leaf.
  case value(ValueFragment)

  /// The byte that stands for a fragment in the text around it; no UTF-8 text contains it.
  static let sentinel: UInt8 = 0xFF

  /// What the fragment was encoded from.
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

  static func !== (left: Fragment, right: Fragment) -> Bool { !(left === right) }

  static func === (left: Fragment, right: Fragment) -> Bool {
    switch (left, right) {
    case (.list(let left), .list(let right)): left === right
    case (.value(let left), .value(let right)): left === right
    default: false
    }
  }
}

/// The text of one big value, or of a long leaf.
final class ValueFragment {
  let text: FragmentedText
  let source: Snapshot

  init(_ text: FragmentedText, source: Snapshot) {
    self.text = text
    self.source = source
  }
}
