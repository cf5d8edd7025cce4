import Foundation
import Testing

/// Reads the sources: imports follow the layers, and no file, line or function grows too long.
@Suite struct SourceTests {
  /// What each module may import of this package; the table at the top of Package.swift.
  static let layers: [String: Set<String>] = [
    "RexJSON": [],
    "RexStore": [],
    "RexDiff": ["RexJSON"],
    "RexLog": ["RexJSON", "RexDiff"],
    "RexRedaction": ["RexJSON", "RexDiff"],
    "RexRecorder": ["RexStore", "RexJSON", "RexDiff", "RexLog", "RexRedaction"],
    "RexTimeline": ["RexJSON", "RexDiff", "RexLog"],
    "RexReplayer": ["RexStore", "RexJSON", "RexDiff", "RexLog", "RexRedaction", "RexTimeline"],
    "RexExamples": [
      "RexJSON", "RexStore", "RexDiff", "RexLog", "RexRecorder", "RexTimeline", "RexReplayer",
    ],
    "RexCommands": [
      "RexJSON", "RexDiff", "RexLog", "RexRedaction", "RexTimeline", "RexReplayer",
    ],
    "rexreplay": ["RexCommands", "RexExamples", "RexLog"],
    "rexbench": [
      "RexJSON", "RexStore", "RexDiff", "RexLog", "RexRecorder", "RexTimeline", "RexReplayer",
      "RexExamples",
    ],
  ]

  static let toolchain: Set<String> = [
    "Foundation", "Dispatch", "Synchronization", "Observation", "Glibc", "Musl", "Darwin",
  ]

  @Test func importsFollowTheLayers() throws {
    for file in try sources(in: "Sources") {
      let allowed = try #require(Self.layers[file.module], "\(file.path): module without a layer")
      for module in file.imports where !Self.toolchain.contains(module) {
        #expect(allowed.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test func filesAndLinesAreShort() throws {
    for file in try sources(in: "Sources") + sources(in: "Tests") {
      #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
      for (index, line) in file.lines.enumerated() where line.count > 100 {
        Issue.record("\(file.path):\(index + 1) has \(line.count) columns")
      }
    }
  }

  @Test func functionsAreShort() throws {
    for file in try sources(in: "Sources") {
      for function in file.functions where function.length > 60 {
        Issue.record("\(file.path):\(function.line) has a function of \(function.length) lines")
      }
    }
  }

  @Test func packageHasNoDependencies() throws {
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(!manifest.contains(".package("))
  }
}

private struct Source {
  var path: String
  var module: String
  var lines: [Substring]

  var imports: [String] {
    lines.compactMap { line in
      line.wholeMatch(of: /(?:@\S+ )*(?:public |package |internal )?import (\w+)\s*/)
        .map { String($0.1) }
    }
  }

  /// Functions by their indentation: from `func` or `init` to the brace in the same column.
  var functions: [(line: Int, length: Int)] {
    var found: [(line: Int, length: Int)] = []
    for (start, line) in lines.enumerated() where line.contains(/(^|\s)(func |init[?(<])/) {
      guard !line.contains("//"), !line.contains(/\{.*\}\s*$/) else { continue }
      let close = String(line.prefix { $0 == " " }) + "}"
      guard let end = lines[start...].firstIndex(where: { $0 == close }) else { continue }
      found.append((start + 1, end - start + 1))
    }
    return found
  }
}

private let root = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

private func sources(in folder: String) throws -> [Source] {
  let files = try FileManager.default.subpathsOfDirectory(
    atPath: root.appending(path: folder).path)
  return try files.filter { $0.hasSuffix(".swift") }.sorted().map { path in
    let url = root.appending(path: folder).appending(path: path)
    let text = try String(contentsOf: url, encoding: .utf8)
    return Source(
      path: "\(folder)/\(path)", module: String(path.prefix { $0 != "/" }),
      lines: text.split(separator: "\n", omittingEmptySubsequences: false))
  }
}
