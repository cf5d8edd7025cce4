import CLayouts
import Foundation
import RexJSON
import Testing

@testable import RexDiff

/// What is encoded of values whose types are not `Encodable`.
@Suite struct ReflectionTests {
  private struct Point { var x = 1, y = 2 }

  private enum Load {
    case idle
    case loading
    case loaded([Point], at: Int)
    case failed(any Error)
  }

  private enum Side { case left, right }

  private struct Failure: Error { var code = 7 }

  private final class Constant {
    let title: String
    let next: Constant?
    init(_ title: String, _ next: Constant? = nil) { (self.title, self.next) = (title, next) }
  }

  private final class Variable { var secret = "not shown" }

  private func text<Value>(
    _ value: Value, _ mode: Reflector.Mode = .whereNeeded, shapes: [ReflectionShape] = [],
    readsMetadata: Bool = true, asAction: Bool = false
  ) throws -> String {
    let reflector = Reflector(
      mode, shapes: shapes, readsMetadata: readsMetadata, showsCasesAsObjects: asAction)
    let coding = StateCoding<Value>.reflected(by: reflector)
    let bytes = try coding.bytes(of: value, userInfo: [:], redactor: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Encodes with metadata, without it, and in the state encoder, which all agree.
  private func seen<Value>(_ value: Value) throws -> String {
    let text = try text(value)
    #expect(try self.text(value, readsMetadata: false) == text)
    for comparesMemory in [true, false] {
      let encoder = try StateEncoder(
        value, coding: .reflected(by: Reflector(.whereNeeded)), vouchingFor: [],
        comparesMemory: comparesMemory, userInfo: [:], redactor: nil)
      var document: [UInt8] = []
      encoder.writeDocument(into: &document)
      #expect(String(decoding: document, as: UTF8.self) == text)
    }
    return text
  }

  @Test func structsTuplesAndEnums() throws {
    struct State {
      var point = Point()
      let pair: (Int, name: String) = (1, "a")
      var missing: Point?
      var there: Point? = Point(x: 3)
      var loads: [Load] = [.idle, .loading, .loaded([Point()], at: 5), .failed(Failure())]
      var sides: [Side] = [.right, .left]
      private var hidden = true
      lazy var late = 5
    }
    #expect(
      try seen(State())
        == #"{"point":{"x":1,"y":2},"pair":{"_0":1,"name":"a"},"there":{"x":3,"y":2},"#
        + #""loads":["idle","loading",{"loaded":{"_0":[{"x":1,"y":2}],"at":5}},"#
        + #"{"failed":{"_0":{"code":7}}}],"sides":["right","left"],"hidden":true}"#)
    #expect(try text(Load.idle, asAction: true) == #"{"idle":{}}"#)
    #expect(try text(Optional(Load.loading), asAction: true) == #"{"loading":{}}"#)
  }

  @Test func collections() throws {
    struct Key: Hashable { var id: Int }
    struct State {
      var byName = ["b": Point(x: 0), "a": Point()]
      var byNumber = [10: Side.left, 9: Side.right]
      var byKey = [Key(id: 2): 1.5, Key(id: 1): 2.5]
      var keys: Set<Key> = [Key(id: 3), Key(id: 1), Key(id: 2)]
      var optionals: [Point?] = [nil, Point()]
      var slice = [Point(), Point(x: 4)][1...]
      var any: [Any] = [1, "a", Point(), Optional<Int>.none as Any, Side.left]
      var nested: [[Point]] = [[], [Point()]]
      var hashables: [AnyHashable] = ["a", 1, Key(id: 5)]
    }
    #expect(
      try seen(State())
        == #"{"byName":{"a":{"x":1,"y":2},"b":{"x":0,"y":2}},"byNumber":{"10":"left","9":"right"},"#
        + #""byKey":[{"id":1},2.5,{"id":2},1.5],"keys":[{"id":1},{"id":2},{"id":3}],"#
        + #""optionals":[null,{"x":1,"y":2}],"slice":[{"x":4,"y":2}],"#
        + #""any":[1,"a",{"x":1,"y":2},null,"left"],"nested":[[],[{"x":1,"y":2}]],"#
        + #""hashables":["a",1,{"id":5}]}"#)
  }

  @Test func whatIsNoValueIsAWord() throws {
    struct State {
      var closure: (Int) -> Int = { $0 }
      var type: Any.Type = Point.self
      var character: Character = "é"
      var pointer = UnsafeRawPointer(bitPattern: 4096)
      var keyPath: any AnyKeyPathLike = \Point.x
      var wait = Duration.milliseconds(1500)
    }
    #expect(
      try seen(State())
        == #"{"closure":"(Int) -> Int","type":"Point.Type","character":"é","#
        + #""pointer":"UnsafeRawPointer","keyPath":"\\Point.x","wait":"PT1.5S"}"#)
  }

  @Test(.enabled(if: TypeMetadata.isReadable))
  func instancesAreFollowedIfTheyAreConstant() throws {
    struct State {
      var constant = Constant("a", Constant("b"))
      var variables: [Variable]
      weak var weakly: Variable?
    }
    let (first, second) = (Variable(), Variable())
    let state = State(variables: [first, second, first], weakly: first)
    #expect(
      try text(state)
        == #"{"constant":{"title":"a","next":{"title":"b"}},"#
        + #""variables":["Variable #1","Variable #2","Variable #1"]}"#)
    #expect(
      try text(state, readsMetadata: false)
        == #"{"constant":"Constant #1","variables":["Variable #2","Variable #3","Variable #2"],"#
        + #""weakly":"Variable #2"}"#)
  }

  @Test func theRootIsFollowedWhateverItIs() throws {
    class Base { var inherited = 1 }
    final class State: Base {
      var items = [Point()]
      var other: Variable? = Variable()
      weak var parent: Variable?
      unowned var myself: State { self }
    }
    let state = State()
    #expect(
      try text(state) == #"{"inherited":1,"items":[{"x":1,"y":2}],"other":"Variable #1"}"#)
    #expect(
      try text(state as Base) == #"{"inherited":1,"items":[{"x":1,"y":2}],"other":"Variable #1"}"#)
  }

  @Test(.enabled(if: TypeMetadata.isReadable))
  func cyclesAreCutAndSharedInstancesAreNot() throws {
    final class Node {
      let name = "n"
      let box: Box
      init(_ box: Box) { self.box = box }
    }
    final class Box { nonisolated(unsafe) let content: Any = Array(0..<0) }
    let box = Box()
    #expect(
      try text([Node(box), Node(box)])
        == #"[{"name":"n","box":{"content":[]}},{"name":"n","box":{"content":[]}}]"#)
    final class Ring { var next: Ring? }
    let ring = Ring()
    ring.next = ring
    defer { ring.next = nil }
    #expect(try text(ring) == #"{"next":"Ring #1"}"#)
  }

  @Test func shapes() throws {
    struct State {
      var points = [Point(), Point(x: 5)]
      var instance = Variable()
      var side = Side.left
    }
    let shapes: [ReflectionShape] = [
      .showing(Point.self) { $0.x > 1 ? [$0.x, $0.y] : nil }, .leavingOut(Side.self),
      .showing(Variable.self) { $0.secret.count },
    ]
    #expect(try text(State(), shapes: shapes) == #"{"points":[null,[5,2]],"instance":9}"#)
  }

  @Test func errorsOfTheSystemAreTheirCodes() throws {
    let error: any Error = NSError(
      domain: "Net", code: 7, userInfo: [NSLocalizedDescriptionKey: "private"])
    #expect(try text([error]) == #"[{"domain":"Net","code":7}]"#)
  }

  /// The natural way to mask a member.
  @Test func aShapeCanShowAValueOfItsOwnType() throws {
    struct Account { var name = "ann", token = "t0ken" }
    let masked = ReflectionShape.showing(Account.self) { account in
      var account = account
      account.token = ""
      return account
    }
    #expect(try text([Account()], shapes: [masked]) == #"[{"name":"ann","token":""}]"#)
    struct One {}
    struct Two {}
    let endless: [ReflectionShape] = [
      .showing(One.self) { _ in Two() }, .showing(Two.self) { _ in One() },
    ]
    #expect(try ["\"One\"", "\"Two\""].contains(text(One(), shapes: endless)))
  }

  /// The order of a dictionary depends on its capacity, as on the process.
  @Test func instancesInDictionariesAndSets() throws {
    let instances = (0..<20).map { _ in Variable() }
    var (small, large) = ([String: Variable](), [String: Variable]())
    large.reserveCapacity(1000)
    for (index, instance) in instances.enumerated() { small["\(index)"] = instance }
    for (index, instance) in instances.enumerated().reversed() { large["\(index)"] = instance }
    let seen = try text(small)
    #expect(try text(large) == seen)
    #expect(seen.hasPrefix(#"{"0":"Variable #1","1":"Variable #2","10":"Variable #3","#))
    struct Key: Hashable {
      let instance: Variable
      static func == (left: Key, right: Key) -> Bool { left.instance === right.instance }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(instance)) }
    }
    #expect(
      try text(Set(instances.prefix(2).map(Key.init)))
        == #"[{"instance":"Variable"},{"instance":"Variable"}]"#)
  }

