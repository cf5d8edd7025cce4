public import RexJSON

/// What a condition's result depends on, so that it need not be evaluated after every action.
extension Condition {
  /// Places in a document whose change may change a condition's result.
  ///
  ///     $.cart.total < 0          $.cart.total
  ///     $.log == $$.log           $.log..       the value with all that it holds
  ///     count($.messages[*])      $.messages[*]
  ///     $.messages[?@.read]       $.messages[*].read
  ///     $..error                  $..error
  public struct Dependency: Sendable, Hashable {
    /// The document.
    public let document: Document
    /// The steps from the document's root to the places.
    public let steps: [Step]
    /// Whether a change anywhere below the places counts, too.
    public let includesDescendants: Bool

    /// A step to children.
    public enum Step: Sendable, Hashable {
      /// The member with this name.
      case name(String)
      /// The element with this index, from 0.
      case index(Int)
      /// Any element: an index from the end, or a slice.
      case anyElement
      /// Any child: a wildcard or a filter.
      case anyChild
      /// The children of any of several selectors.
      case oneOf([Step])
      /// The node itself and all its descendants.
      case anyDescendant
    }

    /// Dependencies are matched by the bits of a word; longer ones are cut to descendants.
    static let stepsMax = 62

    init(document: Document, steps: [Step], includesDescendants: Bool) {
      self.document = document
      self.steps = Array(steps.prefix(Self.stepsMax))
      self.includesDescendants = includesDescendants || steps.count > Self.stepsMax
    }
  }

  /// Whether a change at a place of a document may change the result.
  ///
  /// A change sets, adds or removes the value there. Where it shifts siblings (an element is
  /// inserted into an array or removed from it), later elements change, too; `shiftsSiblings` may
  /// be false where that is known not to be so. The answer may be true for a change that leaves the
  /// result as it is, and is never false for one that does not.
  public func isAffected(
    byChangeAt pointer: JSONPointer, in document: Document = .after, shiftsSiblings: Bool = true
  ) -> Bool {
    dependencies.contains {
      $0.document == document
        && $0.isTouched(byChangeAt: pointer.tokens, shiftsSiblings: shiftsSiblings)
    }
  }
}

extension Condition.Dependency {
  /// Follows the tokens through the steps, all ways at once: a bit for each step reached.
  ///
  /// A change at a place that leads to one of ours, or is one, touches; so does one below, where
  /// descendants are included.
  func isTouched(byChangeAt tokens: [String], shiftsSiblings: Bool) -> Bool {
    var reached = withDescendants(1)
    for (place, token) in tokens.enumerated() {
      if includesDescendants, reached >> steps.count & 1 == 1 { return true }
      let isShifting = shiftsSiblings && place == tokens.count - 1
      var next: UInt64 = 0
      for (index, step) in steps.enumerated() where reached >> index & 1 == 1 {
        if step == .anyDescendant { next |= 1 << index }
        if step.selects(token, isShifting: isShifting) { next |= 1 << (index + 1) }
      }
      reached = withDescendants(next)
      if reached == 0 { return false }
    }
    return true
  }

  /// With the steps behind each `..`, which may lead to the node itself.
  private func withDescendants(_ reached: UInt64) -> UInt64 {
    var reached = reached
    for (index, step) in steps.enumerated()
    where step == .anyDescendant && reached >> index & 1 == 1 {
      reached |= 1 << (index + 1)
    }
    return reached
  }
}

extension Condition.Dependency.Step {
  /// Whether a token of a pointer may name what the step selects, or moves it.
  fileprivate func selects(_ token: String, isShifting: Bool) -> Bool {
    switch self {
    case .name(let name): return name.hasSameBytes(as: token)
    case .index(let index):
      guard let changed = JSONPointer.arrayIndex(token) else { return token == "-" }
      return changed == index || isShifting && changed < index
    case .anyElement: return token == "-" || JSONPointer.arrayIndex(token) != nil
    case .anyChild: return true
    case .oneOf(let steps): return steps.contains { $0.selects(token, isShifting: isShifting) }
    case .anyDescendant: return false
    }
  }
}

extension Condition.Dependency: CustomStringConvertible {
  /// The places in the form of a JSONPath; `..` at the end means all that is below.
  public var description: String {
    let root =
      switch document {
      case .after: "$"
      case .before: "$$"
      case .entry: "@"
      }
    return root + steps.map(\.description).joined() + (includesDescendants ? ".." : "")
  }
}

extension Condition.Dependency.Step: CustomStringConvertible {
  /// The step in the form of a JSONPath.
  public var description: String {
    switch self {
    case .name, .index, .anyElement, .anyChild: "[\(selector)]"
    case .oneOf(let steps): "[\(steps.map(\.selector).joined(separator: ", "))]"
    case .anyDescendant: ".."
    }
  }

  private var selector: String {
    switch self {
    case .name(let name): NormalizedPath.quoted(name)
    case .index(let index): String(index)
    case .anyElement: ":"
    default: "*"
    }
  }
}
