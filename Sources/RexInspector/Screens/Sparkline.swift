import RexJSON

/// Numbers as bars, of which the least is the lowest: `▁▂▃▅▇`.
struct Sparkline {
  private(set) var text: String
  /// The least and the greatest number.
  let ends: String

  /// Nil for fewer than two numbers.
  init?(_ numbers: [Double]) {
    guard numbers.count > 1, let least = numbers.min(), let greatest = numbers.max() else {
      return nil
    }
    ends = [least, greatest].map { JSONNumber($0)?.text ?? "" }.joined(separator: " … ")
    // The distance of very large numbers can be infinite.
    let height = greatest / 2 - least / 2
    text = String(
      numbers.map { height > 0 ? Self.bar(($0 / 2 - least / 2) / height) : Self.heights[0] })
  }

  private static let heights = Array("▁▂▃▄▅▆▇█")

  /// A bar for a share from 0 to 1.
  static func bar(_ share: Double) -> Character {
    heights[Int((min(max(0, share), 1) * Double(heights.count - 1)).rounded())]
  }
}
