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
/// The tapes of a thread form a linked list, the innermost first. Each lives as long as its reducer
/// runs, so a task or a thread that a reducer starts has none.
package final class InputTape {
  private let source: any InputSource
  private let outer: InputTape?
  private var generator: SplitMix64?

  private init(_ source: any InputSource, outer: InputTape?) {
    (self.source, self.outer) = (source, outer)
  }

  /// Calls a reducer whose inputs go to a source, or come from it.
  package static func with<Result>(
    _ source: any InputSource, _ reduce: () throws -> Result
  ) rethrows -> Result {
    let tape = InputTape.begin(source)
    defer { tape.end() }
    return try reduce()
  }

  /// Begins a tape for the reducer that is called next on this thread.
  package static func begin(_ source: any InputSource) -> InputTape {
    let tape = InputTape(source, outer: current)
    current = tape
    return tape
  }

  /// Ends the tape, which must be the innermost.
  package func end() {
    withExtendedLifetime(self) { InputTape.current = outer }
  }

  /// Takes an input from the reducer's source; without one, evaluates `plain`.
  ///
  /// An input that is not served comes from the sources around this one, which record it as well.
  static func take<Value: Codable>(_ input: InputRequest, _ plain: () -> Value) -> Value {
    guard let tape = current else { return plain() }
    return tape.source.take(input) {
      current = tape.outer
      defer { current = tape }
      return take(input, plain)
    }
  }

  /// Draws the action's next random number; nil without a source.
  static func draw() -> UInt64? {
    guard let tape = current else { return nil }
    if tape.generator == nil {
      let seed = take(.random) { SplitMix64.text(ofSeed: .random(in: .min ... .max)) }
      tape.generator = SplitMix64(seed: seed) ?? SplitMix64(seed: 0)
    }
    tape.source.countDraw()
    return tape.generator?.next()
  }

  private static let thread = ThreadPointer()

  /// The innermost tape of this thread, which its reducer keeps alive.
  private static var current: InputTape? {
    get { thread.current.map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
    set { thread.current = newValue.map { Unmanaged.passUnretained($0).toOpaque() } }
  }
}
