extension UnsafeRawBufferPointer {
  /// The address of the first byte; for a buffer without bytes, one at which nothing is read.
  ///
  /// Texts are in memory of `UInt8`, as those of `[UInt8]`, or in raw memory that nothing else uses
  /// as another type while they are read.
  @inline(__always)
  package var utf8Start: UnsafePointer<UInt8> {
    baseAddress?.assumingMemoryBound(to: UInt8.self) ?? ("" as StaticString).utf8Start
  }
}
