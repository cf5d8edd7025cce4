import Foundation

/// Types that use every corner of Codable.
struct Everything: Codable, Hashable {
  var bool = true
  var int = -1
  var int8 = Int8.min
  var int16 = Int16.min
  var int32 = Int32.min
  var int64 = Int64.min
  var uint = UInt.max
  var uint8 = UInt8.max
  var uint16 = UInt16.max
  var uint32 = UInt32.max
  var uint64 = UInt64.max
  var double = 0.1
  var float: Float = 0.1
  var string = "text"
  var some: Int? = 1
  var none: Int?
  var array = [1, 2, 3]
  var nested = [["a": [1.5]], [:]]
  var keyed = ["b": 1, "a": 2, "\u{E9}": 3, "\"": 4]
  var counted = [2: "two", -1: "minus one", 10: "ten"]
  var date = Date(timeIntervalSinceReferenceDate: 1234.5678901234567)
  var data = Data([0, 1, 254, 255])
  var url = URL(filePath: "/a b/c", directoryHint: .notDirectory)
  var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
  var decimal = Decimal(string: "-12345678901234567890.123456789") ?? 0
}

indirect enum Expression: Codable, Hashable {
  case number(Double)
  case named(name: String, value: Int?)
  case sum(Expression, Expression)
  case empty
}

enum Suit: String, Codable, CodingKeyRepresentable, CaseIterable {
  case hearts
  case spades
}

/// An enum whose cases cannot be listed.
enum Light: String, Codable {
  case red, green
}

/// An enum with payloads whose cases can be listed, by their keys.
enum Shape: Codable {
  case circle(radius: Double)
  case square(side: Double)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case circle
    case square = "box"
  }
}

class Animal: Codable {
  var name: String
  init(name: String) { self.name = name }
}

final class Dog: Animal {
  var tricks: [String]

  init(name: String, tricks: [String]) {
    self.tricks = tricks
    super.init(name: name)
  }

  private enum CodingKeys: CodingKey {
    case tricks
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tricks = try container.decode([String].self, forKey: .tricks)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tricks, forKey: .tricks)
    try super.encode(to: container.superEncoder())
  }
}

/// Writes to several containers in turn, before any of them is finished.
struct Interleaved: Codable, Hashable {
  private enum CodingKeys: CodingKey {
    case first
    case second
    case third
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var second = try container.nestedUnkeyedContainer(forKey: .second)
    var inner = try second.nestedUnkeyedContainer()
    guard try inner.decode(Int.self) == 1, try second.decode(String.self) == "x",
      try inner.decode(Int.self) == 2, inner.isAtEnd, try second.decodeNil(), second.isAtEnd,
      try container.superDecoder(forKey: .third).singleValueContainer().decode(Bool.self)
    else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not interleaved"))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    _ = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .first)
    let third = container.superEncoder(forKey: .third)
    var second = container.nestedUnkeyedContainer(forKey: .second)
    var inner = second.nestedUnkeyedContainer()
    try inner.encode(1)
    try second.encode("x")
    var again = encoder.container(keyedBy: CodingKeys.self)
    var single = third.singleValueContainer()
    try single.encode(true)
    try inner.encode(2)
    try second.encodeNil()
    var first = again.nestedContainer(keyedBy: CodingKeys.self, forKey: .first)
    try first.encode(7, forKey: .first)
  }
}

/// A value that encodes as the value that it contains.
struct Wrapped<Value: Codable & Hashable>: Codable, Hashable {
  var value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

struct Key: Codable, Hashable {
  var x: Int
}
