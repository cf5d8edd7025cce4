import Dispatch
import Foundation
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import RexRedaction
import TestSupport
import Testing

/// Reducers that use anything but their action and state are found, with the likely cause.
@Suite struct PurityTests {
  @Test func aPureReducerIsNotReported() throws {
    let (impurities, log, _) = try record { state, action in state.names.append(action) }
    #expect(impurities.isEmpty)
    #expect(try !log.lines().contains { $0.kind == .mark })
  }

  @Test func theClock() throws {
    let (impurities, log, _) = try record { state, _ in state.changedAt = Date() }
    #expect(impurities.map(\.differences.first?.path.description) == ["/changedAt", "/changedAt"])
    #expect(impurities.flatMap(\.differences).allSatisfy { $0.cause == .clock })
    #expect(impurities.map(\.seq) == [1, 2])
    #expect(try log.lines().count { $0.kind == .mark } == 2)
  }

  @Test func aRandomNumber() throws {
    let (impurities, _, _) = try record { state, _ in state.dice = .random(in: 0...UInt64.max) }
    #expect(impurities.first?.differences.map(\.cause) == [.random])
  }

  @Test func aNewUUID() throws {
    let (impurities, _, _) = try record { state, _ in state.names = [UUID().uuidString] }
    #expect(impurities.first?.differences.map(\.cause) == [.uuid])
    #expect(impurities.first?.differences.first?.path.description == "/names/0")
  }

  @Test func theOrderOfASet() throws {
    // Two equal sets have different orders if one of them has had a larger capacity.
    let rooms = Locked([0, 1000, 0, 1000])
    let (impurities, _, _) = try record { state, _ in
      var names = Set<String>(minimumCapacity: rooms.withLock { $0.removeLast() })
      for number in 0..<100 { names.insert("name \(number)") }
      state.names = Array(names)
    }
    #expect(impurities.map { $0.differences.map(\.cause) } == [[.order], [.order]])
  }

  @Test func otherCountsOfTheSameElementsAreNotAnotherOrder() throws {
    let lists = Locked([["a", "b", "b"], ["a", "a", "b"], ["a", "b", "b"], ["a", "a", "b"]])
    let (impurities, _, _) = try record { state, _ in
      state.names = lists.withLock { $0.removeLast() }
    }
    #expect(impurities.first?.differences.map(\.cause) == [.random])
    #expect(impurities.first?.differences.first?.path.description == "/names/1")
  }

  @Test func secretsAreRedactedInTheMark() throws {
    let (impurities, _, text) = try record { state, _ in
      state.token = "tok-\(UUID().uuidString)"
      state.hidden = "hid-\(UUID().uuidString)"
    }
    #expect(
      impurities.map { $0.differences.map(\.path.description) }
        == [["/token", "/hidden"], ["/token", "/hidden"]])
    #expect(text.contains("impure reducer"))
    #expect(!text.contains("tok-") && !text.contains("hid-"))
    #expect(!String(describing: impurities).contains("tok-"))
  }

  @Test func aDifferenceThatRedactionHidesIsReported() throws {
    let flags = Locked([true, false])
    let rules = RedactionRules.only(paths: ["/isOn"])
    let (impurities, _, _) = try record(rules, actions: ["only"]) { state, _ in
      state.isOn = flags.withLock { $0.removeLast() }
    }
    #expect(impurities.map(\.differences) == [[]])
  }

  @Test func theTrialDoesNotCountAsTheReducersTime() throws {
    let now = Locked(0.0)
    let (_, _, text) = try record(
      clock: .init(date: { Date() }, monotonicMs: { now.withLock { $0 } }), actions: ["only"]
    ) { _, _ in now.withLock { $0 += 100 } }
    #expect(text.contains(#""tookMs":100,"#))
  }

  @Test func userInfoReachesBothEncodings() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "style"))
    let found = Locked<[Impurity]>([])
    var configuration = RecorderConfiguration(
      onImpurity: { impurity in found.withLock { $0.append(impurity) } })
    configuration.userInfo = [key: "long"]
    let recorder = try Recorder<String, Styled>(
      sink: LogBuffer(), app: "Purity", configuration: configuration)
    var state = Styled()
    recorder.record("roll", into: &state) { state, _ in state.number = .random(in: 0 ... .max) }
    #expect(found.withLock { $0 }.first?.differences.map(\.path.description) == ["/long"])
  }

  @Test func theAppIsCalledWithoutTheRecordersLock() throws {
    let recorder = Locked<Recorder<String, State>?>(nil)
    let other = Locked<[DispatchTimeoutResult]>([])
    let configuration = RecorderConfiguration(onImpurity: { _ in
      let recorder = recorder.withLock { $0 }
      let isDone = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        recorder?.mark("from another thread")
        isDone.signal()
      }
      let result = isDone.wait(timeout: .now() + .seconds(20))
      other.withLock { $0.append(result) }
    })
    let sink = LogBuffer()
    let made = try Recorder<String, State>(sink: sink, app: "Purity", configuration: configuration)
    recorder.withLock { $0 = made }
    var state = State()
    made.record("roll", into: &state) { state, _ in state.names = [UUID().uuidString] }
    #expect(other.withLock { $0 } == [.success])
    #expect(String(decoding: sink.bytes, as: UTF8.self).contains("from another thread"))
    recorder.withLock { $0 = nil }
  }

  /// A state that can only be encoded with a style.
  private struct Styled: Encodable {
    var number = 0

    func encode(to encoder: any Encoder) throws {
      let style = encoder.userInfo.first { $0.key.rawValue == "style" }?.value as? String
      guard let style else { throw CocoaError(.coderInvalidValue) }
      try [style: number].encode(to: encoder)
    }
  }

  private struct State: Codable {
    var token = ""
    @Secret var hidden = ""
    var isOn = false
    var names: [String] = []
    var changedAt: Date?
    var dice: UInt64 = 0
  }

  private func record(
    _ rules: RedactionRules = .standard, clock: RecorderClock = .system,
    actions: [String] = ["first", "second"], reduce: (inout State, String) -> Void
  ) throws -> (impurities: [Impurity], log: Log, text: String) {
    let found = Locked<[Impurity]>([])
    let sink = LogBuffer()
    let recorder = try Recorder<String, State>(
      sink: sink, app: "Purity",
      configuration: .init(
        clock: clock, redaction: rules,
        onImpurity: { impurity in found.withLock { $0.append(impurity) } }))
    var state = State()
    for action in actions { recorder.record(action, into: &state, reduce: reduce) }
    recorder.close()
    return (
      found.withLock { $0 }, try Log(checked: "purity", bytes: sink.bytes),
      String(decoding: sink.bytes, as: UTF8.self)
    )
  }
}
