/// The positions of all values of a valid text: one entry per value, in the order of the text.
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
/// Both the document builder and the decoder use this index, so the grammar is implemented once.
package struct JSONIndex: ~Copyable {
  package struct Entry {
    package var start: UInt32
    package var length: UInt32
    package var next: UInt32
    package var kind: Kind
    /// Whether a string has no escapes, or a number has no fraction and no exponent.
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

    /// Whether values of this kind contain other values.
    var isContainer: Bool { self == .array || self == .object }
  }

  package private(set) var entries: UnsafeMutablePointer<Entry>
  package private(set) var count = 0
  /// Whether the index has an entry for every value.
  package private(set) var isComplete = true
  private var capacity: Int

  /// Checks a text and indexes it, without storing the text.
  package static func scanning(
    _ text: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONIndex {
    // An index takes up to eight times the size of its text, so a text whose tree is too large is
    // rejected before it is indexed.
    if text.count > LongContainers.textBytesMin { _ = try outlining(text, limits: limits) }
    var scanner = JSONScanner(text, limits: limits)
    try scanner.scanText()
    return scanner.takeIndex()
  }

  /// Checks a text and indexes it without the values of its long arrays and objects.
  ///
  /// The `length` of a container includes values that are not in the index.
  package static func outlining(
    _ text: UnsafeRawBufferPointer, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONIndex {
    let longContainers = text.count > LongContainers.textBytesMin ? LongContainers() : nil
    var scanner = JSONScanner(text, limits: limits, longContainers: longContainers)
    try scanner.scanText()
    return scanner.takeIndex()
  }

  /// Creates an empty index for a text of a size in bytes.
  init(textBytes: Int) {
    // Documents have about one value per eight to twenty bytes; a low estimate costs one copy.
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

  /// Removes the last entries, which belong to a container before them.
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
