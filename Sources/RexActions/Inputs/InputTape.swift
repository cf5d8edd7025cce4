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
package protocol InputSource: AnyObject {
  /// Returns an input; `plain` is evaluated if none is served.
  func take<Value: Codable>(_ input: InputRequest, _ plain: () -> Value) -> Value
  /// Counts a random number that was drawn.
  func countDraw()
}

/// The inputs of the action whose reducer runs on this thread.
///
///     app's record ─▶ reducer ─▶ a feature's record ─▶ its reducer       one tape for each record
///
/// The tapes of a thread form a linked list, the innermost first. Each is on the call stack, so a
/// task or a thread that a reducer starts has none.
package struct InputTape {
  private let source: any InputSource
  private let outer: UnsafeMutableRawPointer?
  private var generator: SplitMix64?

  private static let thread = ThreadPointer()

  /// Calls a reducer whose inputs go to a source, or come from it.
  package static func with<Result>(
    _ source: any InputSource, _ reduce: () throws -> Result
  ) rethrows -> Result {
    var tape = InputTape(source: source, outer: thread.current)
    return try withUnsafeMutablePointer(to: &tape) { try thread.with($0, reduce) }
  }

  /// Takes an input from the reducer's source; without one, evaluates `plain`.
  ///
  /// An input that is not served comes from the sources around this one, which record it as well.
  static func take<Value: Codable>(_ input: InputRequest, _ plain: () -> Value) -> Value {
    guard let tape = current else { return plain() }
    return tape.pointee.source.take(input) {
      thread.with(tape.pointee.outer) { take(input, plain) }
    }
  }

  /// Draws the action's next random number; nil without a source.
  static func draw() -> UInt64? {
    guard let tape = current else { return nil }
    if tape.pointee.generator == nil {
      let seed = take(.random) { SplitMix64.text(ofSeed: .random(in: .min ... .max)) }
      tape.pointee.generator = SplitMix64(seed: seed) ?? SplitMix64(seed: 0)
    }
    tape.pointee.source.countDraw()
    return tape.pointee.generator?.next()
  }

  private static var current: UnsafeMutablePointer<InputTape>? {
    thread.current?.assumingMemoryBound(to: InputTape.self)
  }
}
