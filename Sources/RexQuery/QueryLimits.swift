/// Limits for parsing and evaluating untrusted expressions, patterns and documents.
public struct QueryLimits: Sendable, Hashable {
  /// The most bytes of an expression or a pattern.
  public var textBytesMax: Int

  /// The deepest nesting of filters, parentheses, functions and branching segments.
  ///
  /// Parsing and evaluation recurse once for each level, so this bounds the stack. The standard of
  /// 32 fits the 512 KiB stack of a secondary thread on Apple's systems, even in a debug build.
  /// Values above `depthCeiling` are reduced to it.
  public var depthMax: Int

  /// The most steps of one evaluation: nodes visited, values compared, characters matched.
  ///
  /// Nested filters multiply (`$..[?$..[?$..a]]` is cubic). The standard limit is reached in a
  /// few seconds.
  public var stepsMax: Int

  /// The most nodes of one result; each takes about a hundred bytes with its path.
  public var nodesMax: Int

  /// The most instructions of a compiled pattern, in which counted repetitions are expanded.
  ///
  /// Matching takes time proportional to the text times this. Values above `patternSizeCeiling` are
  /// reduced to it.
  public var patternSizeMax: Int

  /// The limits for input from people and logs.
  public static let standard = QueryLimits(
    textBytesMax: 65_536, depthMax: 32, stepsMax: 100_000_000, nodesMax: 1_000_000,
    patternSizeMax: 10_000)

  /// The maximum of `depthMax`, which fits the main thread's stack.
  public static let depthCeiling = 128

  /// The maximum of `patternSizeMax`, which avoids overflow in jumps and sizes.
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
