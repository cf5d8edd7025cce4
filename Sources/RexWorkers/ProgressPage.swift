#if os(macOS) || os(Linux)
  import Foundation
  import RexLog
  import RexReplayer

  /// Memory shared by a worker and its command, which shows the current action even after a crash.
  ///
  ///     word   0                  1                                  2               3
  ///            action's number    counter, odd in the app's code     over memory     to stop
  ///
  /// Marking the start of a reduction costs two stores and no system call.
  ///
  /// Sendable because only one thread writes each word, and loads of a word are atomic.
  final class ProgressPage: ReductionProgress, @unchecked Sendable {
    private let words: UnsafeMutablePointer<Int>

    static let byteCount = 4_096

    /// Maps the page of a file descriptor; nil if that fails.
    init?(descriptor: Int32) {
      let start = mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      guard let start, start != MAP_FAILED else { return nil }
      words = start.bindMemory(to: Int.self, capacity: 4)
    }

    deinit { munmap(words, Self.byteCount) }

    /// Creates an unnamed file with a page of zeros, and returns its descriptor.
    static func makeFile() -> Int32? {
      guard let descriptor = try? UnnamedFile.make() else { return nil }
      guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
        close(descriptor)
        return nil
      }
      return descriptor
    }

    func willReduce(_ seq: Int) {
      words[0] = seq
      words[1] = (words[1] &+ 2) | 1
    }

    func didReduce() {
      WorkerForks.exitIfForked()
      // May be called twice in a row: the counter only has to become even.
      words[1] = (words[1] &+ 1) & ~1
    }

    /// The last action whose reduction began; nil before the first.
    var seq: Int? { words[1] == 0 ? nil : words[0] }

    /// A counter that changes whenever a call of the app's code begins or ends.
    var callCounter: Int { words[1] }

    /// The number of calls of the app's code: one for each action, and each state that is decoded.
    var callCount: Int { callCounter / 4 }

    /// Whether a call of the app's code has not returned yet.
    var isInCall: Bool { !callCounter.isMultiple(of: 2) }

    /// Whether the worker is to stop, with what it has found so far.
    var isStopped: Bool {
      get { words[3] != 0 }
      set { words[3] = newValue ? 1 : 0 }
    }

    /// Whether the worker ended itself because it exceeded its memory limit.
    var isOverMemory: Bool {
      get { words[2] != 0 }
      set { words[2] = newValue ? 1 : 0 }
    }
  }
#endif
