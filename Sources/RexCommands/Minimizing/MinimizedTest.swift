#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The text of a test that fails for the reason that the fewest actions were looked for.
///
/// Nothing of a log is in it: a person wrote the names of the files, and the condition.
struct MinimizedTest {
  /// What the test does with the log.
  enum Check {
    case condition(String, isAskedAnywhere: Bool)
    case verification
    /// The last action, which began and never finished, is reduced.
    case unfinished
  }

  /// The file that the test is for.
  var path: String
  /// The new log.
  var log: String
  var check: Check

  /// The Swift source; `app` stands for the app whose reducer is tested.
  var text: String {
    let modules = ["RexCommands", "RexReplayer", "Testing"].map { "import \($0)\n" }.joined()
    let log = "let log = RecordedLog(" + Self.literal(relativeLog) + ")"
    return "\(modules)\n@Test func \(name)() throws {\n  \(log)\n  \(line)\n}\n"
  }

  /// What the test does.
  private var line: String {
    switch check {
    case .condition(let text, let isAnywhere):
      let anywhere = isAnywhere ? ", anywhere: true" : ""
      return "#expect(try !app.reduces(log, to: " + Self.literal(text) + anywhere + "))"
    case .verification: return "try app.verify(log)"
    case .unfinished: return "try app.reduceUnfinished(log)"
    }
  }

  /// A name for the test, made of letters and digits of the file's.
  private var name: String {
    let file = path.split(separator: "/").last ?? ""
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    let name = stem.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard let first = name.first, first.isLetter else { return "few" + name }
    let word = first.lowercased() + name.dropFirst()
    return Self.keywords.contains(word) ? "few" + name : word
  }

  /// Words that a function cannot be called by.
  private static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "app",
  ]

  /// The log's path, relative to the folder of the test's file.
  private var relativeLog: String {
    let (from, to) = (Self.components(of: path).dropLast(), Self.components(of: log))
    let sharedCount = zip(from, to).prefix { $0 == $1 }.count
    // If they share nothing but the root, neither is likely to move with the other.
    guard sharedCount > 0 else { return "/" + to.joined(separator: "/") }
    let up = from.dropFirst(sharedCount).map { _ in ".." }
    return (up + to.dropFirst(sharedCount)).joined(separator: "/")
  }

  /// The names from the root to a file, without `.` and `..`.
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

  /// Text as a Swift literal: raw where that is safe to read, else escaped character by character.
  static func literal(_ text: String) -> String {
    let isPrintable = text.unicodeScalars.allSatisfy { (" "..."~").contains($0) }
    guard isPrintable, !text.contains("#") else {
      let escaped = text.unicodeScalars.map { scalar in
        let isPlain = (" "..."~").contains(scalar) && scalar != "\"" && scalar != "\\"
        return isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
      return "\"\(escaped.joined())\""
    }
    return text.contains { $0 == "\"" || $0 == "\\" } ? "#\"\(text)\"#" : "\"\(text)\""
  }
}
