import Foundation
import Testing

/// docs/contributing/unsafe-code.md names each unsafe place in the modules that apps link.
@Suite struct UnsafeCodeTests {
  /// The modules that a recording app links.
  private static let linked: Set<String> = [
    "RexJSON", "RexActions", "RexLocking", "RexStore", "RexDiff", "RexFormat", "RexRedaction",
    "RexRecorder",
  ]

  private static let words = [
    "unsafeBitCast(", "unsafeDowncast(", "Unmanaged", "@exclusivity(unchecked)",
    "nonisolated(unsafe)", "assumingMemoryBound(", "withMemoryRebound(", "realloc(",
    "@unchecked Sendable", "_getTypeByMangledName", "_withUnsafeGuaranteedRef",
  ]

  @Test func thePageNamesEachUnsafePlace() throws {
    let page = try String(
      contentsOf: root.appending(path: "docs/contributing/unsafe-code.md"), encoding: .utf8)
    for file in try sources(in: "Sources") where Self.linked.contains(file.module) {
      let name = file.path.split(separator: "/").last?.split(separator: /[.+]/).first ?? ""
      let unsafe = Self.words.filter { word in
        file.lines.contains { $0.contains(word) && !$0.contains("// ") }
      }
      #expect(unsafe.isEmpty || page.contains(name), "\(file.path) uses \(unsafe)")
    }
  }
}
