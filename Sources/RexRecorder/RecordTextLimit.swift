import RexDiff
import RexJSON
import RexRedaction
import Synchronization

/// The limit on the texts of one recording, where nothing else of it is covered.
final class RecordTextLimit: LineFilter {
  private let limit: TextLimit
  private let leftOut: LeftOutCount

  init(bytesMax: Int) {
    let leftOut = LeftOutCount()
    limit = TextLimit(bytesMax: bytesMax) { leftOut.count.add(1, ordering: .relaxed) }
    self.leftOut = leftOut
  }

  var coveredCount: Int { leftOut.count.load(ordering: .relaxed) }

  func filter(_ json: [UInt8], as part: LinePart) -> [UInt8] {
    // In JSON a text is longer than it is itself, so that most need no look.
    guard json.count > limit.bytesMax, let document = try? JSON(parsing: json, limits: .largest)
    else { return json }
    guard part == .patch, let patch = try? JSONPatch(parsing: document) else {
      return limit.shown(document).bytes
    }
    return limit.shown(patch).json.bytes
  }
}

/// How many texts were left out so far.
private final class LeftOutCount: Sendable {
  let count = Atomic(0)
}
