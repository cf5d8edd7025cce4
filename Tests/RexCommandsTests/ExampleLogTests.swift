import Foundation
import RexCommands
import RexLog
import TestSupport
import Testing

/// The reducers of the examples reduce the examples' logs, and no log of an app with such a name.
@Suite struct ExampleLogTests {
  static let examples = ["news", "news-scoped", "phone-session", "shop", "team-chat", "volume"]

  @Test(arguments: examples)
  func anExamplesLogIsReduced(_ name: String) throws {
    #expect(run(["verify", "\(name).jsonl"]).status == .success)
    let session = try Log(path: Fixture.url("logs/v1/\(name).jsonl").path).session
    #expect(session.types != nil)
  }

  @Test(arguments: isGateRun ? examples : Array(examples.prefix(2)))
  func aLogOfAnotherAppWithAnExamplesNameIsNot(_ name: String) throws {
    let text = try String(contentsOf: Fixture.url("logs/v1/\(name).jsonl"), encoding: .utf8)
    let others = [
      text.replacing(#""file":"RexExamples/"#, with: #""file":"MyApp/"#),
      text.replacing(#/"types":\{"state":"(\w+)"/#) { #""types":{"state":"My\#($0.1)""# },
      text.replacing(#/"types":\{.*?\},/#, with: ""),
      text.replacing(#/"source":\{.*?\},/#, with: ""),
    ]
    for other in others {
      #expect(other != text)
      let folder = try TemporaryFolder()
      let path = folder.path + "/log.jsonl"
      try other.write(toFile: path, atomically: true, encoding: .utf8)
      let app = try Log(path: path).session.app.name
      for words in [["verify"], ["grade"], ["replay", "-o", path + ".new"]] {
        let call = run(words + [path])
        #expect(
          call.errors == """
            \(path):1:1: error: there is no reducer for the app \(app) in this tool
            hint: build the app's own tool with ReplayTool; this one reduces only its examples

            """)
        #expect((call.output, call.status) == ("", .noVerdict))
      }
      #expect(run(["verify", "--app", app, path]).status == .success)
    }
  }
}