  @Test func aClassThatDescribesItselfIsFollowedAtTheRootAlone() throws {
    final class Node: CustomReflectable {
      var children: [Node] = []
      var customMirror: Mirror {
        Mirror(self, children: ["children": children, "again": children])
      }
    }
    let node = Node()
    node.children = [node]
    defer { node.children = [] }
    #expect(try text([node]) == #"["Node #1"]"#)
    #expect(try text(node) == #"{"children":["Node #1"],"again":["Node #1"]}"#)
  }

  @Test(.enabled(if: TypeMetadata.isReadable))
  func aLockThatIsHeldElsewhereIsNotWaitedForLong() throws {
    final class Box: @unchecked Sendable {
      var value = 7
      let lock = NSLock()
    }
    let box = Box()
    #expect(ReflectedPath.value(at: "value", in: box) as? Int == 7)
    box.lock.lock()
    #expect(ReflectedPath.value(at: "value", in: box) == nil)
    box.lock.unlock()
    #expect(ReflectedPath.value(at: "value", in: box) as? Int == 7)
  }

  @Test func severalEnumsWithoutPayloads() throws {
    enum One { case only }
    enum Raw: Int {
      case low = 7
      case high = 300
    }
    enum Described: CustomStringConvertible {
      case hidden, shown
      var description: String { "described" }
    }
    struct State {
      var one = One.only, raw = [Raw.high, .low], described = [Described.shown, .hidden]
      var byCase = [Described.shown: 1, .hidden: 2]
    }
    let text = try text(State())
    #expect(
      text == #"{"one":"only","raw":["high","low"],"described":["shown","hidden"],"#
        + #""byCase":{"hidden":2,"shown":1}}"# || !TypeMetadata.isReadable, "\(text)")
  }

