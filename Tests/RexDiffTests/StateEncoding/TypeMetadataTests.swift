import Testing

@testable import RexDiff

/// Type metadata is read only if it reads correctly for known types.
@Suite struct TypeMetadataTests {
  private struct Outer<Value> {
    struct Inner {
      var value: Value
      var pair: (flag: Bool, value: Value)
    }
  }

  @Test func theProbesAgreeOnThisPlatform() {
    #if !_ptrauth(_arm64e)
      #expect(TypeMetadata.isReadable == !TypeMetadata.isTurnedOff)
    #endif
    #expect(MetadataProbes.agree(reading: TypeMetadata.fields))
  }

  /// One wrong answer about any of the types is enough.
  @Test func theProbesNoticeEveryWrongAnswer() {
    var types: [Any.Type] = []
    #expect(
      MetadataProbes.agree { type in
        types.append(type)
        return TypeMetadata.fields(of: type)
      })
    #expect(types.count > 10)
    for wrong in types {
      for answer in [TypeFields.opaque, .sum([]), .product([])] {
        let isRight = answer == TypeMetadata.fields(of: wrong)
        #expect(
          MetadataProbes.agree { $0 == wrong ? answer : TypeMetadata.fields(of: $0) } == isRight)
      }
    }
  }

  @Test func typesInGenericTypes() {
    #expect(
      TypeMetadata.fields(of: Outer<String>.Inner.self)
        == .product([
          TypeFields.Field(name: "value", offset: 0, type: String.self),
          TypeFields.Field(name: "pair", offset: 16, type: (flag: Bool, value: String).self),
        ]))
  }
}
