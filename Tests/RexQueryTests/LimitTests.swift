import Foundation
import RexJSON
import RexQuery
import TestSupport
import Testing

/// The limits on untrusted expressions, patterns and documents.
@Suite struct LimitTests {
  private func error(_ text: String, in document: JSON = [], limits: QueryLimits = .standard)
    -> String
  {
    do throws(QueryError) {
      let nodes = try JSONPath(text, limits: limits).nodes(in: document)
      return "\(nodes.count) nodes"
    } catch {
      return error.description
    }
  }

  @Test func expressionsThatAreTooLongAreRejected() {
    let long = "$." + String(repeating: "a", count: 65_536)
    #expect(error(long) == "column 1: the expression is longer than 65536 bytes")
    #expect(throws: QueryError.self) { try IRegexp(long) }
  }

  @Test func expressionsThatNestTooDeepAreRejected() {
    for (opening, middle, closing) in [
      ("$[?", "@", "]"), ("(", "@", ")"), ("!(", "@", ")"), ("length(", "@", ")"), ("$[*]", "", ""),
      ("$..a", "", ""), ("@[?@.a || @[?", "@", "]]"),
    ] {
      let text = { (count: Int) in
        let nested =
          String(repeating: opening, count: count) + middle
          + String(repeating: closing, count: count)
        return opening.hasPrefix("$") && closing.isEmpty
          ? "$" + nested.replacing("$", with: "")
          : "$[?\(nested)\(opening == "length(" ? " == 1" : "")]"
      }
      #expect(error(text(12)) == "0 nodes", "\(text(12))")
      #expect(error(text(40)).hasSuffix("the expression nests deeper than 32"), "\(text(40))")
    }
    let groups = String(repeating: "(", count: 40)
    #expect(
      #expect(throws: QueryError.self) { try IRegexp(groups) }?.description
        == "column 33: the expression nests deeper than 32")
  }

  /// Long lists of siblings use no stack; only nesting does.
  @Test func longExpressionsAreNotDeep() {
    let path = "$" + String(repeating: ".a", count: 30_000)
    #expect(error(path) == "0 nodes")
    let filter = "$[?" + Array(repeating: "@.a==1", count: 8_000).joined(separator: "||") + "]"
    #expect(error(filter, in: [1, 2]) == "0 nodes")
    let selectors = "$[" + Array(repeating: "0", count: 30_000).joined(separator: ",") + "]"
    #expect(error(selectors, in: [1]) == "30000 nodes")
  }

  @Test func evaluationsStopAtALimit() {
    var limits = QueryLimits.standard
    limits.stepsMax = 10_000
    let list = JSON.array((0..<50).map { JSON.number(JSONNumber($0)) })
    let message = "the evaluation takes more than 10000 steps"
    #expect(error("$[?$[?$[?$[?@ == -1]]]]", in: list, limits: limits) == message)
    #expect(error("$[?!$[?!$[?$ != $]]]", in: list, limits: limits) == message)
    #expect(error("$[?count($..*) == 50]", in: list, limits: limits) == "50 nodes")
    let text = JSON.string(String(repeating: "a", count: 4_000))
    #expect(error("$[?match(@, '(a*)*b')]", in: [text], limits: limits) == message)
    #expect(error("$[?length(@) == 4000]", in: [text], limits: limits) == "1 nodes")
    #expect(error("$[?match(@, @)]", in: ["a{5000}"], limits: limits) == message)
  }

  @Test func resultsStopAtALimit() {
    var limits = QueryLimits.standard
    limits.nodesMax = 100
    let message = "the result has more than 100 nodes"
    let path = "$" + String(repeating: "[*,*,*]", count: 5)
    var document: JSON = 1
    for _ in 0..<5 { document = [document] }
    #expect(error(path, in: document, limits: limits) == message)
    #expect(throws: QueryError(kind: .nodesExceeded(max: 100))) {
      try JSONPath(path, limits: limits).values(in: document)
    }
  }

  @Test func aPatternInADocumentThatIsTooLargeIsAnError() {
    #expect(
      error("$[?match('a', @)]", in: ["a{10001}"]) == "the pattern has more than 10000 instructions"
    )
    #expect(
      error("$[?match('a', 'a{10001}')]", in: [])
        == "column 15: the pattern has more than 10000 instructions")
    #expect(error("$[?match('a', @)]", in: ["a{"]) == "0 nodes")
  }

  /// The deepest expressions over the deepest documents, on the stack of a secondary thread.
  @Test func theDeepestExpressionsFitASmallStack() throws {
    var document: JSON = 1
    for _ in 0..<(JSONLimits.standard.depthMax / 2) { document = ["a": [document]] }
    let texts = [
      "$" + String(repeating: "..[0]", count: 32),
      "$[?" + String(repeating: "@[?", count: 31) + "@ == @" + String(repeating: "]", count: 32),
      "$[?" + String(repeating: "!(", count: 31) + "$ == $" + String(repeating: ")", count: 31)
        + "]",
      "$[?" + String(repeating: "$..[?", count: 15) + "@.a" + String(repeating: "]", count: 16),
    ]
    var limits = QueryLimits.standard
    limits.stepsMax = 50_000
    nonisolated(unsafe) var answers: [String] = []
    let done = DispatchSemaphore(value: 0)
    let thread = Thread { [document, limits] in
      for text in texts { answers.append(error(text, in: document, limits: limits)) }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    #expect(answers.count == texts.count)
    #expect(answers.filter { $0.hasPrefix("column") } == [])
  }

  /// The same for what only conditions can say, evaluated and with its dependencies.
  @Test func theDeepestConditionsFitASmallStack() throws {
    let nested = { (opening: String, count: Int, middle: String, closing: String) in
      String(repeating: opening, count: count) + middle + String(repeating: closing, count: count)
    }
    let texts = [
      nested("(", 32, "1", ")") + " == 1", nested("1 - (", 32, "1", ")") + " == 1",
      nested("1 + 2 * (", 32, "1", ")") + " == 1", nested("abs(", 32, "1", ")") + " == 1",
      nested("sum($..a, ", 31, "1", ")") + " == 1", nested("max($.*, ", 31, "1", ")") + " == 1",
      "1 == 1 within " + nested("sum($[?1 == 1 within ", 16, "1", "])"),
      nested("!(1 == 1 within 1 && ", 32, "1 == 2", ")"), nested("unique($[?", 16, "@", "])"),
    ]
    var limits = QueryLimits.standard
    limits.stepsMax = 50_000
    var document: JSON = 1
    for _ in 0..<(JSONLimits.standard.depthMax / 2) { document = ["a": [document]] }
    for text in texts {
      let found = try onSmallStack { [document, limits] in
        let condition = try Condition(text, limits: limits)
        let moment = Moment(after: document)
        do throws(QueryError) {
          return "\(try condition.holds(in: moment)) \(condition.dependencies.count)"
        } catch {
          return error.description
        }
      }
      #expect(!found.hasPrefix("column"), "\(text)")
      #expect(throws: QueryError.self, "\(text)") { try Condition("(" + text + ")") }
    }
  }

  /// Long calculations use no stack, either.
  @Test func longCalculationsAreNotDeep() throws {
    let sum = Array(repeating: "1", count: 10_000).joined(separator: " + ")
    #expect(try Condition("\(sum) == 10000").holds(in: Moment(after: [])))
    let product = Array(repeating: "1*$.a", count: 5_000).joined(separator: "-")
    #expect(try Condition("\(product) == -4998").holds(in: Moment(after: ["a": 1])))
  }
}
