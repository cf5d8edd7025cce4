import Foundation
package import RexJSON
package import RexTimeline

/// Which numbers are dates: only the app's types know.
extension ReplayableApp {
  /// The places of the dates in a state; none if the app cannot decode it.
  package func dates(inState document: JSON) -> DatePaths { coding.dates(inState: document) }

  /// The places of the dates in an action's payload; none if the app cannot decode or encode it.
  package func dates(inAction document: JSON) -> DatePaths { coding.dates(inAction: document) }
}

extension DatePaths {
  /// The dates that a value encodes.
  ///
  /// Each is encoded as a text that nothing else is; a coding path would not do, since that of
  /// Foundation's encoder lacks the names of an enum's cases.
  init(in value: some Encodable) {
    let mark = UUID().uuidString
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    encoder.dateEncodingStrategy = .custom { _, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(mark)
    }
    guard let text = try? encoder.encode(value),
      let document = try? JSON(parsing: Array(text), limits: .largest)
    else {
      self.init()
      return
    }
    self.init(ofEach: .string(mark), in: document)
  }
}
