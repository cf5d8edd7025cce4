import RexDebug
import RexJSON
import RexLog
import RexQuestions

/// The statistics of a value for people: its course, the largest jumps, and who changed it.
extension ValueStatistics {
  /// The lines for a value at a path.
  ///
  /// - Parameter seqs: the first and the last state of the course.
  func text(of path: String, in seqs: ClosedRange<Int>) -> StyledText {
    var text: StyledText = "\(path): \(LogText.count(changeCount, "change"))\n"
    if let range, let last = points.last {
      text += "  \(sparkline(in: seqs, range))\n"
      text += "  from \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound)), "
      text += "at last \(Self.shown(last.value))\n"
    } else {
      text += "  the value is never a number\n"
    }
    if redactedCount > 0 {
      text += "  \(LogText.count(redactedCount, "change")) of redacted values left out\n"
    }
    if !jumps.isEmpty { text += "largest jumps:\n" }
    for jump in jumps {
      let values = "\(Self.shown(jump.old)) → \(Self.shown(jump.new))"
      text += "  #\(jump.seq) \(jump.type ?? "(unknown)", style: .bold)  \(values)\n"
    }
    let types = types
    if !types.isEmpty { text += "changed by:\n" }
    for (type, count) in types.prefix(Self.typesMax) { text += "  \(count)  \(type)\n" }
    if types.count > Self.typesMax {
      text += "  … and \(LogText.count(types.count - Self.typesMax, "more type")) (--json)\n"
    }
    return text
  }

  /// The most types shown.
  private static let typesMax = 10
  /// The most columns of a sparkline.
  private static let columnsMax = 60

  /// A column for equally many states each, with the number that differs most from the one before.
  private func sparkline(in seqs: ClosedRange<Int>, _ range: ClosedRange<Double>) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let columnCount = min(Self.columnsMax, seqs.upperBound - seqs.lowerBound + 1)
    let stateCount = Double(seqs.upperBound - seqs.lowerBound) + 1
    var (line, value, rest) = ("", Double?.none, points[...])
    for column in 1...columnCount {
      let end = seqs.lowerBound + Int(stateCount * Double(column) / Double(columnCount))
      let before = value
      var shown = value
      while let point = rest.first, point.seq < end {
        value = point.value
        rest.removeFirst()
        let distance = { (number: Double?) in ((number ?? 0) / 2 - (before ?? 0) / 2).magnitude }
        if shown == nil || distance(point.value) >= distance(shown) { shown = point.value }
      }
      guard let shown else {
        line += " "
        continue
      }
      // Halves do not overflow.
      let height = range.upperBound / 2 - range.lowerBound / 2
      let share = height > 0 ? (shown / 2 - range.lowerBound / 2) / height : 0
      line.append(bars[min(7, max(0, Int(share * 8)))])
    }
    return line
  }

  private static func shown(_ number: Double) -> String {
    LogText.value(JSONNumber(number).map(JSON.number))
  }
}
