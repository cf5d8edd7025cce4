/// One input of libFuzzer: an expression and a text, traps when they break a law.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let law = QueryLaws.violation(of: bytes) {
    fatalError("\(law): \(String(decoding: bytes, as: UTF8.self))")
  }
  return 0
}
