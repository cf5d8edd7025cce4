/// A cached part of the document, with the value it was encoded from.
///
/// The text of a fragment never changes: an update creates new ones that share unchanged parts.
enum Fragment {
  /// The elements of a collection.
  case list(ListFragment)
  /// A large struct or enum, or a long leaf.
  case value(ValueFragment)

  /// The byte in place of a fragment in the text around it, which does not occur in UTF-8.
  static let sentinel: UInt8 = 0xFF

  /// The snapshot of the value that the fragment was encoded from.
  var source: Snapshot {
    switch self {
    case .list(let list): list.source
    case .value(let value): value.source
    }
  }

  /// The size of the whole text in bytes.
  var byteCount: Int {
    switch self {
    case .list(let list): list.byteCount
    case .value(let value): value.text.byteCount
    }
  }

  /// Calls a closure with each run of the text's bytes, in order.
  func forEachRun<Failure: Error>(
    _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .list(let list): try list.forEachRun(body)
    case .value(let value): try value.text.slice.forEachRun(body)
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

/// The text of one large value, or of a long leaf.
final class ValueFragment {
  let text: FragmentedText
  let source: Snapshot
  /// The round in which the text was checked last, with everything in it; see `CheckRound`.
  var checkedRound = -1

  init(_ text: FragmentedText, source: Snapshot) {
    self.text = text
    self.source = source
  }
}
