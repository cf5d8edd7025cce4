package import RexJSON

/// The parts of documents that a condition depends on, so that it is evaluated only if needed.
extension Condition {
  /// A set of values in a document that can affect a condition's result.
  ///
  ///     $.cart.total < 0          $.cart.total
  ///     $.log == $$.log           $.log..       the value with its descendants
  ///     count($.messages[*])      $.messages[*]
  ///     $.messages[?@.read]       $.messages[*].read
  ///     $..error                  $..error
  package struct Dependency: Sendable, Hashable {
    package let document: Document
    /// The steps from the document's root to the values.
    package let steps: [Step]
    /// Whether changes of descendants count as well.
    let includesDescendants: Bool

    /// A step to children.
    package enum Step: Sendable, Hashable {
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

    /// The same values of another document.
    func of(_ document: Document) -> Dependency {
      Dependency(document: document, steps: steps, includesDescendants: includesDescendants)
    }

    /// The most steps, each a bit of a word; a longer list is cut and includes all descendants.
    static let stepsMax = 62

    init(document: Document, steps: [Step], includesDescendants: Bool) {
      self.document = document
      self.steps = Array(steps.prefix(Self.stepsMax))
      self.includesDescendants = includesDescendants || steps.count > Self.stepsMax
    }
  }

  /// Whether a change at a position in a document may change the result.
  ///
  /// A change sets, adds or removes the value there. If it inserts or removes an array element,
  /// later elements change as well; pass false for `shiftsSiblings` if it does not. The answer may
  /// be true for a change that does not affect the result, but is never false for one that does.
  package func isAffected(
    byChangeAt pointer: JSONPointer, in document: Document = .after, shiftsSiblings: Bool = true
  ) -> Bool {
    dependencies.contains {
      $0.document == document
        && $0.isTouched(byChangeAt: pointer.tokens, shiftsSiblings: shiftsSiblings)
    }
  }
}

extension Condition.Dependency {
  /// Matches the tokens against the steps, with a bit for each step reached.
  ///
  /// A change of a dependency or of an ancestor matches; so does a change of a descendant, if
  /// descendants are included.
  func isTouched(byChangeAt tokens: [String], shiftsSiblings: Bool) -> Bool {
    var reached = withDescendants(1)
    for (position, token) in tokens.enumerated() {
      if includesDescendants, reached >> steps.count & 1 == 1 { return true }
      let isShifting = shiftsSiblings && position == tokens.count - 1
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

  /// Adds the steps after each `..`, which can match zero steps.
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
  /// Whether the step may select the child that a token names, or one that it shifts.
  fileprivate func selects(_ token: String, isShifting: Bool) -> Bool {
    switch self {
    case .name(let name): return name.hasSameBytes(as: token)
    case .index(let index):
      guard let changed = JSONPointer.arrayIndex(token) else { return token == "-" }
      return changed == index || isShifting && changed < index
    case .anyElement: return JSONPointer.isArrayPosition(token)
    case .anyChild: return true
    case .oneOf(let steps): return steps.contains { $0.selects(token, isShifting: isShifting) }
    case .anyDescendant: return false
    }
  }
}

extension Condition.Dependency: CustomStringConvertible {
  /// The values as a JSONPath; a final `..` means all descendants.
  package var description: String {
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
  package var description: String {
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
