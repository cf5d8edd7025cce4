import Foundation
import RexJSON
import RexLog
import RexQuestions

/// A JUnit XML report of a command's verdicts, which CI systems show as test results.
///
///     <testsuites><testsuite name="verify" tests="2" failures="1" errors="0" skipped="1">
///       <testcase classname="verify" name="a.jsonl" time="0.120"><failure message="…">…
///
/// A negative verdict is a failure, a log that cannot be read is an error, and one without a
/// verdict is skipped. The elements are those of the schema of the Jenkins xUnit plugin,
/// `junit-10.xsd`.
struct JUnitReport {
  /// The command's name.
  private let suite: String
  private var cases: [Case] = []

  init(suite: String) { self.suite = suite }

  /// The outcome of checking a log.
  enum Outcome {
    case passed
    case failed(String)
    case skipped(String)
    case unreadable(String)
  }

  fileprivate struct Case {
    var name: String
    var seconds: Double
    var outcome: Outcome
  }

  mutating func add(_ name: String, seconds: Double, _ outcome: Outcome) {
    cases.append(Case(name: name, seconds: seconds, outcome: outcome))
  }

  var xml: String {
    let failures = cases.count { if case .failed = $0.outcome { true } else { false } }
    let errors = cases.count { if case .unreadable = $0.outcome { true } else { false } }
    let skipped = cases.count { if case .skipped = $0.outcome { true } else { false } }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    text += "  <testsuite name=\"\(suite)\" tests=\"\(cases.count)\" failures=\"\(failures)\""
    text += " errors=\"\(errors)\" skipped=\"\(skipped)\">\n"
    text += cases.map { $0.xml(in: suite) }.joined()
    return text + "  </testsuite>\n</testsuites>\n"
  }

  /// Writes the report to a file, in place of an earlier one.
  func write(to path: String) throws {
    // A URL would have the user's folder for a ~ at the beginning.
    let file = URL(filePath: path.utf8.first == UInt8(ascii: "/") ? path : "./" + path)
    do {
      try Data(xml.utf8).write(to: file, options: .atomic)
    } catch {
      throw CommandError(
        "\(path):1:1: error: cannot be written: \(error.localizedDescription)",
        hint: "name a file in a folder that can be written", .unreadable)
    }
  }
}

extension CommandCall {
  /// Where the report is to be written, if it is asked for.
  ///
  /// Throws if it cannot be written there, before the logs are checked, which may take long.
  func reportPath() throws -> String? {
    guard let path = try self[Options.junit] else { return nil }
    try FileSink.checkFolder(of: path)
    return path
  }
}

extension JUnitReport.Case {
  fileprivate func xml(in suite: String) -> String {
    let thousandths = Int(max(0, min(seconds, 1e9)) * 1000)
    let time = "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
    let start = "    <testcase classname=\"\(suite)\" name=\"\(name.xmlEscaped)\" time=\"\(time)\""
    return switch outcome {
    case .passed: start + "/>\n"
    case .failed(let text): start + body("failure", text)
    case .skipped(let text): start + body("skipped", text)
    case .unreadable(let text): start + body("error", text)
    }
  }

  private func body(_ element: String, _ text: String) -> String {
    let message = text.prefix { $0 != "\n" }
    return """
      >
            <\(element) message="\(message.xmlEscaped)">\(text.xmlEscaped)</\(element)>
          </testcase>

      """
  }
}

extension StringProtocol {
  /// The text for an attribute or an element (XML 1.0, section 2.4).
  ///
  /// Control characters, most of which XML does not allow, are escaped; line feeds are kept.
  fileprivate var xmlEscaped: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.escapedForDisplay.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }.joined(separator: "\n")
  }
}
