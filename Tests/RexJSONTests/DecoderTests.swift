import Foundation
import RexDecoding
import RexJSON
import Testing

/// Decoded values, and the errors of texts that are not valid values.
@Suite struct DecoderTests {
  @Test func valuesReadBack() throws {
    try expectSame(Everything())
    try expectSame(Expression.sum(.named(name: "é", value: 3), .sum(.number(-0.5), .empty)))
    try expectSame(Interleaved())
    try expectSame(Set((0..<50).map { "\($0)" }))
    try expectSame([Key(x: 1): [Suit.hearts], Key(x: -1): []])
    try expectSame([Suit.spades: 1, .hearts: 2])
    try expectSame(Wrapped(["a": Wrapped([1: Int?.none])]))
    try expectSame([Int128.min, .max])
    try expectSame([UInt128.max])
    try expectSame(Decimal.nan)
    try expectSame(Decimal.greatestFiniteMagnitude)
    try expectSame(-Decimal.leastNonzeroMagnitude)
  }

  /// Synthesized code, unlike an array, calls the containers' own methods for these types.
  @Test func integersOf128BitsReadBackInEveryContainer() throws {
    struct Ledger: Codable, Hashable {
      var least = Int128.min
      var most = UInt128.max
      var some: Int128? = -1
      var none: UInt128?
    }
    try expectSame(Ledger())
    try expectSame(Unkeyed(least: .min, most: .max))
    try expectSame(SingleInt128(value: .min))
    try expectSame(SingleUInt128(value: .max))
    #expect(
      String(decoding: try JSONDocumentEncoder().encodeBytes(Ledger()), as: UTF8.self)
        == #"{"least":-170141183460469231731687303715884105728,"#
        + #""most":340282366920938463463374607431768211455,"some":-1}"#)
  }

  @Test(arguments: [
    (Duration.zero, "PT0S"), (.milliseconds(1500), "PT1.5S"), (.milliseconds(-250), "-PT0.25S"),
    (Duration(secondsComponent: 12, attosecondsComponent: 1), "PT12.000000000000000001S"),
    (.seconds(-3600), "-PT3600S"),
  ])
  func durationsReadBackExactly(_ duration: Duration, _ text: String) throws {
    let bytes = try JSONDocumentEncoder().encodeBytes([duration])
    #expect(String(decoding: bytes, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDocumentDecoder().decode([Duration].self, from: bytes) == [duration])
  }

