/// Builds a document from a text's values, each container when it ends.
///
///     {"id":7,"tags":["a","b" …        values   7  "a"  "b"
///                                      starts   0  1
///
/// The values of all open containers are in one stack; each container takes its own from the end.
struct DocumentHandler: JSONHandler, ~Copyable {
  private let bytes: UnsafePointer<UInt8>
  private var values = ValueStack<JSON>()
  /// The index of each open container's first value.
  private var starts = MemoryStack<Int>()
  private var counted: TreeBytes

  var treeBytes: Int64 { counted.count }

  init(_ bytes: UnsafePointer<UInt8>, sharing tables: JSONKeyTables) {
    self.bytes = bytes
    counted = TreeBytes(bytes, sharing: tables)
  }

  /// The document, after the last value.
  mutating func document() -> JSON { values.removeLast() }

  @inline(__always)
  mutating func open(_ kind: JSONIndex.Kind, at start: Int) {
    starts.append(values.count)
    counted.addContainer()
  }

  @inline(__always)
  mutating func key(_ key: JSONKeyText) { counted.addKey() }

  @inline(__always)
  mutating func scalar(_ kind: JSONIndex.Kind, _ range: Range<Int>, isVerbatim: Bool) {
    counted.addScalar()
    let written = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    switch kind {
    case .number:
      values.append(.number(JSONNumber(validText: String(decoding: written, as: UTF8.self))))
    case .string where isVerbatim: values.append(.string(String(decoding: written, as: UTF8.self)))
    case .string: values.append(.string(JSONIndex.unescaped(written)))
    case .false: values.append(.bool(false))
    case .true: values.append(.bool(true))
    case .null, .array, .object: values.append(.null)
    }
  }

  @inline(__always)
  mutating func close(_ kind: JSONIndex.Kind, _ keys: JSONKeys) {
    let children = values.takeLast(from: starts.removeLast())
    values.append(kind == .array ? .array(children) : .object(object(keys, children)))
  }

  private mutating func object(_ keys: JSONKeys, _ values: [JSON]) -> JSONObject {
    guard !keys.texts.isEmpty else { return JSONObject() }
    return JSONObject(table: counted.table(of: keys), values: values)
  }
}
