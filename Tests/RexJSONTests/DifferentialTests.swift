import Foundation
import RexDecoding
import RexJSON
import TestSupport
import Testing

/// Our decoder returns the same values as `JSONDecoder`, and reads what `JSONEncoder` writes.
@Suite struct DifferentialTests {
  static let texts = [
    "null", "true", "false", "0", "-0", "-0.0", "0e10", "1", "1.0", "1e0", "1.5", "-1", "127",
    "-128", "128", "255", "256", "65535", "65536", "2147483647", "2147483648", "4294967296",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "170141183460469231731687303715884105727", "1e2", "1.0e2", "100e-2",
    "123456789012345678901234567890", "9007199254740993", "1e15", "1E15", "1e16", "0.1", "0.3",
    "16777217", "3.4028235e38", "1.17549435e-38", "1e-46", "5e-324", "2.2250738585072014e-308",
    "1.7976931348623157e308", "12345678901234567890.123456789", "1234.5678901234567", "1e-7",
    "0e-400", "1e400", "-1e-46",
    #""""#, #""a""#, #""NaN""#, #""Infinity""#, #""-Infinity""#, #""1""#, #""é\u0000\ud83d\ude00""#,
    #""AAH+/w==""#, #""AAH+/w=""#, #""A A""#, #""http://a.b/c?d=e#f""#, #""a b""#, #""//x""#,
    #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#,
    #""E621E1F8C36C495A93FC0C247A3E6E5F""#, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5G""#,
    "[]", "[1]", "[1,2]", "[1,null]", "[[1],[2]]", #"["a","b"]"#, #"["a",1,"b",2]"#, "[null]",
    "{}", #"{"a":1}"#, #"{"1":2,"3":4}"#, #"{"1":"a"}"#, #"{"x":1}"#, #"{"x":1,"y":2}"#,
    #"{"X":1}"#, #"{"x":null}"#, #"{"a":{"x":3}}"#, #"[{"x":1},{"x":2}]"#, #"{"a":null}"#,
    #""hearts""#, #""clubs""#, #"{"hearts":1}"#, #"{"clubs":1}"#, #"{"empty":{}}"#,
    #"{"number":{"_0":1}}"#, #"{"number":{"_0":1,"more":2}}"#, #"{"number":{}}"#,
    #"{"named":{"name":"n"}}"#, #"{"named":{"name":"n","value":7}}"#,
    #"{"sum":{"_0":{"empty":{}},"_1":{"number":{"_0":-0.5}}}}"#, #"{"number":{"_0":1},"empty":{}}"#,
    #"{"wide":1,"some":[null,1.5],"inner":{"x":1}}"#, #"{"wide":"a"}"#, #"{"some":[]}"#,
  ]

  @Test func primitives() {
    expectAgreement(Bool.self)
    expectAgreement(Int.self)
    expectAgreement(Int8.self)
    expectAgreement(Int16.self)
    expectAgreement(Int32.self)
    expectAgreement(Int64.self)
    expectAgreement(UInt.self)
    expectAgreement(UInt8.self)
    expectAgreement(UInt16.self)
    expectAgreement(UInt32.self)
    expectAgreement(UInt64.self)
    expectAgreement(Int128.self)
    expectAgreement(UInt128.self)
    expectAgreement(Float.self)
    expectAgreement(Double.self)
    expectAgreement(String.self)
  }

  @Test func fixedForms() {
    expectAgreement(Date.self)
    expectAgreement(Data.self)
    expectAgreement(URL.self)
    expectAgreement(UUID.self)
    expectAgreement(Decimal.self)
  }

  @Test func collections() {
    expectAgreement([Int].self)
    expectAgreement([Int?].self)
    expectAgreement([[Int]].self)
    expectAgreement(ContiguousArray<Int>.self)
    expectAgreement(Set<Int>.self)
    expectAgreement(Int?.self)
    expectAgreement([String: Int].self)
    expectAgreement([String: Int?].self)
    expectAgreement([String: Key].self)
    expectAgreement([Int: Int].self)
    expectAgreement([Int: String].self)
    expectAgreement([Suit: Int].self)
    expectAgreement([Int8: Int].self)
  }

