import Dispatch
import RexLocking

/// Lets go of big old states away from the calling thread.
///
/// Freeing an array of 10,000 structs releases every string in it: most of what recording one
/// change would cost. Only trusted values are retained, so no class of the app is ever
/// deinitialised here.
enum BackgroundRelease {
  private static let queue = DispatchQueue(label: "rexreplay.release", qos: .utility)
  private static let pendingCount = Locked(0)
  /// More documents than this do not wait: a caller that outruns the queue frees them itself.
  private static let pendingCountMax = 4

  /// The document is handed over; the caller keeps no other way to reach it but shared fragments,
  /// which do not change.
  private final class Box: @unchecked Sendable {
    private let document: FragmentedText

    init(_ document: FragmentedText) { self.document = document }
  }

  static func release(_ document: consuming FragmentedText) {
    let mayWait = pendingCount.withLock { count in
      guard count < pendingCountMax else { return false }
      count += 1
      return true
    }
    guard mayWait else { return }
    var box: Box? = Box(document)
    queue.async { [box = box.take()] in
      withExtendedLifetime(box) {}
      pendingCount.withLock { $0 -= 1 }
    }
  }
}
