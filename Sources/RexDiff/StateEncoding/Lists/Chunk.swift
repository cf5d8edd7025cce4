internal import RexJSON

/// Consecutive elements of a list, each followed by a comma.
final class Chunk {
  let text: FragmentedText
  /// The end of each element, after its comma.
  let ends: OffsetTable
  /// The number of fragments up to the end of each element; empty if there are none at all.
  let fragmentEnds: OffsetTable
  let byteCount: Int
  private var knownTreeBytes: Int?

  init(text: FragmentedText, ends: [UInt32], fragmentEnds: [UInt32]) {
    self.text = text
    self.ends = OffsetTable(ends)
    self.fragmentEnds = OffsetTable(text.fragments.isEmpty ? [] : fragmentEnds)
    byteCount = text.byteCount
  }

  var count: Int { ends.count }

  /// Returns the memory that a reader needs for the elements' values; counted once.
  func treeBytes(_ form: ListFragment.Form) -> Int {
    if let knownTreeBytes { return knownTreeBytes }
    var list = [form.opening] + text.slice.bytes
    list[list.count - 1] = form.closing
    let treeBytes = list.withUnsafeBytes { JSON.treeBytes(of: $0) } ?? 0
    knownTreeBytes = treeBytes
    return treeBytes
  }

  subscript(index: Int) -> TextSlice {
    var slice = self[index..<index + 1]
    slice.range = slice.range.lowerBound..<slice.range.upperBound - 1
    return slice
  }

  /// The text of some elements, each with its comma.
  subscript(indices: Range<Int>) -> TextSlice {
    TextSlice(text: text, range: byteRange(of: indices), fragmentRange: fragmentRange(of: indices))
  }

  /// Returns the byte range of some elements, each with its comma.
  @inline(__always)
  func byteRange(of indices: Range<Int>) -> Range<Int> { Chunk.range(of: indices, ends) }

  func fragmentRange(of indices: Range<Int>) -> Range<Int> {
    fragmentEnds.isEmpty ? 0..<0 : Chunk.range(of: indices, fragmentEnds)
  }

  @inline(__always)
  private static func range(of indices: Range<Int>, _ ends: OffsetTable) -> Range<Int> {
    let start = indices.lowerBound == 0 ? 0 : ends[indices.lowerBound - 1]
    let end = indices.upperBound == 0 ? 0 : ends[indices.upperBound - 1]
    return start..<end
  }
}

/// Offsets in a chunk, of two bytes each if they fit.
struct OffsetTable {
  private let narrow: [UInt16]
  private let wide: [UInt32]

  init(_ offsets: [UInt32]) {
    if let last = offsets.last, last > UInt16.max {
      (narrow, wide) = ([], offsets.withUnsafeBufferPointer { Array($0) })
    } else {
      (narrow, wide) = (offsets.map { UInt16(truncatingIfNeeded: $0) }, [])
    }
  }

  var count: Int { narrow.count + wide.count }
  var isEmpty: Bool { count == 0 }
  var byteCount: Int { 2 * narrow.capacity + 4 * wide.capacity }

  @inline(__always)
  subscript(index: Int) -> Int {
    wide.isEmpty ? Int(narrow[index]) : Int(wide[index])
  }

  func hasSameOffsets(as offsets: [UInt32]) -> Bool {
    count == offsets.count && offsets.indices.allSatisfy { self[$0] == Int(offsets[$0]) }
  }
}
