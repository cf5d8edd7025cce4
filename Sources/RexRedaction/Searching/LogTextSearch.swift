/// What finds more secrets in an existing log, for which there is no time while an app runs.
package protocol LogTextSearch: Sendable {
  /// Whether there are texts to replace everywhere.
  var hasTexts: Bool { get }

  /// Returns where those texts are in another, also escaped or encoded.
  func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>]

  /// Calls a closure with each run of base64 that encodes a text, and with that text, in order.
  func forEachEncodedText(
    in text: UnsafeBufferPointer<UInt8>,
    _ body: (_ run: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Void)
}
