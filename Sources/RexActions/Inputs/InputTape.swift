/// An input that a reducer asks for.
package enum InputRequest: Sendable, Equatable {
  /// The time, in seconds since the reference date of `Date`.
  case date
  /// An identifier, as text.
  case uuid
  /// The seed of the action's random numbers, as 16 hexadecimal digits.
  case random
  /// A value of the app, by its name.
  case value(String)
}

/// Where the inputs of the action being reduced go, or come from.
package protocol InputSource: AnyObject, Sendable {
  /// Returns an input of an action; `plain` is evaluated if none is served.
  func take<Value: Codable>(_ input: InputRequest, of seq: Int, _ plain: () -> Value) -> Value
  /// Returns an action's next random number; nil if that action is not being reduced.
  func draw(of seq: Int) -> UInt64?
}

/// The inputs of the action that the caller's reducer handles.
///
/// A task that a reducer starts inherits it, so a source ignores what is asked for later.
package struct InputTape: Sendable {
  package let source: any InputSource
  /// The action's number.
  package let seq: Int

  @TaskLocal package static var current: InputTape?

  /// Calls a reducer whose inputs go to a source, or come from it.
  package static func with<Result>(
    _ source: any InputSource, _ seq: Int, _ reduce: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(InputTape(source: source, seq: seq), operation: reduce)
  }
}
