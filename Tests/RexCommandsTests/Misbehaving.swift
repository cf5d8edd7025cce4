#if os(macOS) || os(Linux)
  import Foundation
  import RexReplayer
  import TestSupport

  /// Logs of the app Misbehaving, and its tool as a process.
  struct Misbehaving {
    /// A folder that is deleted with this value.
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a log in which every action only added 1 to `n`.
    func log(
      _ actions: [String], named name: String = "log.jsonl", keyframes: Set<Int> = [],
      patches: [Int: String] = [:], withoutPatches: Bool = false, ending: String = ""
    ) throws -> String {
      var lines = [
        #"{"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01T00:00:00Z","#
          + #""app":{"name":"Misbehaving"}}"#,
        keyframe(0),
      ]
      for (index, action) in actions.enumerated() {
        let seq = index + 1
        let patch = patches[seq] ?? #"[{"op":"replace","path":"/n","value":\#(seq)}]"#
        lines.append(
          #"{"kind":"action","seq":\#(seq),"timeMs":\#(seq),"type":"a\#(seq)","action":\#(action),"#
            + #""source":{"file":"A.swift","line":\#(seq)},"tookMs":0,"#
            + #""patch":\#(withoutPatches ? "null" : patch)}"#)
        if keyframes.contains(seq) { lines.append(keyframe(seq)) }
      }
      let path = folder.path + "/" + name
      try (lines.joined(separator: "\n") + "\n" + ending)
        .write(toFile: path, atomically: true, encoding: .utf8)
      return name
    }

    func keyframe(_ seq: Int, state: String = "false") -> String {
      #"{"kind":"keyframe","seq":\#(seq),"timeMs":\#(seq),"#
        + #""state":{"n":\#(seq),"texts":[],"number":0,"state":\#(state)}}"#
    }

    /// Runs a tool in the folder and waits for it.
    func run(
      _ words: [String], tool: String = "MisbehavingApp", input: String? = nil
    ) throws -> Call {
      let process = Process()
      process.executableURL = tool.hasPrefix("/") ? URL(filePath: tool) : BuiltProducts.url(tool)
      process.arguments = words
      process.currentDirectoryURL = URL(filePath: folder.path)
      let files = try ["output", "errors"].map { name in
        let path = folder.path + "/." + name
        try Data().write(to: URL(filePath: path))
        return try FileHandle(forWritingTo: URL(filePath: path))
      }
      (process.standardOutput, process.standardError) = (files[0], files[1])
      process.standardInput =
        try input.map {
          try FileHandle(forReadingFrom: URL(filePath: folder.path + "/" + $0))
        } ?? FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      let texts = try ["output", "errors"].map {
        try String(contentsOfFile: folder.path + "/." + $0, encoding: .utf8)
      }
      return Call(output: texts[0], errors: texts[1], exit: process.terminationStatus)
    }

    /// What `verify --json` found.
    func verification(_ words: [String]) throws -> Verification {
      let output = try run(["verify", "--json"] + words).output
      return try JSONDecoder().decode(Verification.self, from: Data(output.utf8))
    }

    /// The names of the folder's entries.
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Writes a shell script to run as a tool.
    func script(_ name: String, _ text: String) throws {
      let path = folder.path + "/" + name
      try ("#!/bin/sh\n" + text + "\n").write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Writes a script that is one of several builds of the tool.
    func build(_ name: String, _ build: String) throws {
      let app = BuiltProducts.url("MisbehavingApp").path
      try script(name, "MISBEHAVING_BUILD=\(build) exec '\(app)' \"$@\"")
    }

    struct Call: Equatable {
      var output: String
      var errors: String
      var exit: Int32
    }
  }

  /// A folder that is deleted with its last owner.
  final class TemporaryFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
      try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
      return "\(path)/\(name)"
    }
  }
#endif
