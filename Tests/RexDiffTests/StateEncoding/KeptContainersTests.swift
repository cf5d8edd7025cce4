import RexDiff
import RexJSON
import Testing

/// A value may keep its container and write into it later, which is in no document.
@Suite struct KeptContainersTests {
  @Test(arguments: [1, 40])
  func whatIsWrittenLaterIsInNoDocument(_ count: Int) throws {
    let keeper = Keeper()
    do {
      let encoder = try StateEncoder(Array(repeating: keeper, count: count))
      try keeper.encodeLate()
      for added in 1...3 {
        let state = Array(repeating: keeper, count: count + added)
        var patch: [UInt8] = []
        try encoder.update(to: state, patch: &patch)
        try keeper.encodeLate()
        var document: [UInt8] = []
        encoder.writeDocument(into: &document)
        #expect(try document == JSONDocumentEncoder().encodeBytes(state))
      }
    }
    // The encoder has ended, the containers have not.
    try keeper.encodeLate()
  }
}

private final class Keeper: Encodable {
  private var containers: [KeyedEncodingContainer<Keys>] = []

  enum Keys: CodingKey { case now, late, nested }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(["a": [1]], forKey: .now)
    containers.append(container)
  }

  func encodeLate() throws {
    for var container in containers {
      try container.encode([["a": 2], ["a": 3]], forKey: .late)
      var nested = container.nestedUnkeyedContainer(forKey: .nested)
      try nested.encode("text")
      #expect(!nested.codingPath.isEmpty)
    }
  }
}
