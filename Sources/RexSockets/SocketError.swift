import Foundation

/// Why a socket operation failed.
package enum SocketError: Error, Equatable {
  /// The system call of this name failed with this `errno`.
  case failed(operation: String, code: Int32)
  /// The other side did not read or write for as long as was waited.
  case timedOut
  /// The other side has closed the connection.
  case closed
}

extension SocketError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .failed(let operation, let code): "\(operation): \(String(cString: strerror(code)))"
    case .timedOut: "timed out"
    case .closed: "the connection was closed"
    }
  }
}

extension SocketError {
  /// What `errno` says about a system call.
  static func last(in operation: String) -> SocketError {
    .failed(operation: operation, code: errno)
  }
}
