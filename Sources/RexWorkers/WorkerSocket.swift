#if os(macOS) || os(Linux)
  import Foundation
  import RexLog

  /// Reads and writes a worker's descriptors.
  enum WorkerSocket {
    /// Sends some of the bytes; a closed socket is an error and raises no signal.
    ///
    /// - Returns: The number of bytes sent, or -1 with `errno` set.
    static func send(_ bytes: UnsafeRawBufferPointer, to channel: Int32) -> Int {
      #if canImport(Darwin)
        var isOn: Int32 = 1
        setsockopt(channel, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return Foundation.send(channel, bytes.baseAddress, bytes.count, 0)
      #else
        return Foundation.send(channel, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      #endif
    }

    /// Sends all the bytes.
    static func sendAll(_ bytes: [UInt8], to channel: FileDescriptor) throws(SystemError) {
      var rest = bytes[...]
      try rest.writeAll { (rest) throws(SystemError) in
        try channel.once("send") { number in rest.withUnsafeBytes { send($0, to: number) } }
      }
    }

    /// Reads the available bytes, up to about a limit; returns true at the end of the stream.
    static func drain(
      _ descriptor: Int32, byteCountMax: Int, _ take: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
      withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
        var total = 0
        while total < byteCountMax {
          let count = read(descriptor, buffer.baseAddress, buffer.count)
          if count > 0 {
            total += count
            take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          } else if count == 0 {
            return true
          } else if errno != EINTR {
            return errno != EAGAIN
          }
        }
        return false
      }
    }
  }
#endif
