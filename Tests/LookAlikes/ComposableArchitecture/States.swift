/// Types with the names and the stored properties of the library's.

/// A type of the library.
public struct StackElementID: Hashable {
  var generation: Int
}

/// A type of the library.
public struct StackState<Element> {
  var _dictionary: OrderedDictionary<StackElementID, Element>
  private var _mounted: [StackElementID] = []

  /// Creates a value.
  public init(_ elements: [Element]) {
    _dictionary = OrderedDictionary(
      pairs: elements.enumerated().map { (StackElementID(generation: $0), $1) })
  }
}

struct OrderedDictionary<Key, Value>: CustomReflectable {
  var pairs: [(key: Key, value: Value)]

  var customMirror: Mirror { Mirror(self, unlabeledChildren: pairs, displayStyle: .dictionary) }
}

/// A type of the library.
@propertyWrapper public struct PresentationState<State>: CustomReflectable {
  private final class Storage {
    var state: State?
    init(_ state: State?) { self.state = state }
  }

  private var storage: Storage

  /// Creates a value.
  public init(wrappedValue: State?) { storage = Storage(wrappedValue) }

  /// A property of the library.
  public var wrappedValue: State? { storage.state }

  /// A property of the library.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

/// A type of the library.
public struct ObservationStateRegistrar {
  private let id = Int.random(in: 0..<1_000_000)

  /// Creates a value.
  public init() {}
}

/// A type of the library.
public struct BindingAction<Root> {
  /// A property of the library.
  public let keyPath: PartialKeyPath<Root>
  let set: (inout Root) -> Void
  let value: Any

  /// Creates a value.
  public static func set<Value>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value
  ) -> BindingAction {
    BindingAction(keyPath: keyPath, set: { $0[keyPath: keyPath] = value }, value: value)
  }
}

/// A type of the library.
public enum StackAction<Action> {
  indirect case element(id: StackElementID, action: Action)
  case popFrom(id: StackElementID)

  /// Creates a value.
  public static func element(_ generation: Int, _ action: Action) -> StackAction {
    .element(id: StackElementID(generation: generation), action: action)
  }
}

/// A type of the library.
public enum PresentationAction<Action> {
  case dismiss
  indirect case presented(Action)
}
