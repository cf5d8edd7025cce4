public import Foundation

/// What a reducer takes from outside: the time, identifiers, random numbers and values of the app.
///
///     func reduce(state: inout Cart, action: CartAction, inputs: Inputs = Inputs()) {
///       switch action {
///       case .add(let product):
///         state.lines.append(Line(id: inputs.uuid(), product: product, added: inputs.now))
///       case .shuffle:
///         var generator = inputs.generator
///         state.lines.shuffle(using: &generator)
///       case .checkOut:
///         state.usesNewCheckout = inputs.value("newCheckout") { Flags.newCheckout }
///       }
///     }
///
/// While a recorder records an action, each value is in the log before the reducer receives it.
/// While the log is replayed, the reducer receives the recorded values in the same order. Otherwise
/// `inputs.now` is `Date()`, `inputs.uuid()` is `UUID()`, and so on.
///
/// All `Inputs` are equal, so a reducer can receive one as a parameter or in its environment, or
/// create it. They apply to the reducer's own thread: code that a reducer starts on another one, or
/// in a task, gets values that are not recorded, and so does the expression of a value.
public struct Inputs: Sendable {
  /// Creates inputs.
  public init() {}

  /// The current time.
  public var now: Date {
    Date(
      timeIntervalSinceReferenceDate: InputTape.take(.date) {
        Date().timeIntervalSinceReferenceDate
      })
  }

  /// A new identifier.
  public func uuid() -> UUID {
    // What is served is always the text of an identifier.
    UUID(uuidString: InputTape.take(.uuid) { UUID().uuidString }) ?? UUID()
  }

  /// A generator of random numbers.
  ///
  /// For each recorded action, the log has the seed of its random numbers and how many it drew. Do
  /// not use it for keys and other secrets.
  public var generator: Generator { Generator() }

  /// The value of an expression that depends on more than state and action, such as a setting.
  ///
  /// Redaction applies to it as to a member of an action with this name.
  ///
  /// - Parameters:
  ///   - name: The name of the value in the log. A replay that asks for another name diverges.
  ///   - expression: The expression. A replay evaluates it only if the log does not have its value.
  public func value<Value: Codable>(_ name: String, _ expression: () -> Value) -> Value {
    InputTape.take(.value(name), expression)
  }

  /// A generator of random numbers: the system's, or that of the action being reduced.
  ///
  /// It has no state of its own, so it may be kept and copied.
  public struct Generator: RandomNumberGenerator, Sendable {
    /// Returns the next random number.
    public mutating func next() -> UInt64 {
      if let number = InputTape.draw() { return number }
      var system = SystemRandomNumberGenerator()
      return system.next()
    }
  }
}
