import RexJSON
import RexQuestions
import Testing

@testable import RexCommands

/// The arguments of a command as JSON: their schema, and the call that they are.
@Suite struct ArgumentsSchemaTests {
  @Test func aSchemaHasOperandsAndOptionsWithTheirTypes() throws {
    let schema = Command.when.inputSchema
    #expect(schema["required"] == ["log", "expr"])
    #expect(schema["additionalProperties"] == false)
    let properties = try #require(schema["properties"]?.object)
    #expect(
      properties.map(\.key)
        == ["log", "expr", "last", "all", "changes", "full", "from", "to", "jobs", "with", "clock"])
    #expect(properties["last"] == ["type": "boolean", "description": "the last such action"])
    #expect(properties["from"]?["type"] == ["string", "integer"])
    #expect(Command.slice.inputSchema["required"] == ["log", "output"])
    let jobs = Command.verify.inputSchema["properties"]?["jobs"]
    #expect(jobs?["minimum"] == 1 && jobs?["maximum"] == 1024)
    #expect(Command.list.inputSchema["properties"]?["type"]?["type"] == "array")
  }

  @Test(arguments: [
    (
      #"{"log": "a.jsonl", "type": ["--x", "y"], "wide": true, "from": -5}"#,
      ["list", "--type=--x", "--type=y", "--wide", "--from=-5", "--", "a.jsonl"]
    ),
    (#"{"log": "-h", "wide": false}"#, ["list", "--", "-h"]),
  ])
  func argumentsAreACall(_ arguments: String, _ words: [String]) throws {
    let arguments = try #require(JSON(parsing: Array(arguments.utf8)).object)
    #expect(try Command.list.words(for: arguments) == words)
  }

  @Test(arguments: [
    (#"{"log": "a", "tpye": "x"}"#, "there is no argument tpye"),
    (#"{"log": ["a", ["b"]]}"#, #"log takes a text or a number, not ["a",["b"]]"#),
    (#"{"log": "a", "wide": "yes"}"#, #"wide takes true or false, not "yes""#),
  ])
  func otherArgumentsAreRefused(_ arguments: String, _ problem: String) throws {
    let arguments = try #require(JSON(parsing: Array(arguments.utf8)).object)
    #expect {
      try Command.list.words(for: arguments)
    } throws: {
      ($0 as? CommandError)?.problem.plain == problem
    }
  }

  @Test func everyCommandTakesWhatItRequires() {
    for command in Command.all {
      let options = command.requiredOptions.flatMap { [$0.name, "x"] }
      let words = command.operandList.map(\.name) + options
      #expect(throws: Never.self) { try Arguments(words, options: command.specs) }
    }
  }
}
