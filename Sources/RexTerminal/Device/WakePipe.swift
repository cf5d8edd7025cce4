#if os(macOS) || os(Linux)
  import Foundation

  /// The pipe by which signals and other threads end the wait for keys.
  ///
  /// A process has one terminal, so it has one pipe, which stays open.
  enum WakePipe {
    private enum Byte {
      static let signal: UInt8 = 0
      static let wake: UInt8 = 1
    }

    private static let descriptors: (reading: Int32, writing: Int32) = {
      var pair: [Int32] = [-1, -1]
      guard pipe(&pair) == 0 else { return (-1, -1) }
      for descriptor in pair {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // A full pipe wakes the reader as it is.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      }
      return (pair[0], pair[1])
    }()

    /// The writing end, for handlers of signals, which must not wait until `descriptors` is made.
    nonisolated(unsafe) private static var signalled: Int32 = -1

    /// Makes the pipe; returns the end to wait for.
    static func open() -> Int32 {
      signalled = descriptors.writing
      return descriptors.reading
    }

    /// Ends the wait for keys, from any thread.
    static func wake() { send(Byte.wake, to: descriptors.writing) }

    /// Ends the wait for keys, from a signal's handler.
    static func signal() { send(Byte.signal, to: signalled) }

    private static func send(_ byte: UInt8, to descriptor: Int32) {
      var byte = byte
      _ = write(descriptor, &byte, 1)
    }

    /// Empties the pipe; tells whether another thread woke the reader.
    static func drain() -> Bool {
      var isWoken = false
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(descriptors.reading, &bytes, bytes.count)
        guard count > 0 else { return isWoken }
        isWoken = isWoken || bytes[..<count].contains(Byte.wake)
      }
    }
  }
#endif
