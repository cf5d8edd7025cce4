import Dispatch
import RexLocking

/// Releases large old states on a background thread.
///
/// Freeing an array of 10,000 structs releases every string in it, which is most of the cost of
/// recording one change. Only values of trusted types are retained, so the only objects of the app
/// that are deinitialized here are in types that the app vouches for.
enum BackgroundRelease {
  private static let queue = DispatchQueue(label: "rexreplay.release", qos: .utility)
  private static let pendingCount = Locked(0)
  /// The limit on pending documents; above it, the caller frees its document itself.
  private static let pendingCountMax = 4

  /// Passes the document to the queue.
  ///
  /// The caller keeps no references into it except to shared fragments, which do not change.
  private final class Box: @unchecked Sendable {
    private let document: FragmentedText

    init(_ document: FragmentedText) { self.document = document }
  }

  static func release(_ document: consuming FragmentedText) {
    let isQueued = pendingCount.withLock { count in
      guard count < pendingCountMax else { return false }
      count += 1
      return true
    }
    guard isQueued else { return }
    var box: Box? = Box(document)
    queue.async { [box = box.take()] in
      withExtendedLifetime(box) {}
      pendingCount.withLock { $0 -= 1 }
    }
  }
}
