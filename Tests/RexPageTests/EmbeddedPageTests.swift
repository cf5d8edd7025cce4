import Foundation
import TestSupport
import Testing

@testable import RexPage

/// The page in the tool is put together from the files in Sources/RexPage/Page.
///
/// `REX_WRITE_FIXTURES=1 swift test --filter EmbeddedPageTests` puts it together again.
@Suite struct EmbeddedPageTests {
  @Test func theEmbeddedPageIsThatOfTheFiles() throws {
    let url = Fixture.repository.appending(path: "Sources/RexPage/EmbeddedPage.swift")
    let source = """
      // The page of the files in Page, put together by EmbeddedPageTests. Do not edit.
      // swift-format-ignore-file

      enum EmbeddedPage {
        static let text = #\"""
      \(try PageFiles().page)
      \"""#
      }

      """
    if Fixture.isWriting { try Data(source.utf8).write(to: url) }
    let embedded = try String(contentsOf: url, encoding: .utf8)
    #expect(embedded == source, "run this test with REX_WRITE_FIXTURES=1")
  }

  @Test func noTwoModulesDeclareTheSameName() throws {
    let names = try PageFiles().modules.flatMap { module in
      try PageFiles.text(module).split(separator: "\n").compactMap { line in
        line.prefixMatch(
          of: /(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)/
        ).map { String($0.1) }
      }
    }
    let repeated = Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }
    #expect(repeated.keys.sorted() == [])
  }

  @Test func everyModuleIsInThePage() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: PageFiles.folder.path)
    #expect(try PageFiles().modules.sorted() == files.filter { $0.hasSuffix(".js") }.sorted())
  }

  @Test func filesAndLinesAreShort() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: PageFiles.folder.path) {
      let lines = try PageFiles.text(name).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 400, "\(name) has \(lines.count) lines")
      for (index, line) in lines.enumerated() where line.count > 100 {
        Issue.record("\(name):\(index + 1) has \(line.count) columns")
      }
    }
  }
}

/// The files of the page, and the page that is put together from them.
struct PageFiles {
  static let folder = Fixture.repository.appending(path: "Sources/RexPage/Page")

  /// The modules, each after those that it imports.
  let modules: [String]

  init() throws {
    var ordered: [String] = []
    func visit(_ module: String) throws {
      guard !ordered.contains(module) else { return }
      for line in try PageFiles.text(module).split(separator: "\n") {
        guard let name = line.firstMatch(of: #/from "\./(\w+\.js)";$/#) else { continue }
        try visit(String(name.1))
      }
      ordered.append(module)
    }
    try visit("page.js")
    modules = ordered
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The page, with the policy that allows its script and its style.
  var page: String {
    get throws {
      let (script, style) = (try script, try style)
      return try PageFiles.text("page.html")
        .replacing("%policy%", with: PageFiles.policy(script: script, style: style))
        .replacing("%style%", with: style).replacing("%script%", with: script)
    }
  }

  /// This script and this style, a worker of the page's own, and no request to anywhere.
  static func policy(script: some StringProtocol, style: some StringProtocol) -> String {
    func source(_ text: some StringProtocol) -> String {
      "'sha256-\(Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString())'"
    }
    return """
      default-src 'none'; script-src \(source(script)); style-src \(source(style)); \
      worker-src blob:; base-uri 'none'; form-action 'none'
      """
  }

  /// The styles, of which those for narrow windows come last, since they replace others.
  private var style: String {
    get throws {
      try ["style.css", "panes.css", "narrow.css"].map(PageFiles.text).joined(separator: "\n")
    }
  }

  /// All modules as one script: in strict mode, in a scope of its own, and without comments.
  private var script: String {
    get throws {
      let modules = try modules.map { PageFiles.statements(of: try PageFiles.text($0)) }
      return "\"use strict\";\n{\n\(modules.joined())start();\n}\n"
    }
  }

  /// The lines of a module without comments, imports and the word `export`.
  private static func statements(of module: String) -> String {
    var statements = ""
    var isInImport = false
    for line in module.split(separator: "\n") {
      isInImport = isInImport || line.hasPrefix("import ")
      defer { if line.hasSuffix(";") { isInImport = false } }
      if isInImport || line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
      statements += line.dropFirst(line.hasPrefix("export ") ? 7 : 0) + "\n"
    }
    return statements
  }
}
