public import Foundation

/// Files of the repository's Fixtures folder.
///
/// If `REX_WRITE_FIXTURES` is set, expected outputs are rewritten instead of compared.
public enum Fixture {
  /// The repository's folder.
  public static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Whether to rewrite the expected outputs.
  public static let isWriting = ProcessInfo.processInfo.environment["REX_WRITE_FIXTURES"] != nil

  /// The URL of a fixture.
  public static func url(_ path: String) -> URL {
    repository.appending(path: "Fixtures").appending(path: path)
  }

  /// A fixture's bytes.
  public static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url(path)))
  }

  /// A fixture's text.
  public static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// The text that an output has to equal; the output itself if fixtures are rewritten.
  public static func expected(_ path: String, for output: String) throws -> String {
    guard isWriting else { return try text(path) }
    let url = url(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(output.utf8).write(to: url)
    return output
  }
}
