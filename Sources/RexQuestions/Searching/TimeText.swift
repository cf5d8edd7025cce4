/// A time as people write it, with its unit: `500ms`, `12.5s`, `5m` or `1h`.
package enum TimeText {
  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600),
  ]

  /// The seconds; nil if the text is not a time.
  package static func seconds(_ text: String) -> Double? {
    let count = text.utf8.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    guard count.first.map({ 0x30...0x39 ~= $0 }) == true, let number = Double(Substring(count)),
      let unit = units.first(where: { $0.name.utf8.elementsEqual(text.utf8[count.endIndex...]) })
    else { return nil }
    return number * unit.seconds
  }
}
