internal import Foundation
import RexJSON

/// The form from which a type is decoded, found once for each type.
final class DecodedForm {
  let kind: Kind

  enum Kind {
    /// The type's own `init(from:)`.
    case own
    /// The types with a fixed form.
    case date
    case data
    case url
    case uuid
    case decimal
    case duration
    case document
    /// A collection that is decoded without Codable's containers.
    case direct(any DirectlyDecodable.Type)
  }

  private static let known = TypeObjects()

  @inline(__always)
  static func of(_ type: Any.Type) -> DecodedForm {
    // The cast is safe: only this closure creates entries.
    unsafeDowncast(known.object(of: type) { DecodedForm(finding: type) }, to: DecodedForm.self)
  }

  private init(finding type: Any.Type) {
    switch type {
    case is Date.Type: kind = .date
    case is Data.Type: kind = .data
    case is URL.Type: kind = .url
    case is UUID.Type: kind = .uuid
    case is Decimal.Type: kind = .decimal
    case is Duration.Type: kind = .duration
    case is JSON.Type: kind = .document
    default:
      // By the name, because checking a type's conformance to a protocol searches every library.
      let name = String(reflecting: type)
      let isCollection =
        name.hasPrefix("Swift.Array<") || name.hasPrefix("Swift.Dictionary<Swift.String, ")
      let direct = isCollection ? type as? any DirectlyDecodable.Type : nil
      kind = direct.map { .direct($0) } ?? .own
    }
  }
}
