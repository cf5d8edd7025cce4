/// A name, or a value that is not a container, and where it is in a document.
package struct JSONLeaf: Equatable {
  /// The name or the string without escapes; otherwise the value's JSON text.
  package var text: String
  /// The names and indices that lead to it; those of a name lead to its value.
  package var tokens: [String]
}

extension JSON {
  /// Returns the names and values of a JSON text for which a closure is true, in the order of the
  /// text; needs no memory for the others.
  ///
  /// - Parameters:
  ///   - countMax: The limit on the result.
  ///   - matches: Receives a name, a string or another value's text, in UTF-8.
  package static func leaves(
    of text: UnsafeRawBufferPointer, atMost countMax: Int,
    where matches: (UnsafeRawBufferPointer) -> Bool
  ) throws(JSONError) -> [JSONLeaf] {
    let bytes = text.utf8Start
    let result = withoutActuallyEscaping(matches) { matches in
      Result { () throws(JSONError) in
        let handler = LeafHandler(bytes: bytes, countMax: countMax, matches: matches)
        return try JSONScanner.scan(text, limits: .largest, by: handler).leaves
      }
    }
    return try result.get()
  }
}

/// Collects the leaves of a text that match.
struct LeafHandler: JSONHandler {
  let bytes: UnsafePointer<UInt8>
  let countMax: Int
  let matches: (UnsafeRawBufferPointer) -> Bool
  private(set) var leaves: [JSONLeaf] = []
  /// Where the current value is in each open container.
  private var places: [Place] = []

  private enum Place {
    case element(Int)
    case member(JSONKeyText?)
  }

  init(
    bytes: UnsafePointer<UInt8>, countMax: Int, matches: @escaping (UnsafeRawBufferPointer) -> Bool
  ) {
    (self.bytes, self.countMax, self.matches) = (bytes, countMax, matches)
  }

  var treeBytes: Int64 { 0 }

  mutating func open(_ kind: JSONIndex.Kind, at start: Int) {
    advance()
    places.append(kind == .array ? .element(-1) : .member(nil))
  }

  mutating func key(_ key: JSONKeyText) {
    places[places.count - 1] = .member(key)
    let start = Int(key.start)
    test(start..<start + Int(key.length), isVerbatim: key.isVerbatim)
  }

  mutating func scalar(_ kind: JSONIndex.Kind, _ range: Range<Int>, isVerbatim: Bool) {
    advance()
    test(range, isVerbatim: kind != .string || isVerbatim)
  }

  mutating func close(_ kind: JSONIndex.Kind, _ keys: JSONKeys) { places.removeLast() }

  /// Counts a value of an array.
  private mutating func advance() {
    if case .element(let index)? = places.last { places[places.count - 1] = .element(index + 1) }
  }

  private mutating func test(_ range: Range<Int>, isVerbatim: Bool) {
    guard leaves.count < countMax else { return }
    let written = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    if isVerbatim {
      guard matches(UnsafeRawBufferPointer(written)) else { return }
      leaves.append(JSONLeaf(text: String(decoding: written, as: UTF8.self), tokens: tokens))
    } else {
      var text = JSONIndex.unescaped(written)
      guard text.withUTF8({ matches(UnsafeRawBufferPointer($0)) }) else { return }
      leaves.append(JSONLeaf(text: text, tokens: tokens))
    }
  }

  private var tokens: [String] {
    places.compactMap { place in
      switch place {
      case .element(let index): String(index)
      case .member(let key): key?.string(in: bytes)
      }
    }
  }
}
