import Foundation
import RexReplayer

/// The source of a Swift test that reproduces the bug of a minimized log.
///
/// The test contains nothing from the log, only the user's file names and condition.
struct MinimizedTest {
  /// How the test checks the log.
  enum Check {
    case condition(String, isAskedAnywhere: Bool)
    case verification
    /// Reduces the actions, of which one crashes; their recorded results are not in the log.
    case crash
    /// Reduces the last action, which began and never finished.
    case unfinished
  }

  /// The path of the test's source file.
  var path: String
  /// The new log.
  var log: String
  var check: Check

  /// The Swift source; it expects `app` to be the app whose reducer is tested.
  var text: String {
    let modules = ["RexReplayer", "Testing"].map { "import \($0)\n" }.joined()
    let log = "let log = RecordedLog(" + relativeLog.swiftLiteral + ")"
    return "\(modules)\n@Test func \(name)() throws {\n  \(log)\n  \(line)\n}\n"
  }

  /// The statement that checks the log.
  private var line: String {
    switch check {
    case .condition(let text, let isAnywhere):
      let anywhere = isAnywhere ? ", anywhere: true" : ""
      return "#expect(try !app.reduces(log, to: " + text.swiftLiteral + anywhere + "))"
    case .verification: return "try app.verify(log)"
    case .crash: return #"#expect(try app.reduces(log, to: "$"))"#
    case .unfinished: return "try app.reduceUnfinished(log)"
    }
  }

  /// A name for the test, from the letters and digits of the file's name.
  private var name: String {
    let file = path.split(separator: "/").last ?? ""
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    let name = stem.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard let first = name.first, first.isLetter else { return "few" + name }
    let word = first.lowercased() + name.dropFirst()
    return Self.keywords.contains(word) ? "few" + name : word
  }

  /// Words that cannot be the name of a function here.
  private static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "app",
  ]

  /// The log's path, relative to the folder of the source file.
  private var relativeLog: String {
    let (from, to) = (Self.components(of: path).dropLast(), Self.components(of: log))
    let sharedCount = zip(from, to).prefix { $0 == $1 }.count
    // If they share only the root, they are unlikely to move together.
    guard sharedCount > 0 else { return "/" + to.joined(separator: "/") }
    let up = from.dropFirst(sharedCount).map { _ in ".." }
    return (up + to.dropFirst(sharedCount)).joined(separator: "/")
  }

  /// The components of an absolute path, without `.` and `..`.
  private static func components(of path: String) -> [String] {
    let folder = path.hasPrefix("/") ? "" : currentFolder + "/"
    var components: [String] = []
    for name in (folder + path).split(separator: "/") where name != "." {
      if name == ".." { _ = components.popLast() } else { components.append(String(name)) }
    }
    return components
  }

  private static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
