// swift-format-ignore-file: AvoidRetroactiveConformances
// The tests use these types as states, so the types themselves have to be Encodable.

import CLayouts

extension CUnion: @retroactive Encodable {
  func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

extension CTagged: @retroactive Encodable {
  func encode(to encoder: any Encoder) throws { try [tag, number].encode(to: encoder) }
}

extension CBits: @retroactive Encodable {
  func encode(to encoder: any Encoder) throws { try [low, high].encode(to: encoder) }
}

extension CTailBits: @retroactive Encodable {
  func encode(to encoder: any Encoder) throws {
    try [number, Int64(bits)].encode(to: encoder)
  }
}

extension CGapBits: @retroactive Encodable {
  func encode(to encoder: any Encoder) throws {
    try [number, Int64(bits)].encode(to: encoder)
  }
}

extension CUnknown: @retroactive Encodable {
  func encode(to encoder: any Encoder) throws {
    try [Float(number), c_unknown(self)].encode(to: encoder)
  }
}

extension CPacked: @retroactive Encodable {
  func encode(to encoder: any Encoder) throws {
    try [number, Int64(letter)].encode(to: encoder)
  }
}

extension CPlain: @retroactive Encodable {
  func encode(to encoder: any Encoder) throws {
    try [number, Int64(letter)].encode(to: encoder)
  }
}

extension CChoice: @retroactive Encodable {
  func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}
