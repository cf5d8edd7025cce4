import Foundation
import RexJSON
import TestSupport
import Testing

/// Long texts, whose values need much memory.
@Suite struct LongContainerTests {
  /// An array with arrays and objects in it, longer than is moved at once.
  private static let elements: [JSON] = (0..<tries(70_000, gate: 200_000)).map { index in
    let number = JSON(integerLiteral: index)
    return switch index % 4 {
    case 0: number
    case 1: [number, nil]
    case 2: ["id": number, "tags": ["a]", "\\\",["]]
    default: .string("text \(index)")
    }
  }

  @Test func longArraysAreReadLikeShortOnes() throws {
    let long = JSON.array(Self.elements)
    for document in [long, ["before": long, "behind": [long, 7]], [1, long, [[long]]]] {
      #expect(try JSON(parsing: document.bytes) == document)
      #expect(try JSON(parsing: document.bytes).bytes == document.bytes)
    }
  }

  @Test func longArraysInLongArraysAreReadLikeShortOnes() throws {
    var document: JSON = "a]\\\",[ at the innermost place"
    for _ in 0..<6 {
      let before = Array(Self.elements.prefix(tries(20_000, gate: 70_000)))
      document = .array(before + [document, "b,\\", 7])
    }
    let text = document.bytes
    #expect(try JSON(parsing: text) == document)
    #expect(try JSON(parsing: text).bytes == text)
  }

  @Test func errorsInLongArraysAreThoseOfShortOnes() throws {
    let start = String(decoding: JSON.array(Self.elements).bytes.dropLast(), as: UTF8.self)
    var ends = [",]", ",{\"a\":1,\"a\":2}]"]
    if isGateRun { ends += ["", "]]", ",", "}", ",\"\\x\"]"] }
    for end in ends {
      let long = try #require(throws: JSONError.self) { try JSON(parsing: start + end) }
      let short = try #require(throws: JSONError.self) { try JSON(parsing: "[0" + end) }
      let checked = try #require(throws: JSONError.self) {
        try Array((start + end).utf8).withUnsafeBytes { try JSON.check($0) }
      }
      #expect(checked == long)
      #expect(long.location.offset - start.utf8.count == short.location.offset - 2)
      guard case .duplicateKey = long.kind else {
        #expect(long.kind == short.kind)
        continue
      }
    }
  }

  /// An object with more members than objects that share their keys.
  private static let members: JSONObject = {
    var members = JSONObject()
    for index in 0..<60_000 { members["\\\"key,} \(index)"] = elements[index] }
    return members
  }()

  @Test func longObjectsAreReadLikeShortOnes() throws {
    let long = JSON.object(Self.members)
    for document in [long, ["before": long, "behind": [long, 7]], [1, long, ["a": ["b": long]]]] {
      let read = try JSON(parsing: document.bytes)
      #expect(read == document)
      #expect(read.bytes == document.bytes)
    }
    var read = try #require(try JSON(parsing: long.bytes).object)
    #expect(read["\\\"key,} 59999"] == Self.members["\\\"key,} 59999"])
    read["\\\"key,} 17"] = nil
    read["new"] = 1
    #expect(read.count == 60_000 && read["\\\"key,} 18"] != nil && read["new"] == 1)
  }

  @Test func aRepeatedKeyIsFoundInALongObject() throws {
    let start = String(decoding: JSON.object(Self.members).bytes.dropLast(), as: UTF8.self)
    let key = "\\\\\\\"key,} 3"
    // As the last member, and followed by as many others.
    for end in ["}", "," + start.dropFirst().replacing("key", with: "yek") + "}"] {
      let text = start + ",\"\(key)\":1" + end
      let error = try #require(throws: JSONError.self) { try JSON(parsing: text) }
      let checked = try #require(throws: JSONError.self) {
        try Array(text.utf8).withUnsafeBytes { try JSON.check($0) }
      }
      #expect(checked == error)
      #expect(error.location.offset == start.utf8.count + 1)
      guard case .duplicateKey("\\\"key,} 3", let first) = error.kind else {
        Issue.record("\(error)")
        continue
      }
      let offset = try #require(start.range(of: "\"\(key)\"")?.lowerBound.utf16Offset(in: start))
      #expect(first.offset == offset)
    }
  }

  /// Nested arrays, whose values wait in one stack until their array ends.
  @Test func deeplyNestedLongTextsAreReadLikeShortOnes() throws {
    var document: JSON = "innermost"
    for depth in 0..<100 {
      let before = Array(Self.elements.prefix(2_000))
      document =
        depth.isMultiple(of: 2)
        ? .array(before + [document, 1])
        : ["before": .array(before), "here": document, "behind": 1]
    }
    let text = document.bytes
    #expect(try JSON(parsing: text) == document)
    #expect(try JSON(parsing: text).bytes == text)
  }

  /// The memory limits, and their description in docs/contributing/json.md, depend on this size.
  @Test func aValueTakes24Bytes() { #expect(MemoryLayout<JSON>.stride == 24) }

  /// Keys count in a text that contains little else, unless objects share them.
  @Test func keysCountAsMemory() throws {
    var limits = JSONLimits.standard
    limits.treeBytesMax = 1
    let keys = (0..<150_000).map { String($0, radix: 36) }
    let wide = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let different = "[" + keys.map { "{\"beginning\($0)\":1}" }.joined(separator: ",") + "]"
    for text in [wide, different] {
      let error = try #require(throws: JSONError.self) { try JSON(parsing: text, limits: limits) }
      #expect(error.kind == .treeTooLarge(max: 5 * text.utf8.count))
      #expect(throws: Never.self) { try JSON(parsing: text) }
    }
    let same = "[" + keys.map { "{\"id of this one\":\"\($0)\"}" }.joined(separator: ",") + "]"
    #expect(throws: Never.self) { try JSON(parsing: same, limits: limits) }
  }
}
