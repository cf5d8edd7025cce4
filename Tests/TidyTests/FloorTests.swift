import Foundation
import TestSupport
import Testing

/// Sources use API that is newer than iOS 16 and macOS 13 only behind an availability check.
@Suite struct FloorTests {
  /// API that is newer than iOS 16, with the version of iOS that introduced it.
  private static let newer: [(name: String, version: Int)] = [
    ("Mutex", 18), ("Atomic", 18), ("Int128", 18), ("UInt128", 18),
    ("String(validating", 18), ("#Expression", 18), ("TaskExecutor", 18), ("@Observable", 17),
    ("ObservationRegistrar", 17), ("withObservationTracking", 17), ("#Predicate", 17),
    ("DiscardingTaskGroup", 17), ("withDiscardingTaskGroup", 17), ("assumeIsolated", 17),
    ("InlineArray", 26), ("RawSpan", 26), ("Span", 26), ("UTF8Span", 26), ("Task.immediate", 26),
  ]

  @Test(.enabled(if: isGateRun)) func newerInterfacesAreUsedBehindACheck() throws {
    for file in try sources(in: "Sources") {
      for (index, line) in file.lines.enumerated() where !line.isComment {
        for (name, version) in Self.newer where line.mentions(name) {
          if !file.isGuarded(index, version: version) {
            Issue.record("\(file.path):\(index + 1) uses \(name), which is of iOS \(version)")
          }
        }
      }
    }
  }

  @Test func anEnclosingCheckGuardsAUse() {
    let lines: [Substring] = [
      "@available(macOS 15, iOS 18, *)", "struct New {", "  let count = Atomic(0)", "}", "",
      "struct Old {", "  func use() {", "    if #available(macOS 14, iOS 17, *) {",
      "      _ = Atomic(0)", "    }", "  }", "}",
    ]
    let source = Source(path: "", module: "", lines: lines)
    #expect(source.isGuarded(2, version: 18))
    #expect(!source.isGuarded(8, version: 18))
    #expect(source.isGuarded(8, version: 17))
    #expect(!source.isGuarded(6, version: 17))
  }
}

extension Source {
  /// Whether the version is checked: by the line, by a line that encloses it, by an attribute above
  /// one of these, or by an earlier guard in the same function.
  fileprivate func isGuarded(_ index: Int, version: Int) -> Bool {
    var indentation = Int.max
    var isBelowEncloser = false
    for line in lines[...index].reversed() {
      let own = line.prefix { $0 == " " }.count
      let isAttribute = line.dropFirst(own).hasPrefix("@")
      let isEnclosing = own < line.count && own < indentation
      let isCheck = line.contains("guard #available") && own <= indentation
      isBelowEncloser =
        isCheck || isEnclosing || isBelowEncloser && isAttribute && own == indentation
      guard isBelowEncloser else { continue }
      indentation = own
      if let found = line.firstMatch(of: /available\(.*iOS (\d+)/), let checked = Int(found.1),
        checked >= version
      {
        return true
      }
    }
    return false
  }
}

extension Substring {
  fileprivate var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }

  /// Whether a name occurs here as a whole word.
  fileprivate func mentions(_ name: String) -> Bool {
    ranges(of: name).contains { range in
      let before = self[..<range.lowerBound].last
      let after = self[range.upperBound...].first
      return ![before, after].contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
    }
  }
}
