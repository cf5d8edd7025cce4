/// The limits on a text, which is untrusted.
public struct JSONLimits: Sendable, Hashable {
  /// The maximum nesting of arrays and objects; the root array or object has depth 1.
  ///
  /// Documents are built, compared and freed recursively, so this limits the stack. The default of
  /// 256 fits on the 512 KiB stack of a secondary thread on Apple's systems, even in a debug build.
  /// A value above `depthCeiling` is reduced to that.
  public var depthMax: Int

  /// The maximum size of a whole text in bytes; a value above `textBytesCeiling` is reduced to
  /// that.
  public var textBytesMax: Int

  /// The maximum size of a string in bytes, as encoded between its quotes.
  public var stringBytesMax: Int

  /// The maximum size of a number in bytes, as written.
  ///
  /// Converting digits costs more than reading them; the default is far beyond what any binary or
  /// decimal type can represent.
  public var numberBytesMax: Int

  /// The maximum memory of a text's values in bytes; at least five times the size of the text.
  ///
  /// A value that takes two bytes of text needs 24 bytes of memory or more. Most texts stay below
  /// five times their size, so this limits texts with many short values or keys.
  public var treeBytesMax: Int

  /// The limits for texts of unknown origin.
  public static let standard = JSONLimits(
    depthMax: 256, textBytesMax: 1 << 30, stringBytesMax: 1 << 28, numberBytesMax: 1024,
    treeBytesMax: 1 << 27)

  /// The maximum limits, for texts that this process wrote.
  public static let largest = JSONLimits(
    depthMax: depthCeiling, textBytesMax: textBytesCeiling, stringBytesMax: textBytesCeiling,
    numberBytesMax: textBytesCeiling)

  /// The maximum nesting of arrays and objects in a value that is encoded or decoded.
  ///
  /// Every level calls the value's own code, so it needs more of the stack than a document: 128
  /// levels fit on the 512 KiB stack of a secondary thread in a debug build.
  public static let valueDepthMax = 128

  /// The upper limit on `depthMax`, the same as Foundation's.
  public static let depthCeiling = 512

  /// The upper limit on `textBytesMax`, so that offsets fit in 32 bits.
  public static let textBytesCeiling = Int(Int32.max)

  /// Creates limits with these values.
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

  /// Returns the maximum memory in bytes for the values of a text of a size in bytes.
  package func treeBytesMax(ofText byteCount: Int) -> Int {
    let (bytes, isOver) = byteCount.multipliedReportingOverflow(by: 5)
    return isOver ? .max : max(treeBytesMax, bytes)
  }
}
