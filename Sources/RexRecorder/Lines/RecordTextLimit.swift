import RexDiff
import RexJSON
import RexLocking
import RexRedaction

/// Limits the length of strings in one recording that is not redacted.
final class RecordTextLimit: LineFilter {
  private let limit: TextLimit
  private let leftOutCount: Locked<Int>

  init(bytesMax: Int) {
    let leftOutCount = Locked(0)
    limit = TextLimit(bytesMax: bytesMax) { leftOutCount.withLock { $0 += 1 } }
    self.leftOutCount = leftOutCount
  }

  var redactedCount: Int { leftOutCount.withLock { $0 } }

  func filter(_ json: [UInt8], as part: LinePart) -> [UInt8] {
    // A string is never longer than its JSON, so most texts need not be parsed.
    guard json.count > limit.bytesMax, let document = try? JSON(parsing: json, limits: .largest)
    else { return json }
    guard part == .patch, let patch = try? JSONPatch(parsing: document) else {
      return limit.limited(document).bytes
    }
    return limit.limited(patch).json.bytes
  }
}