  /// A `Codable` that refuses some values is passed over from then on.
  @Test func aTypeWhoseEncodingThrowsIsReflected() throws {
    struct Refused: Error {}
    enum Context: Encodable, Equatable {
      case solo
      case turnBased(match: Int)
      func encode(to encoder: any Encoder) throws {
        guard self == .solo else { throw Refused() }
        var container = encoder.singleValueContainer()
        try container.encode("SOLO")
      }
    }
    struct State {
      var before = [Point()]
      var contexts: [Context]
    }
    let reflector = Reflector(.whereNeeded)
    let coding = StateCoding<State>.reflected(by: reflector)
    func text(_ state: State) throws -> String {
      String(decoding: try coding.bytes(of: state, userInfo: [:], redactor: nil), as: UTF8.self)
    }
    #expect(
      try text(State(contexts: [.solo])) == #"{"before":[{"x":1,"y":2}],"contexts":["SOLO"]}"#)
    let refused = #"{"before":[{"x":1,"y":2}],"contexts":["solo",{"turnBased":{"match":7}}]}"#
    #expect(try text(State(contexts: [.solo, .turnBased(match: 7)])) == refused)
    var patch: [UInt8] = []
    let encoder = try StateEncoder(
      State(contexts: [.solo]), coding: .reflected(by: Reflector(.whereNeeded)), vouchingFor: [],
      userInfo: [:], redactor: nil)
    try encoder.update(to: State(contexts: [.solo, .turnBased(match: 7)]), patch: &patch)
    var document: [UInt8] = []
    encoder.writeDocument(into: &document)
    #expect(String(decoding: document, as: UTF8.self) == refused)
  }

  @Test func enumsOfCAreTheirRawValues() throws {
    struct State { var phases = [CPhase.idle, .busy] }
    #expect(try seen(State()) == #"{"phases":[0,5]}"#)
    #expect(try text([CPhase.busy], asAction: true) == "[5]")
  }

  @Test func errorsAndNumbersSayWhatTheyAre() throws {
    struct Offline: Error {}
    #expect(
      try text([Offline() as any Error, CancellationError()])
        == #"["Offline","CancellationError"]"#)
    #expect(try text([NSNumber(value: 4.5), "é" as NSString] as [Any]) == #"[4.5,"é"]"#)
  }

  /// Codable of an archive leaves members out.
  @Test func codableCanBePassedOver() throws {
    struct Inner: Codable { var a = 1, b = Date(timeIntervalSinceReferenceDate: 3) }
    struct State: Codable {
      var kept = 1
      var cache = [Inner()]
      enum CodingKeys: CodingKey { case kept }
      init() {}
      init(from decoder: any Decoder) throws {}
    }
    #expect(try text(State()) == #"{"kept":1}"#)
    #expect(try text(State(), .always) == #"{"kept":1,"cache":[{"a":1,"b":3}]}"#)
  }

  @Test func typesThatDescribeThemselves() throws {
    struct Money: CustomReflectable {
      var cents = 250
      var customMirror: Mirror { Mirror(self, children: ["amount": cents / 100]) }
    }
    struct Bag: CustomReflectable {
      var items = [Point()]
      var customMirror: Mirror { Mirror(self, unlabeledChildren: items, displayStyle: .collection) }
    }
    struct State {
      var money = Money()
      var bag = Bag()
    }
    #expect(try seen(State()) == #"{"money":{"amount":2},"bag":[{"x":1,"y":2}]}"#)
  }

  @Test func wrappersHaveTheNameOfTheirProperty() throws {
    @propertyWrapper struct Clamped {
      var wrappedValue = 3
      var limit = 9
    }
    struct State {
      @Clamped var level
      var _ordinary = 1
    }
    #expect(try seen(State()) == #"{"level":{"wrappedValue":3,"limit":9},"_ordinary":1}"#)
  }
}

/// Any key path; `AnyKeyPath` itself is a class.
private protocol AnyKeyPathLike {}
extension KeyPath: AnyKeyPathLike {}
