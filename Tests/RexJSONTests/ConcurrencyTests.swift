import Dispatch
import RexDecoding
import RexJSON
import TestSupport
import Testing

/// Documents and coders are values: threads may share them.
@Suite struct ConcurrencyTests {
  @Test func threadsShareDocumentsAndTypes() throws {
    let members = (0..<100).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    let shared = try JSON(parsing: "[{\(members)},{\(members)}]")
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      var copy = shared.array?[number % 2].object ?? JSONObject()
      copy["key\(number)"] = nil
      copy["own\(number)"] = true
      #expect(copy.count == 100)
      #expect(copy["key99"] == (number == 99 ? nil : 99))
      #expect(copy["own\(number)"] == true)
      let value = [Suit.hearts: [Key(x: number)]]
      let bytes = try? JSONDocumentEncoder().encodeBytes(value)
      #expect(bytes == Array(#"{"hearts":[{"x":\#(number)}]}"#.utf8))
      #expect((try? JSONDocumentDecoder().decode([Suit: [Key]].self, from: bytes ?? [])) == value)
    }
    #expect(shared.array?[0].object?.count == 100)
  }
}
