/// How much a text may ask of its reader; a text is untrusted.
public struct JSONLimits: Sendable, Hashable {
  /// How deep arrays and objects may nest; the root array or object has depth 1.
  ///
  /// Documents are built, compared and freed by recursion, so this bounds the stack. The standard
  /// is Foundation's 512; more than `depthCeiling` counts as `depthCeiling`.
  public var depthMax: Int

  /// The most bytes of a whole text; more than `textBytesCeiling` counts as that.
  public var textBytesMax: Int

  /// The most bytes of one string between its quotes, as written.
  public var stringBytesMax: Int

  /// The most bytes of one number as written.
  ///
  /// Converting digits costs more than reading them; the standard is far beyond what any binary
  /// or decimal type can hold.
  public var numberBytesMax: Int

  /// The limits for texts of unknown origin.
  public static let standard = JSONLimits(
    depthMax: 512, textBytesMax: 1 << 30, stringBytesMax: 1 << 28, numberBytesMax: 1024)

  /// The most the reader itself can do: for texts this process wrote.
  public static let largest = JSONLimits(
    depthMax: depthCeiling, textBytesMax: textBytesCeiling, stringBytesMax: textBytesCeiling,
    numberBytesMax: textBytesCeiling)

  /// The deepest nesting whose recursion fits the 512 KiB stack of a secondary thread.
  public static let depthCeiling = 512

  /// The longest text whose places fit 32 bits.
  public static let textBytesCeiling = Int(Int32.max)

  /// Limits with these values.
  public init(depthMax: Int, textBytesMax: Int, stringBytesMax: Int, numberBytesMax: Int) {
    self.depthMax = depthMax
    self.textBytesMax = textBytesMax
    self.stringBytesMax = stringBytesMax
    self.numberBytesMax = numberBytesMax
  }
}
