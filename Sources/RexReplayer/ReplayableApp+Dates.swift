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
  init(in value: some Encodable) {
    let marks = DateMarks()
    let encoder = InterceptedEncoder(userInfo: [:], redactor: nil, interceptor: marks)
    let root = EncodedPlace(depth: 0, scope: LeafScope())
    var text: [UInt8] = []
    let isEncoded: Void? = withExtendedLifetime(marks) {
      try? encoder.encode(value, at: root, after: .none, into: &text)
    }
    guard isEncoded != nil, let document = try? JSON(parsing: text, limits: .largest) else {
      self.init()
      return
    }
    self.init(ofEach: .string(marks.mark), in: document)
  }
}

/// Encodes each date as a text that nothing else is.
private final class DateMarks: ValueInterceptor {
  let mark = UUID().uuidString

  func intercept<T: Encodable>(
    _ value: T, at place: EncodedPlace, into text: inout [UInt8]
  ) -> Bool {
    guard T.self == Date.self else { return false }
    text += "\"\(mark)\"".utf8
    return true
  }
}
