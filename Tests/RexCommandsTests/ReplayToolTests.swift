import RexLocking
import RexLog
import RexReplayer
import TestSupport
import Testing

@testable import RexCommands

/// A tool replays the logs of its app, or of each of its apps.
@Suite struct ReplayToolTests {
  private enum One: ReplayTool {
    static let app = ReplayableApp(name: "Cart") { (state: inout Int, action: Int) in
      state += action
    }
  }

  private enum Several: ReplayTool {
    static let app = One.app
    static let apps = [
      app, ReplayableApp(name: "Player") { (state: inout Int, action: Int) in state -= action },
    ]
  }

  @Test(arguments: [("Cart", 3), ("Player", -3)])
  func theNameInALogSelectsTheApp(_ name: String, _ state: Int) throws {
    let log = try log(of: name, state: state)
    let app = try Several.commandLine.app(named: nil, for: log)
    #expect(try Replayer(app).verify(log).verdict == .verified)
  }

  @Test func aToolOfOneAppReplaysNoOther() throws {
    #expect(try One.commandLine.app(named: nil, for: log(of: "Cart", state: 3)).name == "Cart")
    #expect(throws: LogError.self) {
      try One.commandLine.app(named: nil, for: log(of: "Player", state: -3))
    }
  }

  /// Only a tool with examples can record one.
  @Test func aToolWithoutExamplesOffersNone() {
    for words in [["--help"], ["man"], ["complete", "--", ""]] {
      let (output, all) = (output(words, of: One.commandLine), output(words, of: tool))
      for name in ["demo", "record"] {
        #expect(!output.contains("\(name) ") && !output.contains("\(name)\n"), "\(words)")
        #expect(all.contains("\(name) ") || all.contains("\(name)\n"), "\(words)")
      }
    }
    let errors = Locked("")
    let environment = CommandEnvironment(
      write: { _ in }, writeError: { text in errors.withLock { $0 += text } }, nextLine: { nil })
    #expect(One.commandLine.run(["demo"], in: environment) == .usage)
    #expect(errors.withLock { $0 }.contains(" has no example sessions\nhint: see "))
  }

  private func output(_ words: [String], of tool: ReplayCommandLine) -> String {
    let output = Locked("")
    let environment = CommandEnvironment(
      write: { text in output.withLock { $0 += text } }, writeError: { _ in }, nextLine: { nil })
    _ = tool.run(words, in: environment)
    return output.withLock { $0 }
  }

  private func log(of app: String, state: Int) throws -> Log {
    let patch = #"[{"op":"replace","path":"","value":\#(state)}]"#
    let text = """
      {"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01","app":{"name":"\(app)"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":0}
      {"kind":"action","seq":1,"timeMs":1,"type":"Int","action":3,"tookMs":0,"patch":\(patch)}

      """
    return try Log(name: "log", bytes: Array(text.utf8))
  }
}
