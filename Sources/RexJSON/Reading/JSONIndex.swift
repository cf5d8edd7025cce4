/// Where every value of a valid text stands: one entry a value, in the order of the text.
///
///     {"id":7,"tags":["a"]}
///
///     entry  kind    start length next
///       0    object      0      2    6     an object counts members, an array elements
///       1    string      2      2    2     a key; what follows is its value
///       2    number      6      1    3
///       3    string      9      4    4
///       4    array      15      1    6     `next` is the entry after the whole value
///       5    string     17      1    6     a string starts after its quote
///
/// Both the document builder and the decoder read this, so there is one reader of the grammar.
package struct JSONIndex: ~Copyable {
  package struct Entry {
    package var start: UInt32
    package var length: UInt32
    package var next: UInt32
    package var kind: Kind
    /// A string without escapes; a number without fraction and exponent.
    package var isPlain: Bool
  }

  package enum Kind: UInt8 {
    case null
    case `false`
    case `true`
    case number
    case string
    case array
    case object

    /// Whether values of this kind have values in them.
    var isContainer: Bool { self == .array || self == .object }
  }

  package private(set) var entries: UnsafeMutablePointer<Entry>
  package private(set) var count = 0
  /// Whether it has an entry for every value.
  package private(set) var isComplete = true
  private var capacity: Int

  /// Checks a text and indexes it; the text is not kept.
  package static func scanning(
    _ text: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONIndex {
    // An index takes up to eight times its text; what is too large for a tree gets none.
    if text.count > LongContainers.textBytesMin { _ = try outlining(text, limits: limits) }
    var scanner = JSONScanner(text, limits: limits)
    try scanner.scanText()
    return scanner.takeIndex()
  }

  /// Checks a text and indexes it without the values of its long arrays and objects.
  ///
  /// `length` tells how many values a container has, in the index or not.
  package static func outlining(
    _ text: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONIndex {
    let long = text.count > LongContainers.textBytesMin ? LongContainers() : nil
    var scanner = JSONScanner(text, limits: limits, long: long)
    try scanner.scanText()
    return scanner.takeIndex()
  }

  /// An empty index for a text of so many bytes.
  init(textBytes: Int) {
    // Documents have about one value in eight to twenty bytes; a guess too low costs one copy.
    capacity = 16 + textBytes / 12
    entries = .allocate(capacity: capacity)
  }

  deinit { entries.deallocate() }

  @inline(__always)
  mutating func append(_ entry: Entry) {
    if count == capacity { grow() }
    (entries + count).initialize(to: entry)
    count &+= 1
  }

  /// Forgets the last entries, which belong to a container before them.
  mutating func removeLast(downTo count: Int) { (self.count, isComplete) = (count, false) }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }
}
