import RexLocking
import RexLog
import RexRecorder
import Testing

/// An action that cannot be replayed is reported, once for its type, with a solution.
@Suite struct UnreplayableTests {
  @Test func aTypeThatIsNotEncodable() throws {
    #expect(
      try warnings(of: [Raw.run({}), .stop, .run({})]) == [
        "Raw is not Encodable, so its actions cannot be replayed; make it Codable, or give the "
          + "recorder an ActionRegistry"
      ])
  }

  @Test func aTypeThatIsNotRegistered() throws {
    let actions: ActionRegistry<any Deed> = [Walk.self]
    #expect(
      try warnings(of: [Walk(), Sleep(), Sleep(), Walk()], actions: actions) == [
        "Sleep is not in the recorder's ActionRegistry, so its actions cannot be replayed; add "
          + "Sleep.self to it"
      ])
  }

  @Test func anEncodingThatThrows() throws {
    let warnings = try warnings(of: [Broken.load])
    #expect(warnings.count == 1)
    #expect(
      warnings[0].hasPrefix("an action load could not be encoded, so it cannot be replayed: "))
    #expect(warnings[0].hasSuffix("; leave out what cannot be encoded in an encode(to:) of Broken"))
  }

  @Test func filteredActionsAreNotReportedAsUnreplayable() throws {
    #expect(try warnings(of: [Raw.stop], payloads: .denying("stop")) == [])
  }

  @Test func theCallbackMayUseTheRecorder() throws {
    let told = Locked(0)
    let held = Locked<Recorder<Raw, Int>?>(nil)
    var configuration = RecorderConfiguration()
    configuration.onUnreplayable = { action in
      held.withLock { $0 }?.mark("not replayable: \(action.type)")
      told.withLock { $0 += 1 }
    }
    let sink = LogBuffer()
    let recorder = try Recorder<Raw, Int>(sink: sink, app: "Raw", configuration: configuration)
    held.withLock { $0 = recorder }
    var count = 0
    recorder.record(.stop, into: &count) { count, _ in count += 1 }
    recorder.close()
    held.withLock { $0 = nil }
    #expect(told.withLock { $0 } == 1)
    #expect(String(decoding: sink.bytes, as: UTF8.self).contains("not replayable: stop"))
  }

  private func warnings<Action>(
    of list: [Action], actions: ActionRegistry<Action>? = nil, payloads: PayloadFilter? = nil
  ) throws -> [String] {
    let told = Locked<[String]>([])
    var configuration = RecorderConfiguration(payloads: payloads)
    configuration.onUnreplayable = { action in told.withLock { $0.append("\(action)") } }
    let recorder = try Recorder<Action, Int>(
      sink: LogBuffer(), app: "Test", actions: actions, configuration: configuration)
    var count = 0
    for action in list { recorder.record(action, into: &count) { count, _ in count += 1 } }
    recorder.close()
    return told.withLock { $0 }
  }
}

private enum Raw: Sendable {
  case run(@Sendable () -> Void)
  case stop
}

private protocol Deed: Sendable {}

private struct Walk: Deed, Codable {}

private struct Sleep: Deed, Codable {}

private enum Broken: Encodable {
  case load

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, .init(codingPath: [], debugDescription: "a closure has no form"))
  }
}
