#if os(macOS) || os(Linux)
  import RexJSON
  import RexReplayer
  import TestSupport
  import Testing

  /// Recorded inputs, in the output of commands and in worker processes.
  @Suite struct InputsTests {
    private let app: Misbehaving

    init() throws { app = try Misbehaving() }

    private static let uuid = "1B4E28BA-2FA1-41D2-883F-0016D3CCA427"
    private static let patch = """
      [{"op":"replace","path":"/n","value":2},\
      {"op":"replace","path":"/texts","value":["\(uuid)"]},\
      {"op":"replace","path":"/number","value":786563763.5}]
      """

    private func log(_ inputs: String) throws -> String {
      try app.log(
        [add, #"{"takeInputs":{}},"inputs":\#(inputs)"#, add], patches: [2: Self.patch])
    }

    @Test(arguments: [["--jobs", "1"], ["--jobs", "2"], ["--in-process"], ["--runs", "2"]])
    func theyAreServedInEveryProcess(options: [String]) throws {
      let log = try log(#"[{"uuid":"\#(Self.uuid)"},{"date":786563763.5}]"#)
      let call = try app.run(["verify", log] + options)
      #expect(call.exit == 0)
      #expect(
        call.output.hasPrefix(
          """
          log.jsonl: verified: 3 of 3 actions
          note: 1 action took inputs, such as the time, which were served from the log

          """))
    }

    @Test func anotherOrderIsTold() throws {
      let log = try log(#"[{"date":786563763.5},{"uuid":"\#(Self.uuid)"}]"#)
      let call = try app.run(["verify", log])
      #expect(call.exit == 1)
      #expect(
        call.output.contains(
          """
          log.jsonl:4:1: divergence: action 2, a2
            source    A.swift:2
            inputs    asked for an identifier where the log has a date

          """))
    }

    @Test func showTellsThem() throws {
      let log = try log(
        #"[{"uuid":"\#(Self.uuid)"},{"date":786563763.5,"fresh":true},{"draws":2},"#
          + #"{"value":{"new\u001b[31mCheckout":true}},{"unrecorded":"x"},{"date":1e300}]"#)
      #expect(
        try app.run(["show", log, "2", "--action"]).output == """
          #2 a2  A.swift:2
            with identifier \(Self.uuid), date 2025-12-04T17:56:03.500Z (new), 2 random numbers, \
          new\\u001b[31mCheckout true, an input that is not recorded (x), date 1e+300
          {
            "takeInputs": {}
          }

          """)
      #expect(try app.run(["show", log, "2", "--json"]).output.contains(#""inputs":[{"uuid":"#))
    }

    @Test func showTellsThoseOfAnActionThatNeverFinished() throws {
      let text =
        #"{"kind":"action","seq":1,"timeMs":1,"type":"trap","action":{"trap":{}},"#
        + #""inputs":[{"uuid":"\#(Self.uuid)"},{"date":7865637"#
      let log = try app.log([], ending: text)
      #expect(
        try app.run(["show", log, "1"]).output == """
          action 1, trap, began and never finished, or recording failed there
            with identifier \(Self.uuid)
          {
            "trap": {}
          }

          """)
    }

    @Test(arguments: [
      (#"{"clock":{}}"#, #"[{"op":"replace","path":"/number","value":1700000000}]"#, "now"),
      (#"{"uuid":{}}"#, #"[{"op":"replace","path":"/texts","value":["\#(uuid)"]}]"#, "uuid()"),
    ])
    func aDivergenceThatLooksLikeAnInputSaysHowToRecordIt(
      action: String, patch: String, name: String
    ) throws {
      let count = #"{"op":"replace","path":"/n","value":1}"#
      let log = try app.log([action], patches: [1: "[\(count),\(patch.dropFirst())"])
      let call = try app.run(["verify", log])
      #expect(call.output.contains("takes from Inputs().\(name)"))
    }

    private var add: String { #"{"add":{}}"# }
  }
#endif