  @Test func valuesOfManyShapes() {
    struct Optionals: Codable, Equatable {
      var wide: Double?
      var some: [Double?]?
      var inner: Key?
    }
    expectAgreement(Key.self)
    expectAgreement([Key].self)
    expectAgreement(Suit.self)
    expectAgreement(Expression.self)
    expectAgreement(Optionals.self)
    expectAgreement(Wrapped<[String: Int]>.self)
  }

  @Test func foundationReadsOurOutputAndWeReadItsOutput() throws {
    try expectExchange(Everything())
    try expectExchange(Expression.sum(.named(name: "\u{85}\"", value: nil), .number(.infinity)))
    try expectExchange([Suit.hearts: [Key(x: 1)]])
    try expectExchange([[1.5, -0.0, 1e-9, .infinity]])
    var random = SeededGenerator(seed: 5)
    try expectExchange((0..<500).map { _ in random.text() })
    let doubles = (0..<500).map { _ in Double(bitPattern: random.next()) }
    try expectExchange(doubles.filter { !$0.isNaN })
    try expectExchange(doubles.map(Float.init).filter { !$0.isNaN })
    try expectExchange(doubles.filter(\.isFinite).map(Date.init(timeIntervalSinceReferenceDate:)))
  }

  /// Foundation decodes this number as the integer 0; we reject it.
  @Test func numbersTooSmallAreNotZero() throws {
    #expect(try theirs.decode(Int.self, from: Data("1e-400".utf8)) == 0)
    for type in [Int.self, UInt8.self, Double.self, Float.self] as [any Decodable.Type] {
      #expect(throws: DecodingError.self) {
        try JSONDocumentDecoder().decode(type, from: Array("1e-400".utf8))
      }
    }
  }

  /// RFC 8259 lets parsers accept such texts, and Foundation accepts some; our parser is strict.
  @Test(arguments: ["[1,]", #"{"x":1,}"#, #"{"x":1,"x":2}"#, "\u{FEFF}1", "", "\"\\ud800\""])
  func invalidTextsAreRejectedEvenIfFoundationAcceptsThem(_ text: String) {
    #expect(throws: JSONError.self) {
      try JSONDocumentDecoder().decode(JSON.self, from: Array(text.utf8))
    }
  }
}

private let theirs = {
  let decoder = JSONDecoder()
  decoder.nonConformingFloatDecodingStrategy = .convertFromString(
    positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
  decoder.dataDecodingStrategy = .base64
  return decoder
}()

/// What we decode and `JSONDecoder` does not: a form that we encode, and a large integer.
private let ours = ["Decimal from \"NaN\"", "UInt128 from 3.4028235e38"]

private func expectAgreement<T: Codable & Equatable>(
  _ type: T.Type, sourceLocation: SourceLocation = #_sourceLocation
) {
  for text in DifferentialTests.texts {
    if ours.contains("\(T.self) from \(text)") { continue }
    let expected = try? theirs.decode(T.self, from: Data(text.utf8))
    let found = try? JSONDocumentDecoder().decode(T.self, from: Array(text.utf8))
    // Compare texts, so that NaN is equal to NaN and -0 is not equal to 0.
    let texts = [expected, found].map { $0.flatMap { try? encoded($0) } ?? "nothing" }
    #expect(
      texts[0] == texts[1], "\(T.self) from \(text): \(texts[0]), ours \(texts[1])",
      sourceLocation: sourceLocation)
  }
}

private func expectExchange<T: Codable & Equatable>(
  _ value: T, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let encoder = JSONEncoder()
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
  let written = Array(try encoder.encode(value))
  let ours = try JSONDocumentEncoder().encodeBytes(value)
  #expect(
    try JSONDocumentDecoder().decode(T.self, from: written) == value, sourceLocation: sourceLocation
  )
  #expect(try theirs.decode(T.self, from: Data(ours)) == value, sourceLocation: sourceLocation)
  #expect(
    try JSON(parsing: written) == JSON(parsing: ours), sourceLocation: sourceLocation)
}
