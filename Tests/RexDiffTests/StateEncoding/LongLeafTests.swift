import Foundation
import RexDiff
import RexJSON
import TestSupport
import Testing

/// Long strings and data are cached on their own, and identified by their storage.
@Suite struct LongLeafTests {
  private struct State: Encodable {
    var count = 0
    var text: String
    var data: Data
    var texts: [String]
    var byName: [String: Data]
    var optional: String?
    var tail = "tail"

    init(byteCount: Int) {
      text = String(repeating: "\"text\" \u{E9}\n", count: byteCount / 10)
      data = Data(repeating: 0xFE, count: byteCount)
      texts = (0..<12).map { String(repeating: "element \($0) ", count: byteCount / 10) }
      byName = ["a": data + [1], "b": Data([1, 2, 3])]
      optional = text + "!"
    }
  }

  @Test(arguments: [100, 16_000, 17_000] + (isGateRun ? [200_000] : []))
  func eachChangeTakesFewOperations(_ byteCount: Int) throws {
    var state = State(byteCount: byteCount)
    var checker = try StateChecker(state)
    func change(_ operationCount: Int, _ body: (inout State) -> Void) throws {
      body(&state)
      try checker.update(to: state)
      #expect(checker.patch.operations.count == operationCount)
    }
    try change(0) { _ in }
    try change(1) { $0.count += 1 }
    try change(1) { $0.text += "more" }
    try change(1) { $0.data[7] = 0 }
    try change(1) { $0.texts[5].removeLast() }
    try change(2) { $0.texts.swapAt(1, 11) }
    try change(1) { $0.byName["a"]?.append(1) }
    try change(1) { $0.optional = nil }
    try change(2) { swap(&$0.text, &$0.texts[0]) }
    try change(0) { $0.text = String(decoding: Array($0.text.utf8), as: UTF8.self) }
    try change(1) { $0.data = $0.data.dropFirst(3) }
    try change(3) { ($0.text, $0.data, $0.tail) = ("short", Data(), "") }
  }

  @Test func longTextOrDataMayBeTheWholeState() throws {
    var text = String(repeating: "a root of text ", count: 5000)
    var texts = try StateChecker(text)
    text += "!"
    try texts.update(to: text)
    text = "short"
    try texts.update(to: text)
    var data = Data(repeating: 7, count: 50_000)
    var datas = try StateChecker(data)
    data[0] = 1
    try datas.update(to: data)
    #expect(datas.patch.operations.count == 1)
  }

  /// A check finds a change in memory that `Data` does not own, and names the type.
  @Test func dataOverForeignMemory() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 100_000, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 1)
    let start = try #require(memory.baseAddress)
    let state = ["a": Data(bytesNoCopy: start, count: memory.count, deallocator: .none)]
    let encoder = try StateEncoder(state)
    memory[5] = 2
    var patch: [UInt8] = []
    try encoder.update(to: state, patch: &patch)
    #expect(patch == Array("[]".utf8))
    let mismatch = try #require(try encoder.check(state, patch: &patch))
    #expect(mismatch.pointer == JSONPointer("/a"))
    #expect(mismatch.unstableTypes == [String(reflecting: Data.self)])
    memory[5] = 3
    try encoder.update(to: state, patch: &patch)
    #expect(try encoder.check(state, patch: &patch) == nil)
  }
}