  @Test func otherFormsOfDurations() throws {
    let decoder = JSONDocumentDecoder()
    // Older versions encoded the two halves of the attoseconds.
    let older = Array("[0,1500000000000000000]".utf8)
    #expect(try decoder.decode(Duration.self, from: older) == .milliseconds(1500))
    let ages = Duration.seconds(1e19)
    let bytes = try JSONDocumentEncoder().encodeBytes(ages)
    #expect(bytes.first == UInt8(ascii: "["))
    #expect(try decoder.decode(Duration.self, from: bytes) == ages)
    for text in ["", "PTS", "PT1", "PT1.S", "PT1.5s", "PT1.0000000000000000000S", "1.5", "PT-1S"] {
      #expect(throws: DecodingError.self, "\(text)") {
        try decoder.decode(Duration.self, from: JSON.string(text).bytes)
      }
    }
  }

  @Test func classesReadBack() throws {
    let bytes = try JSONDocumentEncoder().encodeBytes(Dog(name: "Rex", tricks: ["sit", "stay"]))
    let dog = try JSONDocumentDecoder().decode(Dog.self, from: bytes)
    #expect(dog.name == "Rex")
    #expect(dog.tricks == ["sit", "stay"])
  }

  @Test(arguments: [
    0, -0.0, 1, 0.1, 1e22, 1e23, 123456789.123456789, 9_007_199_254_740_992, .pi,
    .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, .leastNormalMagnitude, .infinity, -.infinity, .nan,
  ])
  func doublesReadBackBitForBit(_ value: Double) throws {
    let bytes = try JSONDocumentEncoder().encodeBytes(value)
    let read = try JSONDocumentDecoder().decode(Double.self, from: bytes)
    #expect(read.bitPattern == value.bitPattern || read.isNaN && value.isNaN)
    let date = Date(timeIntervalSinceReferenceDate: value)
    let dateBytes = try JSONDocumentEncoder().encodeBytes(date)
    let readDate = try JSONDocumentDecoder().decode(Date.self, from: dateBytes)
    #expect(readDate == date || value.isNaN)
  }

  @Test(
    arguments: [
      (#"{"x":"a"}"#, "Expected Int but found a string. (line 1, column 6)", ["x"]),
      (#"{"x":null}"#, "Expected Int but found null. (line 1, column 6)", ["x"]),
      (#"{"x":1.5}"#, "The number 1.5 does not fit in Int. (line 1, column 6)", ["x"]),
      (#"{"x":1e19}"#, "The number 1e19 does not fit in Int. (line 1, column 6)", ["x"]),
      ("\n{}", "No value for the key \"x\". (line 2, column 1)", []),
      ("[]", "Expected Dictionary<String, Any> but found an array. (line 1, column 1)", []),
    ] as [(String, String, [String])])
  func errorsHaveAReasonAndALocation(_ text: String, _ description: String, _ path: [String]) {
    expectError(Key.self, text, description, path)
  }

  @Test func errorsInArraysAndUserCodeHaveLocations() {
    expectError(
      [Key].self, "[{\"x\":1},\n {\"x\":true}]",
      "Expected Int but found a boolean. (line 2, column 7)", ["Index 1", "x"])
    expectError(
      [Suit].self, #"["hearts","clubs"]"#,
      "No case \"clubs\"; the cases are \"hearts\", \"spades\". (line 1, column 11)", ["Index 1"])
    expectError(
      [URL].self, #"[""]"#, "The text is not a valid URL. (line 1, column 2)", ["Index 0"])
    expectError(
      [UUID].self, #"["x"]"#, "The text is not a valid UUID. (line 1, column 2)", ["Index 0"])
    expectError(
      UUID.self, #""6F9619FF-8B86-D011-B42D-00CF4FC964FF\u0000""#,
      "The text is not a valid UUID. (line 1, column 1)", [])
    expectError(
      Double.self, "1e400", "The number 1e400 does not fit in Double. (line 1, column 1)", [])
  }

  @Test func errorsNameTheUnknownEnumCase() throws {
    expectError(
      Expression.self, #"{"product":{}}"#, #"No case "product". (line 1, column 1)"#, [])
    expectError(
      [Expression].self, #"[{"sum":{"_0":{"empty":{}},"_1":{}}}]"#,
      "No case is named. (line 1, column 33)", ["Index 0", "sum", "_1"])
    expectError(
      Expression.self, #"{"sum":{},"empty":{}}"#,
      #"More than one case is named: "sum", "empty". (line 1, column 1)"#, [])
    expectError(Light.self, #""blue""#, #"No case "blue". (line 1, column 1)"#, [])
  }

  @Test func errorsListTheKnownEnumCasesIfPossible() throws {
    expectError(
      Shape.self, #"{"oval":{}}"#,
      #"No case "oval"; the cases are "circle", "box". (line 1, column 1)"#, [])
    expectError(
      [Suit].self, #"["clubs"]"#,
      #"No case "clubs"; the cases are "hearts", "spades". (line 1, column 2)"#, ["Index 0"])
  }

  @Test func membersMayComeInAnyOrder() throws {
    let fields = (0..<40).map { "\"f\($0)\":\($0)" }
    struct AnyKey: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Sum: Decodable {
      var value = 0
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for field in (0..<50).reversed() {
          let key = AnyKey(stringValue: "f\(field)")
          value += try container.decodeIfPresent(Int.self, forKey: key) ?? 0
        }
      }
    }
    for count in [1, 5, 16, 17, 40] {
      let text = "{" + fields.prefix(count).joined(separator: ",") + "}"
      let sum = try JSONDocumentDecoder().decode(Sum.self, from: Array(text.utf8))
      #expect(sum.value == (0..<count).reduce(0, +))
    }
  }

  /// Each element fails to decode as the first type, with an error that contains its path.
  @Test func valuesMayTryOneTypeAfterAnother() throws {
    enum Either: Decodable, Equatable {
      case number(Int)
      case text(String)
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
          self = .number(try container.decode(Int.self))
        } catch DecodingError.typeMismatch(_, let context) {
          self = .text(
            context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
              .joined(separator: "/") + (try container.decode(String.self)))
        }
      }
    }
    let texts = (0..<5_000).map { "{\"k\":\"\($0)\",\"l\":1}" }
    let bytes = Array("[\(texts.joined(separator: ","))]".utf8)
    let values = try JSONDocumentDecoder().decode([[String: Either]].self, from: bytes)
    #expect(values.count == 5_000)
    for (position, value) in values.enumerated() {
      #expect(value == ["k": .text("\(position)/k\(position)"), "l": .number(1)])
    }
  }

  @Test(arguments: ["{}", "[{}]", #"{"inner":{}}"#, #"{"inner":{},"other":{"inner":{}}}"#])
  func emptyObjectsHaveNoKeys(_ text: String) throws {
    struct Tree: Decodable {
      var isEmpty: Bool
      init(from decoder: any Decoder) throws {
        guard let members = try? decoder.container(keyedBy: PathStep.self) else {
          var elements = try decoder.unkeyedContainer()
          isEmpty = try elements.decode(Tree.self).isEmpty && elements.isAtEnd
          return
        }
        isEmpty = !members.contains("absent") && members.allKeys.count <= 2
        for key in members.allKeys {
          isEmpty = try members.decode(Tree.self, forKey: key).isEmpty && isEmpty
        }
      }
    }
    #expect(try JSONDocumentDecoder().decode(Tree.self, from: Array(text.utf8)).isEmpty)
  }

  @Test func aDecoderMayOutliveTheCall() throws {
    struct Keeps: Decodable {
      var decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    let text = UnsafeMutableRawBufferPointer.allocate(byteCount: 7, alignment: 1)
    defer { text.deallocate() }
    text.copyBytes(from: #"{"x":7}"#.utf8)
    let kept = try JSONDocumentDecoder().decode(Keeps.self, from: UnsafeRawBufferPointer(text))
    text.copyBytes(from: "nothing".utf8)
    #expect(try Key(from: kept.decoder).x == 7)
  }
}

private func expectSame<T: Codable & Hashable>(
  _ value: T, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let bytes = try JSONDocumentEncoder().encodeBytes(value)
  let decoder = JSONDocumentDecoder()
  #expect(try decoder.decode(T.self, from: bytes) == value, sourceLocation: sourceLocation)
  let document = try JSONDocumentEncoder().encode(value)
  #expect(try decoder.decode(T.self, from: document) == value, sourceLocation: sourceLocation)
}

private func expectError<T: Decodable>(
  _ type: T.Type, _ text: String, _ description: String, _ path: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
    try JSONDocumentDecoder().decode(type, from: Array(text.utf8))
  }
  #expect(error?.context?.debugDescription == description, sourceLocation: sourceLocation)
  #expect(error?.context?.codingPath.map(\.stringValue) == path, sourceLocation: sourceLocation)
  #expect(error?.context?.underlyingError is JSONError, sourceLocation: sourceLocation)
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

/// A key that may be any text.
private struct PathStep: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

private struct Unkeyed: Codable, Hashable {
  var least: Int128
  var most: UInt128

  init(least: Int128, most: UInt128) { (self.least, self.most) = (least, most) }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    least = try container.decode(Int128.self)
    most = try #require(try container.decodeIfPresent(UInt128.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(least)
    try container.encode(most)
  }
}

private struct SingleInt128: Codable, Hashable {
  var value: Int128

  init(value: Int128) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int128.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

private struct SingleUInt128: Codable, Hashable {
  var value: UInt128

  init(value: UInt128) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(UInt128.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
