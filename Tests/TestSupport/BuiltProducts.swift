public import Foundation

/// The executables that are built with the tests.
public enum BuiltProducts {
  /// The URL of an executable, next to the test bundle or test executable.
  public static func url(_ name: String) -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? URL(filePath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appending(path: name)
  }
}
