import Foundation

/// What is shown of the types of libraries, which are known by their names alone.
///
/// Versions are those whose sources the rows were made from. A type that changes its stored
/// properties is shown as any other type.
struct LibraryShape {
  let library: String
  let types: [String]
  let shown: Shown

  /// What is shown of a value.
  enum Shown {
    /// Nothing: the value only serves the library, or has no value to show.
    case nothing
    /// The name of its type.
    case name
    /// What is at one of these paths of stored properties and cases, the first that is there.
    case value(at: [String])
    /// The same, of a property wrapper, under the name of the wrapped property.
    case wrapped(at: [String])
    /// Some stored properties.
    case members([String])
    /// The elements of a collection, in their order.
    case elements
    /// What a function returns.
    case result(of: @Sendable (Any) -> Any?)
    /// The same, of a property wrapper.
    case wrappedResult(of: @Sendable (Any) -> Any?)
  }

  static let all: [LibraryShape] =
    architecture + navigation + collections + observation + [
      LibraryShape("Tagged 0.10", ["Tagged.Tagged"], .value(at: ["rawValue"])),
      LibraryShape(
        "ConcurrencyExtras 1.4", ["ConcurrencyExtras.LockIsolated"], .value(at: ["_value"])),
      LibraryShape(
        "ConcurrencyExtras 1.4", ["ConcurrencyExtras.AnyHashableSendable"], .value(at: ["base"])),
      LibraryShape(
        "Foundation",
        ["Foundation.CocoaError", "Foundation.URLError", "FoundationNetworking.URLError"],
        .value(at: ["_nsError"])),
      LibraryShape(
        "Foundation", ["Foundation.NSError", "__C.NSError"],
        .result { value in
          (value as? any Error).map { ErrorCode(domain: $0._domain, code: $0._code) }
        }),
      // The body may be a form with a password.
      LibraryShape(
        "Foundation", ["Foundation.URLRequest", "FoundationNetworking.URLRequest"],
        .members(["url", "httpMethod", "allHTTPHeaderFields"])),
      LibraryShape(
        "Foundation", ["Foundation.NSLock", "Foundation.NSRecursiveLock"], .nothing),
      LibraryShape("Swift", ["Swift.Task"], .nothing),
    ]

  private static let architecture = [
    LibraryShape(
      "Composable Architecture 1.25", ["ComposableArchitecture.StackState"],
      .result { ReflectedPath.value(at: "_dictionary", in: $0).map(Entry.entries) }),
    LibraryShape(
      "Composable Architecture 1.25", ["ComposableArchitecture.StackElementID"],
      .value(at: ["generation"])),
    LibraryShape(
      "Composable Architecture 1.25", ["ComposableArchitecture.PresentationState"],
      .wrapped(at: ["storage.state"])),
    LibraryShape(
      "Composable Architecture 1.25", ["ComposableArchitecture.BindingState"],
      .wrapped(at: ["wrappedValue"])),
    LibraryShape(
      "Composable Architecture 1.25", ["ComposableArchitecture.BindingAction"],
      .result { Members(ofBinding: $0) }),
    LibraryShape(
      "Composable Architecture 1.25",
      ["ComposableArchitecture.ObservationStateRegistrar", "ComposableArchitecture.Effect"],
      .nothing),
    LibraryShape(
      "Composable Architecture 1.25", ["ComposableArchitecture.Store"], .name),
    LibraryShape(
      "Sharing 2.8", ["Sharing.Shared", "Sharing.SharedReader"],
      .wrappedResult { shared in
        ReflectedPath.value(at: "box._reference", in: shared).flatMap { sharedValue(of: $0) }
      }),
    LibraryShape(
      "Dependencies 1.16", ["Dependencies.Dependency", "Dependencies.DependencyValues"], .nothing),
  ]

  private static let navigation = ["SwiftNavigation", "SwiftUINavigationCore"].flatMap { module in
    [
      LibraryShape(
        "SwiftNavigation 2.11",
        ["\(module).AlertState", "\(module).ConfirmationDialogState"],
        .members(["title", "message", "buttons"])),
      LibraryShape(
        "SwiftNavigation 2.11", ["\(module).ButtonState"], .members(["label", "role", "action"])),
      LibraryShape(
        "SwiftNavigation 2.11", ["\(module).ButtonStateAction"],
        .value(at: ["type.send", "type.animatedSend.0"])),
      LibraryShape("SwiftNavigation 2.11", ["\(module).TextState"], .result { text(of: $0) }),
    ]
  }

  private static let collections = [
    LibraryShape(
      "IdentifiedCollections 1.1", ["IdentifiedCollections.IdentifiedArray"], .elements),
    LibraryShape(
      "Collections 1.6",
      ["OrderedCollections.OrderedSet", "DequeModule.Deque", "Collections.Deque"], .elements),
    LibraryShape(
      "Collections 1.6", ["OrderedCollections.OrderedDictionary"],
      .result { Entry.entries(of: $0) }),
  ]

