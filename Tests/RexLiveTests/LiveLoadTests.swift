import Foundation
import RexActions
import RexCommands
import RexJSON
import RexLive
import RexLocking
import RexLog
import RexRecorder
import RexSockets
import RexStore
import TestSupport
import Testing

/// Apps that are killed or fast, and peers that send anything.
@Suite struct LiveLoadTests {
  #if os(macOS) || os(Linux)
    @Test func theLogOfAKilledAppIsABeginningOfItsOwn() throws {
      var random = SeededGenerator(seed: 1)
      for _ in 0..<tries(2, gate: 2, long: 50) {
        let flow = try LiveFlow()
        let own = flow.folder.appending(path: "own.jsonl")
        let process = try Self.shop(own, flow)
        try eventually { !flow.copied.isEmpty }
        Thread.sleep(forTimeInterval: Double.random(in: 0...1, using: &random))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try eventually { flow.told.withLock { $0.last }?.hasSuffix(": gone") == true }
        // It gets its name at the end.
        let name = try #require(
          FileManager.default.contentsOfDirectory(atPath: flow.folder.path).first {
            $0.hasPrefix("own.jsonl")
          })
        let written = try Data(contentsOf: flow.folder.appending(path: name))
        #expect(!flow.copied.isEmpty && written.starts(with: flow.copied))
        let path = try #require(flow.listener.apps.last?.path)
        #expect(try Log(path: path).session.app.name == "Shop")
      }
    }

    @Test func twoAppsOfOneNameAreCopiedApart() throws {
      let flow = try LiveFlow()
      let owns = (1...2).map { flow.folder.appending(path: "own\($0).jsonl") }
      let processes = try owns.map { try Self.shop($0, flow, actions: 5) }
      for process in processes {
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
      }
      try eventually { flow.listener.apps.allSatisfy { !$0.isConnected } }
      let paths = flow.listener.apps.compactMap(\.path)
      let copies = try paths.map { try Data(contentsOf: URL(filePath: $0)) }
      #expect(try Set(copies) == Set(owns.map { try Data(contentsOf: $0) }) && copies.count == 2)
    }

    @Test func aPortInUseEndsTheCommand() throws {
      let flow = try LiveFlow()
      let process = Process()
      let errors = Pipe()
      process.executableURL = BuiltProducts.url("rexreplay")
      process.arguments = ["live", flow.copies, "--port", String(flow.listener.port)]
      process.standardInput = FileHandle.nullDevice
      process.standardError = errors
      try process.run()
      let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == CommandStatus.unreadable.rawValue)
      #expect(told.contains("cannot listen at port \(Int(flow.listener.port)): "), "\(told)")
      #expect(told.contains("another rexreplay live may be running; choose a port with --port N"))
    }

    /// The shop, which connects to the flow's listener.
    private static func shop(_ own: URL, _ flow: LiveFlow, actions: Int = 30) throws -> Process {
      let process = Process()
      process.executableURL = BuiltProducts.url("rexreplay")
      process.arguments = [
        "record", "shop", "-o", own.path, "--live", "--actions", String(actions), "--port",
        String(flow.listener.port),
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
  #endif

  /// 10,000 actions a second, for a minute if tests may take long, need no more and more memory.
  @Test func manyActionsASecondArriveInBoundedMemory() throws {
    let flow = try LiveFlow()
    flow.connect()
    let seconds = isLongRun ? 60 : 1
    let text = String(repeating: "a", count: 100)
    var before: Int?
    let start = ContinuousClock.now
    for number in 0..<(seconds * 1000) {
      for index in 0..<10 { flow.store.dispatch(.write("\(text)\(index)")) }
      if number == 2000 { before = residentByteCount }
      let ahead = start + .milliseconds(number) - .now
      if ahead > .zero { Thread.sleep(forTimeInterval: ahead / .seconds(1)) }
    }
    let rate = Double(seconds) * 10_000 / ((.now - start) / .seconds(1))
    let used = residentByteCount.flatMap { now in before.map { now - $0 } }
    flow.recorder.close()
    let byteCount = flow.recorded.count
    try eventually(withinMs: 60_000) { flow.listener.apps.last?.byteCount == byteCount }
    try flow.waitForEquality()
    // Far less than the log.
    if let used { #expect(used < byteCount / 4, "\(used) of \(byteCount) bytes") }
    if isLongRun { print("\(rate) actions/s, \(byteCount) bytes, memory grew by \(used ?? -1)") }
  }

  /// The memory that this process uses; nil if the system does not tell.
  private var residentByteCount: Int? {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(
      separator: " ")
    return fields?.dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 }
  }

  /// Whatever peers send, the listener writes into its folder only, and serves others.
  @Test func peersThatSendAnythingHarmNothing() throws {
    var random = SeededGenerator(seed: 1)
    let end = ContinuousClock.now + .seconds(isLongRun ? 600 : 1)
    repeat {
      let flow = try LiveFlow()
      // A listener has at most 1000 logs.
      for link in 0..<500 where ContinuousClock.now < end {
        let socket = try LoopbackSocket.connect(toPort: flow.listener.port, withinMs: 10_000)
        try? socket.write(Self.frames(link, &random), withinMs: 1000)
        if Bool.random(using: &random) { socket.shutdown() }
      }
      flow.connect()
      flow.store.dispatch(.add(1))
      // Peers that are cut short keep their connections for some seconds.
      try eventually {
        let name = flow.recorder.sessionID?.prefix(8) ?? ""
        return flow.listener.apps.contains { app in
          app.name == "Counter-\(name)" && app.byteCount == flow.recorded.count
            && app.byteCount > 0
        }
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: flow.folder.path)
      #expect(Set(names) == ["app.jsonl", "copies"])
      for name in try FileManager.default.contentsOfDirectory(atPath: flow.copies) {
        #expect(name.wholeMatch(of: /[\w\-]+(\.jsonl)?/) != nil, "\(name)")
      }
    } while ContinuousClock.now < end
  }

  /// Frames that are right but for some bytes or their order.
  private static func frames(_ link: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let hello: JSON = [
      "rexlive": 1, "app": "Fake", "store": .null, "session": "0123456789",
      "link": .string(String(link)),
    ]
    let next: [LiveFrame] = [
      LiveFrame(.file, [UInt8](#"{"segment":0}"#.utf8)),
      LiveFrame(.file, [UInt8](#"{"segment":2}"#.utf8)),
      LiveFrame(.bytes, (0..<Int.random(in: 0...300, using: &random)).map { UInt8($0 & 255) }),
      LiveFrame(.cut, [UInt8](#"{"byteCount":10}"#.utf8)),
      LiveFrame(.note, [UInt8](#"{"note":"\#u{1B}[2J"}"#.utf8)),
      LiveFrame(.answer, [UInt8](#"{"id":1}"#.utf8)), LiveFrame(.hello, hello.bytes),
    ]
    var bytes = LiveFrame(.hello, hello.bytes).encoded + next[0].encoded
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      bytes += next[Int.random(in: 0..<next.count, using: &random)].encoded
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    return Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
  }
}
