/// How much an expression may ask for: expressions, patterns and documents are a stranger's.
public struct QueryLimits: Sendable, Hashable {
  /// The most bytes of an expression or a pattern; people type them, scripts hold them.
  public var textBytesMax: Int

  /// How deep filters, parentheses and functions may nest, with branching segments counted in.
  ///
  /// Parsing and evaluating recurse once for each, so this bounds the stack. The standard of 32
  /// fits the 512 KiB that a secondary thread has on Apple's systems, even in a debug build; more
  /// than `depthCeiling` counts as that.
  public var depthMax: Int

  /// The most steps of one evaluation: nodes visited, values compared, characters matched.
  ///
  /// Nested filters multiply (`$..[?$..[?$..a]]` is cubic); the standard is a few seconds.
  public var stepsMax: Int

  /// The most nodes of one result; each takes about a hundred bytes with its path.
  public var nodesMax: Int

  /// The most instructions of a compiled pattern, in which counted repetitions are written out.
  ///
  /// Matching takes time in proportion to the text times this; more than `patternSizeCeiling`
  /// counts as that.
  public var patternSizeMax: Int

  /// The limits for what people and logs give.
  public static let standard = QueryLimits(
    textBytesMax: 65_536, depthMax: 32, stepsMax: 100_000_000, nodesMax: 1_000_000,
    patternSizeMax: 10_000)

  /// The deepest nesting there may be: it fits the main thread's stack.
  public static let depthCeiling = 128

  /// The largest pattern there may be: its jumps and sizes can be computed without overflow.
  public static let patternSizeCeiling = 1 << 24

  /// Limits with these values.
  public init(
    textBytesMax: Int, depthMax: Int, stepsMax: Int, nodesMax: Int, patternSizeMax: Int
  ) {
    self.textBytesMax = textBytesMax
    self.depthMax = depthMax
    self.stepsMax = stepsMax
    self.nodesMax = nodesMax
    self.patternSizeMax = patternSizeMax
  }
}
