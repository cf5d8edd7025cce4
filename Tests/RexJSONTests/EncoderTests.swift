import Foundation
import RexDecoding
import RexJSON
import Testing

/// The encoded form of values, byte for byte.
@Suite struct EncoderTests {
  @Test func fixedFormsAreAsDocumented() throws {
    #expect(
      try encoded(Everything())
        == #"{"bool":true,"int":-1,"int8":-128,"int16":-32768,"int32":-2147483648,"#
        + #""int64":-9223372036854775808,"uint":18446744073709551615,"uint8":255,"uint16":65535,"#
        + #""uint32":4294967295,"uint64":18446744073709551615,"double":0.1,"float":0.1,"#
        + #""string":"text","some":1,"array":[1,2,3],"nested":[{"a":[1.5]},{}],"#
        + #""keyed":{"\"":4,"a":2,"b":1,"é":3},"counted":{"-1":"minus one","10":"ten","2":"two"},"#
        + #""date":1234.5678901234567,"data":"AAH+/w==","url":"file:///a%20b/c","#
        + #""uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","#
        + #""decimal":-12345678901234567890.123456789}"#)
  }

  @Test func fragments() throws {
    #expect(try encoded(1) == "1")
    #expect(try encoded("a\n") == #""a\n""#)
    #expect(try encoded(Int?.none) == "null")
    #expect(try encoded([Int?.none, 1]) == "[null,1]")
    #expect(try encoded(Int128.min) == "-170141183460469231731687303715884105728")
    #expect(try encoded(UInt128.max) == "340282366920938463463374607431768211455")
  }

  @Test func floatingPoint() throws {
    #expect(
      try encoded([0, -0.0, 1, 1.5, 1e100, .leastNonzeroMagnitude, .nan, .infinity, -.infinity])
        == #"[0,-0,1,1.5,1e+100,5e-324,"NaN","Infinity","-Infinity"]"#)
    #expect(
      try encoded([Float(16_777_216), 3.4028235e38, -.infinity])
        == #"[16777216,3.4028235e+38,"-Infinity"]"#)
  }

  @Test func enumsAndClasses() throws {
    #expect(
      try encoded(Expression.sum(.named(name: "a", value: nil), .empty))
        == #"{"sum":{"_0":{"named":{"name":"a"}},"_1":{"empty":{}}}}"#)
    #expect(
      try encoded(Dog(name: "Rex", tricks: ["sit"]))
        == #"{"tricks":["sit"],"super":{"name":"Rex"}}"#)
  }

