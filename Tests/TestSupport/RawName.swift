import Foundation

/// The bytes of a name, where each `?` stands for the byte E9, which is not UTF-8 there.
public struct RawName: Sendable {
  private let bytes: [CChar]

  /// The name of a text.
  public init(_ name: String) {
    bytes = name.utf8CString.map { $0 == CChar(UInt8(ascii: "?")) ? CChar(bitPattern: 0xE9) : $0 }
  }

  /// Calls a function of the system, such as `mkdir`, with this path.
  public func callAsFunction<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    body(bytes)
  }

  /// Writes a file of this name; false if the file system has only names in UTF-8.
  public func write(_ contents: [UInt8]) -> Bool {
    let file = self { open($0, O_WRONLY | O_CREAT | O_EXCL, 0o600) }
    guard file >= 0 else { return false }
    defer { close(file) }
    return contents.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) } >= 0
  }
}
