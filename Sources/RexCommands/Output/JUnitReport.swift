import RexJSON
import RexReplayer

/// A JUnit XML report of verdicts, which CI systems show as test results.
///
///     <testsuites><testsuite name="verify" tests="2" failures="1" errors="0" skipped="1">
///       <testcase classname="verify" name="a.jsonl" time="0.120"><failure message="…">…
///
/// A divergence is a failure, a log that cannot be read is an error, and an inconclusive one is
/// skipped. The elements are those of the schema of the Jenkins xUnit plugin, `junit-10.xsd`.
struct JUnitReport {
  private var cases: [Case] = []

  /// The outcome of checking a log.
  enum Outcome {
    case verified
    case diverged(String)
    case inconclusive(String)
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
    let failures = cases.count { if case .diverged = $0.outcome { true } else { false } }
    let errors = cases.count { if case .unreadable = $0.outcome { true } else { false } }
    let skipped = cases.count { if case .inconclusive = $0.outcome { true } else { false } }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    text += "  <testsuite name=\"verify\" tests=\"\(cases.count)\" failures=\"\(failures)\""
    text += " errors=\"\(errors)\" skipped=\"\(skipped)\">\n"
    text += cases.map(\.xml).joined()
    return text + "  </testsuite>\n</testsuites>\n"
  }
}

extension JUnitReport.Case {
  fileprivate var xml: String {
    let thousandths = Int(max(0, min(seconds, 1e9)) * 1000)
    let time = "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst())"
    let start = "    <testcase classname=\"verify\" name=\"\(name.xmlEscaped)\" time=\"\(time)\""
    return switch outcome {
    case .verified: start + "/>\n"
    case .diverged(let text): start + body("failure", text)
    case .inconclusive(let text): start + body("skipped", text)
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