  @Test func containersMayBeWrittenInTurn() throws {
    #expect(
      try encoded(Interleaved()) == #"{"first":{"first":7},"third":true,"second":[[1,2],"x",null]}"#
    )
  }

  @Test func setsAndDictionariesAreSortedByTheirContent() throws {
    let numbers = Set(0..<40)
    let sorted = numbers.map(String.init).sorted().joined(separator: ",")
    #expect(try encoded(numbers) == "[\(sorted)]")
    #expect(try encoded([Set?.some([3, 1, 2])]) == "[[1,2,3]]")
    #expect(try encoded(["k": Set([Set(["b", "a"]), []])]) == #"{"k":[["a","b"],[]]}"#)
    #expect(
      try encoded([Key(x: 2): "b", Key(x: 1): "a"]) == #"[{"x":1},"a",{"x":2},"b"]"#)
    #expect(try encoded([Suit.spades: 1, .hearts: 2]) == #"{"hearts":2,"spades":1}"#)
    #expect(try encoded(Wrapped(["b": 1, "a": 2, "ab": 3])) == #"{"a":2,"ab":3,"b":1}"#)
    #expect(
      try encoded(["a b": 1, "a": 2, "a!": 3, "a\n": 4]) == #"{"a":2,"a\n":4,"a b":1,"a!":3}"#)
  }

  /// The order of a dictionary's members must not differ from process to process.
  @Test func dictionariesThatEncodeThemselvesAreSortedByTheirKeys() throws {
    let numbers = Dictionary(uniqueKeysWithValues: (100..<140).map { ($0, $0) })
    let sorted = "{" + (100..<140).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}"
    #expect(try encoded(numbers) == sorted)
    #expect(try encoded(Passing(value: numbers)) == sorted)
    let names = Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", $1) })
    #expect(try encoded(Passing(value: names)) == sorted)
    #expect(
      try encoded(Passing(value: [Suit.spades: 1, .hearts: 2])) == #"{"hearts":2,"spades":1}"#)
  }

  /// Encodes its value by the value's own `encode(to:)`.
  private struct Passing<Value: Encodable>: Encodable {
    var value: Value

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  @Test func aKeyEncodedTwiceHasItsLastValue() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Suit.Keys.self)
        try container.encode(1, forKey: .hearts)
        try container.encode(2, forKey: .spades)
        try container.encode(3, forKey: .hearts)
      }
    }
    #expect(try encoded(Twice()) == #"{"hearts":3,"spades":2}"#)
  }

  @Test func misuseThrows() throws {
    struct Both: Encodable {
      func encode(to encoder: any Encoder) throws {
        var array = encoder.unkeyedContainer()
        try array.encode(1)
        var object = encoder.container(keyedBy: Suit.Keys.self)
        try object.encode(1, forKey: .hearts)
      }
    }
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) throws {}
    }
    #expect(throws: EncodingError.self) { try encoded(Both()) }
    #expect(throws: EncodingError.self) { try encoded(Nothing()) }
    #expect(try encoded([Nothing()]) == "[{}]")
  }

  /// What is written can be read: 63 sums take 2 levels each, and `empty` takes 2.
  @Test func deepValuesAreLeftOut() throws {
    var expression = Expression.empty
    for _ in 0..<63 { expression = .sum(expression, .empty) }
    let bytes = try JSONDocumentEncoder().encodeBytes(expression)
    #expect(try JSONDocumentDecoder().decode(Expression.self, from: bytes) == expression)
    expression = .sum(expression, .empty)
    let text = try encoded(expression)
    #expect(text.contains(#""left out: nested deeper than 128 levels""#))
    #expect(throws: Never.self) { try JSON(parsing: text) }
  }

  @Test func documentsInValuesKeepEveryDigit() throws {
    let document = try JSON(parsing: #"{"b":1.0,"a":[1e400,null,true,"x"]}"#)
    #expect(try encoded(["d": document]) == #"{"d":{"b":1.0,"a":[1e400,null,true,"x"]}}"#)
    #expect(try JSONDocumentEncoder().encode(["d": document]) == ["d": document])
    let decoded = try JSONDocumentDecoder().decode([JSON].self, from: [document, nil])
    #expect(decoded == [document, nil])
    #expect(decoded.first?.bytes == document.bytes)
  }

  /// Other encoders have no form for a number beyond their range, and must not write `null`.
  @Test(arguments: ["1e400", "-1e400", "1e-400"])
  func aNumberThatAnotherEncoderCannotRepresentThrows(_ text: String) throws {
    let document = JSON.array([.number(try #require(JSONNumber(text: text)))])
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(document) }
    guard case .invalidValue(let value, let context)? = error else { return }
    #expect("\(value)" == text)
    #expect(context.debugDescription == "The number \(text) does not fit in Double.")
    #expect(context.codingPath.map(\.intValue) == [0])
  }

  @Test func userInfoReachesTheValues() throws {
    struct Asks: Codable {
      init() {}
      init(from decoder: any Decoder) throws { #expect(decoder.userInfo[.question] as? Int == 42) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.userInfo[.question] as? Int)
      }
    }
    var encoder = JSONDocumentEncoder()
    encoder.userInfo[.question] = 42
    #expect(try encoder.encode([Asks()]) == [42])
    var decoder = JSONDocumentDecoder()
    decoder.userInfo[.question] = 42
    _ = try decoder.decode([Asks].self, from: JSON.array([42]))
  }
}

extension CodingUserInfoKey {
  fileprivate static let question = CodingUserInfoKey(rawValue: "question") ?? .unnamed
  private static var unnamed: CodingUserInfoKey { preconditionFailure("keys are never refused") }
}

extension Suit {
  fileprivate enum Keys: CodingKey {
    case hearts
    case spades
  }
}

func encoded(_ value: some Encodable) throws -> String {
  String(decoding: try JSONDocumentEncoder().encodeBytes(value), as: UTF8.self)
}
