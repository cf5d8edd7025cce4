import RexActions
import RexJSON
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

  /// Labels have names from the source alone, whatever an action's encoding contains.
  @Test func valuesAreNotPartOfALabel() throws {
    let friends = ["ann@example.org": Friend(name: "Ann")]
    let list: [Visit] = [
      .friends(friends), .friends([:]), .tab(nil), .tab(.map(zoom: 1)), .tab(.list),
      .named(.home), .named(.home), .document(["bob@example.org": [:]]), .moved(.init("eve")),
      .page(.first), .page(.first),
    ]
    let expected = [
      "friends", "friends", "tab", "tab.map", "tab.list", "named", "named", "document.object",
      "moved.to", "page", "page",
    ]
    #expect(try labels(of: list) == expected)
    #expect(try labels(of: list + list) == expected + expected, "known and new cases alike")
    #expect(try labels(of: [Coded("ann@example.org"), Coded("bob")]) == ["Coded", "Coded"])
    #expect(try labels(of: [Titled.home, .away, .home]) == ["home", "away", "home"])
    #expect(try labels(of: [Spoken.login, .out(1), .login]) == ["login", "out", "login"])
  }

  /// A key that several cases have is not taken for the first one's.
  @Test func casesWithOneKeyHaveTheirOwnLabels() throws {
    let list: [Keyed] = [.search("a"), .login("b"), .search("c")]
    #expect(try labels(of: list) == ["search", "login", "search"])
    #expect(try opaque(list, .denying("login")) == [false, true, false])
  }

  /// Descriptions are the same in every process.
  @Test func aDescriptionHasNoAddresses() throws {
    let sink = LogBuffer()
    var configuration = RecorderConfiguration.quiet
    configuration.reflection = .never
    let recorder = try Recorder<Pointing, Int>(
      sink: sink, app: "Labels", configuration: configuration)
    var count = 0
    recorder.record(.at("<Photo: 0x600003a1c0e0>", Hidden()), into: &count) { _, _ in }
    recorder.close()
    let actions = try actions(in: Log(checked: "log", bytes: sink.bytes))
    let expected = #"at("<Photo: 0x…>", RexRecorderTests.Hidden())"#
    #expect(actions.map(\.payload) == [.opaque(expected)])
  }

  @Test func registeredPayloadsAreNamedByTheirTypes() throws {
    let list = [Wrapped.deed(Registered(wrappedValue: Walk(steps: 2))), .none]
    #expect(try labels(of: list) == ["deed.Walk", "none"])
  }

  @Test func aLabelHasALimit() throws {
    let labels = try labels(of: [Wide256()])
    #expect(labels.map(\.utf8.count) == [1024])
  }

  @Test func recentActionsHaveTheSameLabels() throws {
    let recorder = try Recorder<Visit, Int>(sink: LogBuffer(), app: "Labels")
    var count = 0
    recorder.record(.friends(["ann@example.org": Friend(name: "Ann")]), into: &count) { _, _ in }
    #expect(recorder.lastActions().map(\.type) == ["friends"])
  }

  /// What was left out by a label of an earlier version stays left out.
  @Test(arguments: ["named.*", "page.*", "Start", "friends.ann*", "friends"])
  func denyingMatchesTheFormerLabel(_ pattern: String) throws {
    let list: [Visit] = [.friends(["ann": Friend(name: "Ann")])]
    let titles: [Titled] = [.home]
    let isFormer = pattern == "Start"
    let isFriend = pattern.hasPrefix("friends")
    #expect(try opaque(list, .denying(pattern)) == [isFriend])
    #expect(try opaque(titles, .denying(pattern)) == [isFormer])
    #expect(try opaque(titles, .allowing(pattern)) == [true], "allowing matches the new one alone")
  }

  private func opaque<Action>(_ list: [Action], _ filter: PayloadFilter) throws -> [Bool] {
    let sink = LogBuffer()
    let recorder = try Recorder<Action, Int>(
      sink: sink, app: "Labels", configuration: RecorderConfiguration(payloads: filter))
    var count = 0
    for action in list { recorder.record(action, into: &count) { count, _ in count += 1 } }
    recorder.close()
    return try actions(in: Log(checked: "log", bytes: sink.bytes)).map(\.isOpaque)
  }

  private func labels<Action>(
    of list: [Action], actions registry: ActionRegistry<Action>? = nil
  ) throws -> [String] {
    let sink = LogBuffer()
    let recorder = try Recorder<Action, Int>(
      sink: sink, app: "Labels", actions: registry, configuration: .quiet)
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

private struct Friend: Codable { var name: String }

private enum Visit: Encodable {
  case friends([String: Friend])
  case tab(Tab?)
  case named(Titled)
  case document(JSON)
  case moved(Move)
  case page(Page)

  enum Tab: Codable {
    case list
    case map(zoom: Int)
  }

  enum Page: Int, Codable { case first = 1 }

  /// Its key is a value.
  enum Move: Encodable {
    case to(String)

    init(_ name: String) { self = .to(name) }

    func encode(to encoder: any Encoder) throws {
      guard case .to(let name) = self else { return }
      try [name: [String: Int]()].encode(to: encoder)
    }
  }
}

/// A struct with the encoding of an enum.
private struct Coded: Encodable {
  var name: String

  init(_ name: String) { self.name = name }

  func encode(to encoder: any Encoder) throws {
    try [name: [String: Int]()].encode(to: encoder)
  }
}

/// Not Codable, so described.
private enum Pointing { case at(String, Hidden) }

private struct Hidden {}

private enum Keyed: Encodable {
  case search(String)
  case login(String)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .search(let text), .login(let text): try ["action": ["text": text]].encode(to: encoder)
    }
  }
}

private enum Titled: String, Codable {
  case home = "Start"
  case away = "ann@example.org"
}

private enum Spoken: Codable, CustomStringConvertible {
  case login
  case out(Int)

  var description: String { "user alice with password 1234" }
}

private enum Deeds: TypeRegistry { static let types: ActionRegistry<any Deed> = [Walk.self] }

private enum Wrapped: Codable {
  case deed(Registered<Deeds>)
  case none
}

private struct Wide<Left, Right>: Encodable { var count = 0 }
private typealias Wide2 = Wide<Friend, Friend>
private typealias Wide8 = Wide<Wide<Wide2, Wide2>, Wide<Wide2, Wide2>>
private typealias Wide64 = Wide<Wide<Wide8, Wide8>, Wide<Wide8, Wide8>>
private typealias Wide256 = Wide<Wide<Wide64, Wide64>, Wide<Wide64, Wide64>>

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
