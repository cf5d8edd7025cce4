import Foundation
import RexDiff
import RexJSON
import RexLog
import RexRecorder
import RexRedaction
import RexReplayer
import TestSupport
import Testing

/// Numbers are redacted by their key or path alone: an app's own numbers stay as they are.
@Suite struct OrdinaryNumbersTests {
  /// Sums of prices, coordinates, times, measurements and identifiers, as apps have them.
  @Test func aMillionNumbersStay() throws {
    let seed: UInt64 = 26
    var random = SeededGenerator(seed: seed)
    var sum = 0.0
    for _ in 0..<tries(10, gate: 50) {
      var numbers: [JSON] = []
      for _ in 0..<4_000 {
        sum = sum > 900_000 ? 0 : sum + Double(Int.random(in: 1...99_999, using: &random)) / 100
        numbers += [
          .init(sum), .init(.random(in: -180...180, using: &random)),
          .init(.random(in: 700_000_000...900_000_000, using: &random)),
          .init(pow(10, .random(in: -8...17, using: &random))),
          .number(JSONNumber(Int.random(in: 0 ... .max, using: &random) >> 10)),
        ]
      }
      let document: JSON = ["numbers": .array(numbers)]
      let redactor = Redactor(rules: .standard)
      let redacted = redactor.redact(document)
      guard redacted != document else { continue }
      #expect(JSON.firstDifference(from: document, to: redacted) == nil, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "382.5200000000001", "4111111111111111", "-4111111111111111", "378282246310005",
  ])
  func aNumberWithCheckDigitsStaysUnlessItsKeyOrPathIsSecret(_ text: String) throws {
    let number = JSON.number(try #require(JSONNumber(text: text)))
    var rules = RedactionRules.standard
    rules.paths = ["/secret"]
    let redactor = Redactor(rules: rules)
    let document: JSON = ["total": number, "cardNumber": number, "secret": number]
    let redacted = redactor.redact(document)
    #expect(redacted["total"] == number)
    #expect(redacted["cardNumber"] != number)
    #expect(redacted["secret"] == redacted["cardNumber"], "equal secrets, equal placeholders")
  }

  /// A PIN of six digits occurs in many numbers by chance.
  @Test func aNumberThatContainsAKnownSecretStays() {
    let redactor = Redactor(rules: .standard)
    let redacted = redactor.redact(["pin": "482913", "password": 482_913, "total": 10_482_913.5])
    #expect(redacted["total"] == 10_482_913.5)
    #expect(redacted["password"] != 482_913)
  }

  /// `String(describing:)` and errors write such numbers; a card's digits have no fraction.
  @Test(arguments: ["382.5200000000001", "is 4539.148803436467 now", "-3782.82246310005"])
  func aFractionInATextIsNotACardNumber(_ text: String) {
    #expect(Redactor(rules: .standard).redact(text: text) == text)
  }

  @Test func aTillIsRecordedAsItIs() throws {
    let seed: UInt64 = 26
    let (log, open) = (try till(seed: seed), try till(seed: seed, redaction: .none))
    #expect(try log.changes == open.changes, "seed \(seed)")
    let app = ReplayableApp(name: "Till") { (sale: Sale, till: inout Till) in till.add(sale) }
    let verification = try Replayer(app).verify(log)
    #expect(verification.verdict == .verified, "seed \(seed): \(verification)")
  }

  private func till(seed: UInt64, redaction: RedactionRules = .standard) throws -> Log {
    let sink = LogBuffer()
    let recorder = try Recorder<Sale, Till>(
      sink: sink, app: "Till", configuration: RecorderConfiguration(redaction: redaction))
    var random = SeededGenerator(seed: seed)
    var till = Till()
    for _ in 0..<3_000 {
      let sale = Sale(price: Double(Int.random(in: 1...9_999, using: &random)) / 100)
      recorder.record(sale, into: &till) { $0.add($1) }
    }
    recorder.close()
    return try Log(checked: "till", bytes: sink.bytes)
  }
}

extension Log {
  /// What each action is, and what it changed.
  fileprivate var changes: [[JSON?]] {
    get throws {
      try entries().compactMap { entry in
        guard case .action(let action) = entry, case .action(let payload) = action.payload else {
          return nil
        }
        return [payload, action.result?.patch?.json]
      }
    }
  }
}

private struct Sale: Codable, Sendable { var price: Double }

private struct Till: Codable, Sendable {
  var total = 0.0

  mutating func add(_ sale: Sale) { total = total > 9_000 ? sale.price : total + sale.price }
}

extension JSON {
  fileprivate init(_ value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }
}
