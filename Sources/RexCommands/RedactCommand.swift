import Foundation
import RexJSON
import RexLog
import RexRedaction

extension Command {
  static let redact = Command(
    name: "redact", operands: "LOG -o NEW",
    summary: "writes the log with its secrets covered; or checks that given secrets are not in it",
    options: [
      .output,
      CommandOption(name: "--path", value: "P", help: "a place that is secret: /a/*/b, **/b"),
      CommandOption(
        name: "--keyed-path", value: "P", help: "a place of an object whose keys are secret"),
      CommandOption(name: "--key", value: "K", help: "a key whose values are secret"),
      CommandOption(
        name: "--shape", value: "S", help: "a look that is secret: email, phone, or a usual one"),
      CommandOption(
        name: "--longest", value: "N", help: "texts of more than N bytes are left out, from 64 on"),
      CommandOption(
        name: "--check", value: "FILE", help: "exit 1 if a line of FILE is anywhere in the log"),
    ]
  ) { call throws(CommandError) in
    let rules = try RedactionRules(call.arguments)
    let path = try call.operands("LOG")[0]
    if let list = call.arguments.values["--check"], call.arguments.values["--output"] == nil {
      return try SecretCheck(secretsAt: list).run(LogPaths.logs(at: path).flatMap(\.files), call)
    }
    let new = try call.newLog("NEW")
    let log = try call.open(path)
    var redaction = LogRedaction(log, rules: rules)
    try writeNewLog(at: new) { (sink) throws(CommandError) in try redaction.write(to: sink) }
    if call.wantsJSON {
      call.environment.print(
        LogJSON.object([
          "log": .string(log.name), "output": .string(new),
          "secrets": LogJSON.number(redaction.secretCount),
          "rules": .array(rules.kinds.map(JSON.string)), "incomplete": LogJSON.incomplete(log),
        ]))
    } else {
      let secrets = LogText.count(redaction.secretCount, "secret")
      call.environment.print("\(log.name): \(secrets) covered in \(new)\n")
      call.environment.printIncompleteness(of: log)
    }
    guard let list = call.arguments.values["--check"] else { return .success }
    return try SecretCheck(secretsAt: list).run([new], call)
  }
}

extension RedactionRules {
  /// The standard rules and what a command's words add to them.
  fileprivate init(_ arguments: Arguments) throws(CommandError) {
    self = .standard
    paths = try RedactionRules.patterns(arguments, "--path")
    keyedPaths = try RedactionRules.patterns(arguments, "--keyed-path")
    if arguments.values["--longest"] != nil {
      textBytesMax = try arguments.integer("--longest", default: 0)
    }
    for key in arguments.lists["--key"] ?? [] { keyNames.insert(key) }
    for name in arguments.lists["--shape"] ?? [] {
      guard let shape = SecretShape(rawValue: name) else {
        let known = SecretShape.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("there is no shape \(name); there are: \(known)")
      }
      shapes.insert(shape)
    }
  }

  private static func patterns(
    _ arguments: Arguments, _ option: String
  ) throws(CommandError) -> [PathPattern] {
    var patterns: [PathPattern] = []
    for text in arguments.lists[option] ?? [] {
      guard let pattern = PathPattern(text) else {
        throw .usage("\(option) takes a pattern of paths such as /user/token or **/token")
      }
      patterns.append(pattern)
    }
    return patterns
  }
}

/// A check that none of a list of secrets is in a log; it shows places, never secrets.
private struct SecretCheck {
  /// The secrets, with the line of the list that each stands on.
  private let secrets: [(line: Int, text: String)]

  private struct Place {
    var line: Int
    var column: Int
    /// The secret's line in the list.
    var secret: Int
  }

  init(secretsAt path: String) throws(CommandError) {
    secrets = String(decoding: try SecretCheck.bytes(at: path), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map {
        ($0.offset + 1, String($0.element.hasSuffix("\r") ? $0.element.dropLast() : $0.element))
      }
      .filter { !$0.1.isEmpty }
  }

  /// Checks every file; the answer is no where any of them holds a secret.
  func run(_ paths: [String], _ call: CommandCall) throws(CommandError) -> CommandStatus {
    var isClean = true
    for path in paths where try run(path, call) == .no { isClean = false }
    return isClean ? .success : .no
  }

  private func run(_ path: String, _ call: CommandCall) throws(CommandError) -> CommandStatus {
    let places = places(in: try SecretCheck.bytes(at: path))
    if call.wantsJSON {
      call.environment.print(json(path, places))
    } else {
      for place in places.prefix(SecretCheck.placesShownMax) {
        call.environment.print(
          "\(path):\(place.line):\(place.column): the secret of line \(place.secret) stands here\n")
      }
      let secrets = LogText.count(secrets.count, "secret")
      let count = LogText.count(places.count, "place")
      call.environment.print(
        places.isEmpty
          ? "\(path): none of \(secrets) is in it\n" : "\(path): \(count) with one of \(secrets)\n")
    }
    return places.isEmpty ? .success : .no
  }

  private static let placesShownMax = 20

  private func places(in bytes: [UInt8]) -> [Place] {
    let search = SecretSearch(secrets.map(\.text))
    var places: [Place] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      for finding in search.findings(in: Array(line)) {
        places.append(
          Place(
            line: index + 1, column: finding.range.lowerBound + 1,
            secret: secrets[finding.secret].line))
      }
    }
    return places
  }

  private func json(_ path: String, _ places: [Place]) -> JSON {
    LogJSON.object([
      "log": .string(path), "secrets": LogJSON.number(secrets.count),
      "clean": .bool(places.isEmpty),
      "places": .array(
        places.map {
          LogJSON.object([
            "line": LogJSON.number($0.line), "column": LogJSON.number($0.column),
            "secret": LogJSON.number($0.secret),
          ])
        }),
    ])
  }

  private static func bytes(at path: String) throws(CommandError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .failed(
        "\(path):1:1: error: cannot read", hint: "name a file that can be read", .unreadable)
    }
    return Array(data)
  }
}
