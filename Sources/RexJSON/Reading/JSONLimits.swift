/// How much a text may ask of its reader; a text is untrusted.
public struct JSONLimits: Sendable, Hashable {
  /// How deep arrays and objects may nest; the root array or object has depth 1.
  ///
  /// Documents are built, compared and freed by recursion, so this bounds the stack. The standard
  /// of 256 fits the 512 KiB that a secondary thread has on Apple's systems, even in a debug build;
  /// more than `depthCeiling` counts as that.
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

  /// The most memory that the values of a text may take; more only up to five times the text.
  ///
  /// A writer spends two bytes on a value that takes 24 of memory or more. Most texts stay below
  /// five times their size, so this bounds texts of little but digits or short keys.
  public var treeBytesMax: Int

  /// The limits for texts of unknown origin.
  public static let standard = JSONLimits(
    depthMax: 256, textBytesMax: 1 << 30, stringBytesMax: 1 << 28, numberBytesMax: 1024,
    treeBytesMax: 1 << 27)

  /// The most the reader itself can do: for texts this process wrote.
  public static let largest = JSONLimits(
    depthMax: depthCeiling, textBytesMax: textBytesCeiling, stringBytesMax: textBytesCeiling,
    numberBytesMax: textBytesCeiling)

  /// How deep the arrays and objects of a value may nest that is encoded or decoded.
  ///
  /// Every level leads through the value's own code, so this takes more of the stack than a
  /// document does: 128 levels fit the 512 KiB of a secondary thread in a debug build.
  public static let valueDepthMax = 128

  /// The deepest nesting there may be, the same as Foundation's.
  public static let depthCeiling = 512

  /// The longest text whose places fit 32 bits.
  public static let textBytesCeiling = Int(Int32.max)

  /// Limits with these values.
  public init(
    depthMax: Int, textBytesMax: Int, stringBytesMax: Int, numberBytesMax: Int,
    treeBytesMax: Int = .max
  ) {
    self.depthMax = depthMax
    self.textBytesMax = textBytesMax
    self.stringBytesMax = stringBytesMax
    self.numberBytesMax = numberBytesMax
    self.treeBytesMax = treeBytesMax
  }

  /// The most memory that the values of a text of so many bytes may take.
  func treeBytesMax(ofText byteCount: Int) -> Int {
    let (bytes, isOver) = byteCount.multipliedReportingOverflow(by: 5)
    return isOver ? .max : max(treeBytesMax, bytes)
  }
}
