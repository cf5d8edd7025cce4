import Foundation
import RexDecoding
import RexJSON

/// Laws that hold for any bytes, checked by fuzzing.
public enum TextLaws {
  /// The law that these bytes break; nil if they break none.
  public static func violation(of bytes: [UInt8]) -> String? {
    do throws(JSONError) {
      return violation(of: try JSON(parsing: bytes)) ?? decodingViolation(of: bytes)
    } catch {
      return violation(of: error, in: bytes)
    }
  }

  private static func violation(of error: JSONError, in bytes: [UInt8]) -> String? {
    let place = error.location
    guard (0...bytes.count).contains(place.offset) else { return "an error's place is in the text" }
    let before = bytes[..<place.offset]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
    guard (place.line, place.column) == (line, column) else {
      return "line and column fit the offset"
    }
    guard error.description.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "\u{7F}" }) else {
      return "an error's text has no control characters"
    }
    return nil
  }

  private static func violation(of document: JSON) -> String? {
    let written = document.bytes
    guard let again = try? JSON(parsing: written), again == document, again.bytes == written,
      again.hashValue == document.hashValue
    else { return "a document that is written reads back" }
    guard let pretty = try? JSON(parsing: document.prettyPrinted()), pretty.bytes == written else {
      return "a document that is printed for people reads back"
    }
    var limits = JSONLimits.standard
    limits.depthMax = JSONLimits.valueDepthMax
    // What is nested deeper is left out.
    let isDeep = (try? JSON(parsing: written, limits: limits)) == nil
    guard let encoded = try? JSONDocumentEncoder().encodeBytes(document),
      isDeep ? (try? JSON(parsing: encoded, limits: limits)) != nil : encoded == written
    else {
      return "a document encodes as it is written"
    }
    return nil
  }

  /// Decodes as values of several shapes, which may fail and must not trap.
  private static func decodingViolation(of bytes: [UInt8]) -> String? {
    let decoder = JSONDocumentDecoder()
    for type in shapes {
      guard let value = try? decoder.decode(type, from: bytes) else { continue }
      guard let encoded = try? JSONDocumentEncoder().encodeBytes(value),
        let again = try? decoder.decode(type, from: encoded),
        (try? JSONDocumentEncoder().encodeBytes(again)) == encoded
      else { return "a decoded \(type) encodes to what decodes to it" }
    }
    return nil
  }

  private static var shapes: [any Codable.Type] {
    var shapes: [any Codable.Type] = [
      Int.self, UInt8.self, Double.self, Float.self, Decimal.self, Date.self, URL.self,
      String.self, Data.self, UUID.self, [Double].self, [String: [Int?]].self,
      [Int: String].self, Set<String>.self, Shape.self, [Shape].self, JSON.self,
    ]
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      shapes.append(Int128.self)
    }
    return shapes
  }

  private indirect enum Shape: Codable {
    case point(x: Double, y: Double)
    case group([Shape], named: String?)
    case empty
  }
}

extension SeededGenerator {
  /// These bytes with a few random changes, as tools and accidents make them.
  public mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      let place = Int.random(in: 0...bytes.count, using: &self)
      let end = Int.random(in: place...min(bytes.count, place + 8), using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes.insert(.random(in: 0...255, using: &self), at: place)
      case 3:
        let token = SeededGenerator.tokens.randomElement(using: &self) ?? ""
        bytes.replaceSubrange(place..<end, with: token.utf8)
      default:
        if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self) }
      }
    }
    return bytes
  }

  private static let tokens = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\udc00", "null", "true", "-", "0",
    "1e", "e+", ".5", "1e400", "1e99999999999999999999", " ", "\n", "\u{0}", "\u{7F}", "\u{FEFF}",
    "é",
  ]
}
