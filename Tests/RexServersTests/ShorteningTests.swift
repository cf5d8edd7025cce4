import RexJSON
import RexServers
import TestSupport
import Testing

/// A document that is too long keeps its shape, and says what is left out.
@Suite struct ShorteningTests {
  @Test func whatFitsIsKept() {
    let document: JSON = ["a": [1, "two", nil], "b": 3]
    #expect(document.shortened(to: document.bytes.count) == document)
  }

  @Test func beginningsAreKept() {
    let text = JSON.string(String(repeating: "abc", count: 1_000))
    #expect(
      JSON.array([text]).shortened(to: 200).description
        == #"["\#(String(repeating: "abc", count: 40))… (3000 bytes)"]"#)
    let list = JSON.array(Array(repeating: 7, count: 500))
    #expect(list.shortened(to: 50).description == #"[7,7,7,7,7,7,7,7,7,7,7,7,"… 488 more"]"#)
    let deep = (1...40).reduce(JSON.number(0)) { inner, _ in ["a": inner] }
    #expect(
      deep.shortened(to: 60).description
        == #"{"a":{"a":{"a":{"a":{"a":{"a":"… 1 members"}}}}}}"#)
    let records = JSON.array(Array(repeating: ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5], count: 90))
    #expect(
      records.shortened(to: 200).description
        == "[" + String(repeating: #"{"a":1,"b":2,"c":3,"d":4,"e":5},"#, count: 4)
        + "\"… 86 more\"]")
  }

  @Test(arguments: 0..<200)
  func nothingIsLongerThanTheLimit(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let document = random.document()
    for limit in [40, 100, 1_000] {
      #expect(document.shortened(to: limit).bytes.count <= limit)
    }
  }
}
