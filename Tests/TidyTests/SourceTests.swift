import Foundation
import TestSupport
import Testing

/// Imports follow the layers, and no file, line or function is too long.
@Suite struct SourceTests {
  private static let toolchain: Set<String> = [
    "Swift", "Foundation", "Dispatch", "Observation", "Combine", "StoreKit", "SwiftUI", "UIKit",
    "Glibc", "Musl", "Darwin", "os",
  ]

  private static let testing: Set<String> = ["Testing", "TestSupport"]

  @Test func importsFollowTheLayers() throws {
    let layers = try Manifest().layers
    for file in try sources(in: "Sources") {
      let layer = try #require(layers[file.module], "\(file.path): module without a layer")
      for module in file.imports where !Self.toolchain.contains(module) {
        #expect(layer.dependencies.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test func testsImportWhatTheirTargetsDeclare() throws {
    let targets = try Manifest().targets
    for file in try sources(in: "Tests") {
      let declared = try #require(targets[file.module], "\(file.path): no target")
      for module in file.imports where !Self.toolchain.union(Self.testing).contains(module) {
        #expect(declared.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test func theTableOfLayersAgreesWithTheManifest() throws {
    let manifest = try Manifest()
    #expect(manifest.layers.count >= 12)
    for (name, layer) in manifest.layers {
      #expect(manifest.targets[name] == layer.dependencies, "\(name)")
      for dependency in layer.dependencies {
        let level = try #require(manifest.layers[dependency]?.level, "\(dependency) has no layer")
        #expect(level < layer.level, "\(name) depends on \(dependency)")
      }
    }
  }

  /// What only tools use is in modules that no app links, to keep apps small.
  @Test func anAppLinksOnlyWhatItsRecorderNeeds() throws {
    let layers = try Manifest().layers
    var (linked, next): (Set<String>, Set<String>) = ([], ["RexRecorder"])
    while !next.isEmpty {
      linked.formUnion(next)
      next = Set(next.flatMap { layers[$0]?.dependencies ?? [] }).subtracting(linked)
    }
    let expected = [
      "RexActions", "RexDiff", "RexFormat", "RexJSON", "RexLocking", "RexRecorder", "RexRedaction",
    ]
    #expect(linked.sorted() == expected)
  }

  @Test func everyFormOfImportIsFound() {
    let lines: [Substring] = [
      "import A", "public import B\u{3B} internal import C", "  private import D  // a remark",
      "@testable import E", "@preconcurrency @_exported fileprivate import struct F.Inner",
      "// import G", #"let text = "import H""#,
    ]
    #expect(Source(path: "", module: "", lines: lines).imports == ["A", "B", "C", "D", "E", "F"])
  }

  @Test func filesAndLinesAreShort() throws {
    for file in try sources(in: "Sources") + sources(in: "Tests") where !file.isGenerated {
      #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
      for (index, line) in file.lines.enumerated() where line.count > 100 {
        Issue.record("\(file.path):\(index + 1) has \(line.count) columns")
      }
    }
  }

  @Test(.enabled(if: isGateRun)) func functionsAreShort() throws {
    for file in try sources(in: "Sources") {
      for function in file.functions where function.length > 60 {
        Issue.record("\(file.path):\(function.line) has a function of \(function.length) lines")
      }
    }
  }

  @Test func packageHasNoDependencies() throws {
    #expect(try !Manifest().text.contains(".package("))
  }

  /// Xcode builds remote packages with `-suppress-warnings`, which conflicts with warnings as
  /// errors, and a warning that is new in a compiler must not break the builds of apps.
  @Test func warningsAreErrorsInTheGateAlone() throws {
    #expect(try !Manifest().text.contains("treatAllWarnings"))
    let gate = try String(contentsOf: root.appending(path: ".ci/run"), encoding: .utf8)
    #expect(gate.contains("-Xswiftc -warnings-as-errors"))
  }
}

struct Source {
  var path: String
  var module: String
  var lines: [Substring]

  /// Whether a test writes the file, and another one checks what it is made from.
  var isGenerated: Bool { lines.first?.hasSuffix("Do not edit.") ?? false }

  /// The imported modules, in every form of import.
  var imports: [String] {
    let importing =
      #/
      \s* (?: @\S+ \s+ )*
      (?: (?: public | package | internal | fileprivate | private ) \s+ )?
      import \s+
      (?: (?: struct | class | enum | protocol | func | var | let | typealias ) \s+ )?
      (?<module> \w+ )
      /#
    return lines.filter { $0.contains("import ") }.flatMap { $0.split(separator: ";") }
      .compactMap { statement in statement.prefixMatch(of: importing).map { String($0.module) } }
  }

  /// Functions, found by indentation: from `func` or `init` to the brace in the same column.
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

let root = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

func sources(in folder: String) throws -> [Source] {
  let files = try FileManager.default.subpathsOfDirectory(
    atPath: root.appending(path: folder).path)
  return try files.filter { $0.hasSuffix(".swift") }.sorted().map { path in
    let url = root.appending(path: folder).appending(path: path)
    let text = try String(contentsOf: url, encoding: .utf8)
    let folders = path.split(separator: "/").drop { $0 == "LookAlikes" }
    return Source(
      path: "\(folder)/\(path)", module: String(folders.first ?? ""),
      lines: text.split(separator: "\n", omittingEmptySubsequences: false))
  }
}
