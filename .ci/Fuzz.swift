/// One input of libFuzzer: traps when the bytes break a law.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let law = TextLaws.violation(of: bytes) {
    fatalError("\(law): \(String(decoding: bytes, as: UTF8.self))")
  }
  return 0
}
