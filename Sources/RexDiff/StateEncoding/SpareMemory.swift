/// Emptied arrays that are filled again, so that small updates ask for little memory.
struct SpareMemory {
  /// Of a patch's path.
  var path: [UInt8] = []
  /// Of a whole document's text: little more than a mark.
  private var document = MarkedText()
  /// The part that the whole state was.
  private var root: ValuePart?
  /// Of lists being built inside each other.
  private var builders: [ListBuilder] = []

  mutating func takeDocument() -> MarkedText { exchange(&document, with: MarkedText()) }

  mutating func takeRoot() -> ValuePart? { root.take() }

  mutating func takeBuilder() -> ListBuilder { builders.popLast() ?? ListBuilder() }

  /// Takes back a builder whose list is made.
  mutating func give(_ builder: consuming ListBuilder) {
    builder.clear()
    builders.append(builder)
  }

  /// Takes the memory of a document that is no longer needed, and of the part in it.
  mutating func give(_ old: consuming MarkedText) {
    if case .value(var part)? = old.parts.popLast(), isKnownUniquelyReferenced(&part) {
      part.clear()
      root = part
    }
    old.clear()
    document = old
  }
}
