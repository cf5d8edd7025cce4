import Foundation

// Bindings and navigation by a stack, as far as the examples use them. The library's macros write
// the case paths of actions; here, the examples write them.

/// How to get a value out of an enum.
public struct AnyCasePath<Root, Value> {
  private let extracted: (Root) -> Value?
  fileprivate let embedded: ((Value) -> Root)?

  /// A case path of a closure.
  public init(extract: @escaping (Root) -> Value?) { (extracted, embedded) = (extract, nil) }

  /// A case path of two closures.
  public init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    (extracted, embedded) = (extract, embed)
  }

  /// Returns the value of the case; nil for another case.
  public func extract(from root: Root) -> Value? { extracted(root) }
}

/// An enum whose cases have paths.
public protocol CasePathable {
  /// Has a property for each case.
  associatedtype AllCasePaths

  /// The paths of all cases.
  static var allCasePaths: AllCasePaths { get }
}

/// What key paths of cases start from.
@dynamicMemberLookup
public struct Case<Value> {
  fileprivate let extract: (Any) -> Value?
  fileprivate let embed: (Value) -> Any?

  /// A case of the value.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> where Value: CasePathable {
    let path = Value.allCasePaths[keyPath: keyPath]
    return Case<Member>(
      extract: { extract($0).flatMap(path.extract) },
      embed: { member in path.embedded.flatMap { embed($0(member)) } })
  }
}

extension Case {
  fileprivate static var root: Case { Case(extract: { $0 as? Value }, embed: { $0 }) }
}

extension Store where Action: CasePathable {
  /// A store of a part of the state, which takes the actions of a case.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let path = Case<Action>.root[keyPath: action]
    return Store<ChildState, ChildAction>(
      state: { self.withState { $0[keyPath: state] } },
      send: { childAction in (path.embed(childAction) as? Action).map { _ = self.send($0) } })
  }
}

/// A key path to a case.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

extension CasePathable {
  /// The value of a case; nil for another case.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    Case<Self>.root[keyPath: keyPath].extract(self)
  }
}

/// Sets a field of a state.
public struct BindingAction<Root>: CasePathable {
  private let keyPath: PartialKeyPath<Root>
  private let value: Any
  fileprivate let set: (inout Root) -> Void

  /// Sets the field at a key path.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value
  ) -> Self {
    Self(keyPath: keyPath, value: value) { $0[keyPath: keyPath] = value }
  }

  /// A path for each field.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// A path for each field.
  @dynamicMemberLookup
  public struct AllCasePaths {
    /// The value that is set for a field.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value>
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath { $0.keyPath == keyPath ? $0.value as? Value : nil }
    }
  }
}

/// An action with a case that sets fields.
public protocol BindableAction<State> {
  /// The state that has the fields.
  associatedtype State

  /// The action that sets a field.
  static func binding(_ action: BindingAction<State>) -> Self
  /// What sets a field, if this does.
  var binding: BindingAction<State>? { get }
}

/// Sets the fields.
public struct BindingReducer<State, Action: BindableAction<State>>: Reducer {
  /// A reducer for a body.
  public init() {}

  /// Reduces an action.
  public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    action.binding?.set(&state)
    return .none
  }
}

/// Identifies an element of a stack, in this process alone.
public struct StackElementID: Hashable, Sendable {
  private let id = UUID()
}

/// The features on a navigation stack.
public struct StackState<Element> {
  /// The identifiers of the elements.
  public private(set) var ids: [StackElementID] = []
  private var elements: [Element] = []

  /// An empty stack.
  public init() {}

  /// Pops an element and all after it.
  public mutating func pop(from id: StackElementID) {
    guard let index = ids.firstIndex(of: id) else { return }
    removeSubrange(index...)
  }

  fileprivate mutating func push(_ element: Element, id: StackElementID) {
    ids.append(id)
    elements.append(element)
  }

  fileprivate subscript(id id: StackElementID) -> Element? {
    get { ids.firstIndex(of: id).map { elements[$0] } }
    set {
      guard let index = ids.firstIndex(of: id), let newValue else { return }
      elements[index] = newValue
    }
  }
}

extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  /// The first index.
  public var startIndex: Int { elements.startIndex }
  /// The index after the last.
  public var endIndex: Int { elements.endIndex }
  /// The element at an index.
  public subscript(position: Int) -> Element { elements[position] }

  /// Replaces elements; the new ones have new identifiers.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with newElements: some Collection<Element>
  ) {
    ids.replaceSubrange(range, with: newElements.map { _ in StackElementID() })
    elements.replaceSubrange(range, with: newElements)
  }
}

extension StackState: Equatable where Element: Equatable {}

extension StackState: Codable where Element: Codable {
  /// Decodes an array.
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }

  /// Encodes an array.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

/// An action of a feature on the stack, or of the stack itself.
public enum StackAction<State, Action> {
  /// An action of a feature.
  indirect case element(id: StackElementID, action: Action)
  /// Pops a feature and all after it.
  case popFrom(id: StackElementID)
  /// Pushes a feature.
  case push(id: StackElementID, state: State)
}

/// An action of a stack of features.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension Reducer {
  /// Reduces the actions of a stack's features, whose effects the examples do not have.
  public func forEach<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ stack: WritableKeyPath<State, StackState<ChildState>>,
    action path: CaseKeyPath<Action, StackAction<ChildState, ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: @escaping () -> Child
  ) -> Reduce<State, Action> where Action: CasePathable {
    Reduce { state, action in
      switch action[case: path] {
      case .element(let id, let childAction):
        if var child = state[keyPath: stack][id: id] {
          _ = destination()._reduce(into: &child, action: childAction)
          state[keyPath: stack][id: id] = child
        }
        return self._reduce(into: &state, action: action)
      case .popFrom(let id):
        defer { state[keyPath: stack].pop(from: id) }
        return self._reduce(into: &state, action: action)
      case .push(let id, let child):
        state[keyPath: stack].push(child, id: id)
        return self._reduce(into: &state, action: action)
      case nil: return self._reduce(into: &state, action: action)
      }
    }
  }
}

/// Composes reducers.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// A reducer.
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// The first reducer.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first reducer: R) -> R { reducer }

  /// One reducer after others.
  public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
    accumulated first: First, next: Next
  ) -> Reduce<State, Action> {
    Reduce { state, action in
      let effects = first._reduce(into: &state, action: action)
      return effects.merged(with: next._reduce(into: &state, action: action))
    }
  }
}

/// A reducer with the state and the action of a feature.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>
