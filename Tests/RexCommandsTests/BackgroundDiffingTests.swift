#if os(macOS) || os(Linux)
  import Foundation
  import RexReplayer
  import Testing

  /// What commands say about a log whose recorder diffed states in the background.
  @Suite struct BackgroundDiffingTests {
    private static let note =
      "note: the states were diffed in the background: a change in place, outside of an action, "
      + "is in the next action's patch, which diverges although its reducer is right\n"

    private let app: Misbehaving

    init() throws { app = try Misbehaving() }

    @Test func infoSaysIt() throws {
      let call = try app.run(["info", log()])
      #expect(
        call.output.contains(
          """
          diffing   in the background: a change in place, outside of an action, is in the next \
          action's patch

          """))
      let document = try app.run(["info", "--json", log()]).output
      #expect(document.contains(#""diffing":"background""#))
    }

    @Test(arguments: [[], ["--quick"], ["--in-process"], ["--jobs", "2"]])
    func aDivergenceSaysWhatItMayMean(_ words: [String]) throws {
      let divergent = try log(patches: [2: #"[{"op":"replace","path":"/n","value":7}]"#])
      #expect(try app.run(["verify", divergent] + words).output.hasSuffix(Self.note))
      #expect(try app.verification(words + [divergent]).isDiffedInBackground)
      #expect(try !app.run(["verify", log()] + words).output.contains("note: the states"))
    }

    /// A log of a recorder that diffed in the background.
    private func log(patches: [Int: String] = [:]) throws -> String {
      let name = try app.log([#"{"add":{}}"#, #"{"add":{}}"#], patches: patches)
      let path = app.folder.path + "/" + name
      try String(contentsOfFile: path, encoding: .utf8)
        .replacing(#""app":{"#, with: #""diffing":"background","app":{"#)
        .write(toFile: path, atomically: true, encoding: .utf8)
      return name
    }
  }
#endif
