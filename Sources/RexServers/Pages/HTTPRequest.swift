import Foundation
import RexSockets

/// A request of a browser on this machine (RFC 9112), in the part of the protocol that the page
/// needs: GET, and POST with a length.
struct HTTPRequest: Sendable, Equatable {
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  var method: Method
  /// The path, in its parts, as they were sent: `/a/b` has two.
  var path: [String]
  /// The numbers in the query: `?from=0&to=7`.
  var query: [String: Int]
  /// By names in lower case.
  var headers: [String: String]
  var body: [UInt8] = []
}

/// Why a request is not answered, as a status of HTTP.
enum HTTPFailure: Int, Error {
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case notAllowed = 405
  case timedOut = 408
  /// The question is about another log than the one in which the session is.
  case conflict = 409
  case tooLarge = 413
  case headersTooLarge = 431
  case failed = 500
}

extension HTTPRequest {
  /// Cookies of all servers of this machine can be in it, whatever their ports.
  static let headBytesMax = 256 << 10
  private static let readBytesMax = 16 << 10
  static let bodyBytesMax = 1 << 20
  /// A browser sends a request at once.
  private static let readMs = 5_000

  /// Reads the only request of a connection; nil if there is none.
  init?(from connection: LoopbackSocket) throws {
    let end = ContinuousClock.now + .milliseconds(Self.readMs)
    func read() throws -> [UInt8] {
      let rest = Int(ContinuousClock.now.duration(to: end) / .milliseconds(1))
      guard rest > 0 else { throw HTTPFailure.timedOut }
      do {
        return try connection.read(atMost: Self.readBytesMax, withinMs: rest)
      } catch SocketError.timedOut {
        throw HTTPFailure.timedOut
      }
    }
    var bytes: [UInt8] = []
    var headEnd: Int?
    while headEnd == nil {
      guard bytes.count < Self.headBytesMax else { throw HTTPFailure.headersTooLarge }
      let more = try read()
      guard !more.isEmpty else {
        if bytes.isEmpty { return nil }
        throw HTTPFailure.badRequest
      }
      bytes += more
      headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound
    }
    try self.init(head: bytes[..<(headEnd ?? 0)])
    body = Array(bytes[((headEnd ?? 0) + 4)...])
    let length = try bodyLength
    while body.count < length {
      let more = try read()
      guard !more.isEmpty else { throw HTTPFailure.badRequest }
      body += more
    }
    // There is no second request on a connection.
    guard body.count == length else { throw HTTPFailure.badRequest }
  }

  /// Reads a request line and headers.
  init(head: ArraySlice<UInt8>) throws(HTTPFailure) {
    guard head.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || [0x09, 0x0A, 0x0D].contains($0) }) else {
      throw .badRequest
    }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].components(separatedBy: " ")
    guard words.count == 3, words[2] == "HTTP/1.1", words[1].hasPrefix("/") else {
      throw .badRequest
    }
    guard let method = Method(rawValue: words[0]) else { throw .notAllowed }
    let target = words[1].dropFirst().split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = target[0].components(separatedBy: "/")
    query = try Self.numbers(in: target.dropFirst().first ?? "")
    headers = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(" ") else { throw .badRequest }
      let name = parts[0].lowercased()
      let value = String(parts[1].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      // Two lengths or hosts would be two requests to two readers.
      guard headers.updateValue(value, forKey: name) == nil else { throw .badRequest }
    }
  }

  private static func numbers(in query: Substring) throws(HTTPFailure) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for member in query.split(separator: "&") {
      let parts = member.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[1]), number >= 0,
        parts[1].utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        numbers.updateValue(number, forKey: String(parts[0])) == nil
      else { throw .badRequest }
    }
    return numbers
  }

  private var bodyLength: Int {
    get throws(HTTPFailure) {
      guard headers["transfer-encoding"] == nil else { throw .badRequest }
      guard let text = headers["content-length"] else { return 0 }
      guard let length = Int(text), length >= 0 else { throw .badRequest }
      guard length <= Self.bodyBytesMax else { throw .tooLarge }
      return length
    }
  }
}
