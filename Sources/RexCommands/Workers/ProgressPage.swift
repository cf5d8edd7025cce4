#if os(macOS) || os(Linux)
  import Foundation
  import RexReplayer

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Memory that a worker and its command share: it tells what was under way, whatever the end.
  ///
  ///     word   0                  1                              2
  ///            action's number    turns, odd in the app's code   over the memory limit
  ///
  /// A reducer's begin costs two stores, and no call of the system.
  ///
  /// Sendable because one thread of the worker writes each word, and words are read whole.
  final class ProgressPage: ReductionProgress, @unchecked Sendable {
    private let words: UnsafeMutablePointer<Int>

    static let byteCount = 4_096

    /// Maps the page that a descriptor leads to; nil where it leads to none.
    init?(descriptor: Int32) {
      let start = mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      guard let start, start != MAP_FAILED else { return nil }
      words = start.bindMemory(to: Int.self, capacity: 3)
    }

    deinit { munmap(words, Self.byteCount) }

    /// A descriptor of a new page of zeros, in a file that no name leads to.
    static func makeFile() -> Int32? {
      // `mkstemp` takes a template and replaces the six letters at its end.
      let template = NSTemporaryDirectory() + "/rexreplay-" + String(repeating: "X", count: 6)
      var path = Array(template.utf8CString)
      let descriptor = mkstemp(&path)
      guard descriptor >= 0 else { return nil }
      unlink(path)
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
      // A check may say so twice; what counts is that no turn is open.
      words[1] = (words[1] &+ 1) & ~1
    }

    /// The action that was begun last; nil before the first.
    var seq: Int? { words[1] == 0 ? nil : words[0] }

    /// Changes whenever the app's code begins or ends.
    var turns: Int { words[1] }

    /// Whether the app's code has begun and not come back.
    var isInTurn: Bool { !turns.isMultiple(of: 2) }

    /// Whether the worker ended itself for the memory it had.
    var isOverMemory: Bool {
      get { words[2] != 0 }
      set { words[2] = newValue ? 1 : 0 }
    }
  }
#endif
