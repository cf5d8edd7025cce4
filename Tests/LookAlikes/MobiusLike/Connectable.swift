/// What takes values.
public typealias Consumer<Value> = (Value) -> Void

/// Something that can be ended.
public protocol Disposable: AnyObject {
  /// Ends it.
  func dispose()
}

/// A disposable of a closure.
public final class AnonymousDisposable: Disposable {
  private var disposer: (() -> Void)?

  /// Creates a disposable that calls the closure once.
  public init(disposer: @escaping () -> Void) { self.disposer = disposer }

  /// Calls the closure.
  public func dispose() {
    disposer?()
    disposer = nil
  }
}

/// Takes values of one type, and sends values of another.
public protocol Connectable {
  /// What it takes.
  associatedtype Input
  /// What it sends.
  associatedtype Output

  /// Connects it to what takes its values.
  func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input>
}

/// A way to give values to a connectable.
public final class Connection<Value>: Disposable {
  private let acceptClosure: (Value) -> Void
  private let disposeClosure: () -> Void

  /// Creates a connection.
  public init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
    (self.acceptClosure, self.disposeClosure) = (acceptClosure, disposeClosure)
  }

  /// Takes a value.
  public func accept(_ value: Value) { acceptClosure(value) }

  /// Ends the connection.
  public func dispose() { disposeClosure() }
}

/// A connectable of a closure.
public struct AnyConnectable<Input, Output>: Connectable {
  private let connectClosure: (@escaping Consumer<Output>) -> Connection<Input>

  /// Creates a connectable that calls the closure.
  public init(_ connect: @escaping (@escaping Consumer<Output>) -> Connection<Input>) {
    connectClosure = connect
  }

  /// Calls the closure.
  public func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> {
    connectClosure(consumer)
  }
}
