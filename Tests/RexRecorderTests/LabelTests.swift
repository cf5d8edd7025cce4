import RexLog
import RexRecorder
import TestSupport
import Testing

/// The label of an action consists of its enum's case, and those nested in it.
@Suite struct LabelTests {
  @Test func encodedEnumsAreNamedByTheirCases() throws {
    #expect(
      try labels(of: [Shopping.add("tea"), .pay(.card), .pay(.cash(cents: 5)), .leave])
        == ["add", "pay.card", "pay.cash", "leave"])
  }

  @Test func atMostEightNestedEnumsAreNamed() throws {
    let nested = (0..<20).reduce(Folder.empty) { inner, _ in .folder(inner) }
    let label = Array(repeating: "folder", count: 8).joined(separator: ".")
    #expect(try labels(of: [nested]) == [label])
  }

  @Test func enumsThatAreNotCodableAreNamedByTheirCases() throws {
    #expect(
      try labels(of: [Raw.run({}), .inner(.stop), .inner(.go(speed: 3)), .idle])
        == ["run", "inner.stop", "inner.go", "idle"])
  }

  @Test func aCustomDescriptionIsNotPartOfTheLabel() throws {
    #expect(try labels(of: [Discreet.login]) == ["Discreet"])
  }

  @Test func registeredEnumsAreNamedByTypeAndCase() throws {
    let actions = ActionRegistry<any Deed>([Shopping.self], names: ["walked": Walk.self])
    let deeds: [any Deed] = [Shopping.pay(.card), Walk(steps: 2), Shopping.leave, Sleep.begin]
    #expect(
      try labels(of: deeds, actions: actions)
        == ["Shopping.pay.card", "walked", "Shopping.leave", "begin"])
  }

  @Test func aFiltersPatternMatchesNestedLabels() throws {
    let log = try record(
      [.add("tea"), .pay(.card), .leave],
      configuration: RecorderConfiguration(sessionID: "1", payloads: .denying("pay")))
    #expect(try actions(in: log).map(\.isOpaque) == [false, true, false])
  }

  private func labels<Action>(
    of list: [Action], actions registry: ActionRegistry<Action>? = nil
  ) throws -> [String] {
    let sink = LogBuffer()
    let recorder = try Recorder<Action, Int>(sink: sink, app: "Labels", actions: registry)
    var count = 0
    for action in list { recorder.record(action, into: &count) { count, _ in count += 1 } }
    recorder.close()
    return try actions(in: Log(checked: "log", bytes: sink.bytes)).map(\.type)
  }

  private func record(_ list: [Shopping], configuration: RecorderConfiguration) throws -> Log {
    let sink = LogBuffer()
    let recorder = try Recorder<Shopping, Int>(
      sink: sink, app: "Labels", configuration: configuration)
    var count = 0
    for action in list { recorder.record(action, into: &count) { count, _ in count += 1 } }
    recorder.close()
    return try Log(checked: "log", bytes: sink.bytes)
  }

  private func actions(in log: Log) throws -> [LogAction] {
    try log.lines().compactMap(\.action)
  }
}

extension LogAction {
  fileprivate var isOpaque: Bool { if case .opaque = payload { true } else { false } }
}

private protocol Deed: Sendable {}

private enum Shopping: Deed, Codable {
  case add(String)
  case pay(Means)
  case leave

  enum Means: Codable {
    case card
    case cash(cents: Int)
  }
}

private indirect enum Folder: Codable {
  case folder(Folder)
  case empty
}

private struct Walk: Deed, Codable {
  var steps: Int
}

/// Not registered.
private enum Sleep: Deed {
  case begin
}

private enum Raw {
  case run(() -> Void)
  case inner(Inner)
  case idle

  enum Inner {
    case stop
    case go(speed: Int)
  }
}

private enum Discreet: CustomStringConvertible {
  case login

  var description: String { "user alice with password 1234" }
}