  private static let observation = [
    LibraryShape(
      "Perception 2.0", ["PerceptionCore.PerceptionRegistrar"], .nothing),
    LibraryShape(
      "Combine, OpenCombine 0.14", ["Combine.Published", "OpenCombine.Published"],
      .wrapped(at: [
        "storage.value", "storage.publisher.subject.currentValue", "_storage.wrappedValue.value",
        "_storage.wrappedValue.publisher.subject.currentValue",
      ])),
    LibraryShape(
      "Combine, OpenCombine 0.14", ["Combine.AnyCancellable", "OpenCombine.AnyCancellable"],
      .nothing),
    LibraryShape("SwiftUI", ["SwiftUI.Binding", "SwiftUI.State"], .nothing),
  ]

  private init(_ library: String, _ types: [String], _ shown: Shown) {
    (self.library, self.types, self.shown) = (library, types, shown)
  }

  /// The shape of values of one of the types.
  var shape: ReflectionShape {
    switch shown {
    case .nothing: ReflectionShape(show: nil)
    case .name: ReflectionShape { String(describing: type(of: $0)) }
    case .value(let paths):
      ReflectionShape { found(ReflectedPath.value(at: paths, in: $0), in: $0) }
    case .wrapped(let paths):
      ReflectionShape(isWrapper: true) { found(ReflectedPath.value(at: paths, in: $0), in: $0) }
    case .wrappedResult(let show):
      ReflectionShape(isWrapper: true) { found(show($0), in: $0) }
    case .members(let names): ReflectionShape { Members(of: $0, names) }
    case .elements: ReflectionShape { Self.elements(of: $0) }
    case .result(let show): ReflectionShape { found(show($0), in: $0) }
    }
  }
}

/// Returns what a shape has found in a value; the name of its type if that is not there, as in
/// another version of the library.
private func found(_ shown: Any?, in value: Any) -> Any {
  shown ?? String(describing: type(of: value))
}

/// The forms in which values of libraries are shown.
extension LibraryShape {
  private struct ErrorCode {
    let domain: String
    let code: Int
  }

  /// An element of a collection with its identifier or key.
  private struct Entry {
    let id: Any
    let element: Any

    /// Returns the entries of an ordered dictionary, as its mirror shows them.
    static func entries(of dictionary: Any) -> [Entry] {
      Mirror(reflecting: dictionary).children.compactMap { child in
        let parts = Mirror(reflecting: child.value).children.map(\.value)
        return parts.count == 2 ? Entry(id: parts[0], element: parts[1]) : nil
      }
    }
  }

  /// Some of the stored properties of a value.
  private struct Members: CustomReflectable {
    private let members: [(name: String, value: Any)]

    init(of value: Any, _ names: [String]) {
      members = names.compactMap { name in
        ReflectedPath.value(at: name, in: value).map { (name, $0) }
      }
    }

    /// The value that a binding sets, under the names of its properties, so that rules find it.
    ///
    /// If the name of one is not known, the value is left out.
    init?(ofBinding value: Any) {
      guard let keyPath = ReflectedPath.value(at: "keyPath", in: value),
        let set = ReflectedPath.value(at: "value", in: value)
      else { return nil }
      guard let names = KeyPathName.properties(of: keyPath), let last = names.last else {
        members = [("keyPath", KeyPathName.of(keyPath))]
        return
      }
      let inner = Members([(last, set)])
      members = names.dropLast().reversed().reduce(inner) { Members([($1, $0)]) }.members
    }

    private init(_ members: [(name: String, value: Any)]) { self.members = members }

    var customMirror: Mirror {
      Mirror(self, children: members.map { (label: $0.name, value: $0.value) })
    }
  }

  /// Returns the value of a reference of a `Shared`: its own, or a part of another one's.
  private static func sharedValue(of reference: Any) -> Any? {
    let base = ReflectedPath.value(at: "base", in: reference).map { sharedValue(of: $0) }
    if let base, let keyPath = ReflectedPath.value(at: "keyPath", in: reference) as? AnyKeyPath {
      return base.flatMap { $0[keyPath: keyPath] }
    }
    if let cached = ReflectedPath.value(at: "cachedValue", in: reference) {
      return base.flatMap { $0 }.flatMap { Mirror(reflecting: $0).children.first?.value } ?? cached
    }
    return base ?? ReflectedPath.value(at: "value", in: reference)
  }

  /// Returns an array of the elements, with their own type, so that the state encoder can compare
  /// it with the one before.
  private static func elements(of value: Any) -> Any? {
    func array<Elements: Collection>(of elements: Elements) -> Any { Array(elements) }
    guard let elements = value as? any Collection else { return nil }
    return array(of: elements)
  }

  /// Returns the text of a `TextState`, or of the parts that it was put together from.
  private static func text(of value: Any) -> String? {
    guard let storage = ReflectedPath.value(at: "storage", in: value),
      let (kind, payload) = Mirror(reflecting: storage).children.first
    else { return nil }
    if let text = payload as? String { return text }
    let parts = Mirror(reflecting: payload).children.map(\.value)
    if kind == "concatenated" { return parts.compactMap(text).joined() }
    return parts.first.flatMap { ReflectedPath.value(at: "key", in: $0) as? String }
  }
}
