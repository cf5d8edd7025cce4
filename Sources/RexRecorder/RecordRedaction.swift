import RexDiff
import RexJSON
import RexLocking
import RexRedaction

/// The redactor of one recording, between what the app gives and what is written.
///
/// What cannot be read is not shown: nothing unredacted passes.
final class RecordRedaction: LineFilter {
  private let redactor: Locked<Redactor>
  private let vault: SecretVault

  init(rules: RedactionRules) {
    vault = SecretVault()
    redactor = Locked(Redactor(rules: rules, vault: vault))
  }

  /// Encodes the app's `Secret` values as placeholders.
  func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try vault.whileEncoding(body)
  }

  var coveredCount: Int { vault.coveredCount }

  func filter(_ json: [UInt8], as part: LinePart) -> [UInt8] {
    redactor.withLock { redactor in
      // The redactor knows this state as the patches lead to it.
      if part == .state, let state = redactor.state { return state.bytes }
      guard let document = try? JSON(parsing: json, limits: .largest) else {
        return JSON.null.bytes
      }
      return switch part {
      case .start, .state: redactor.start(from: document).bytes
      case .patch: RecordRedaction.patch(document, with: &redactor)
      case .action, .data: redactor.redact(document).bytes
      case .type, .opaque, .error, .label:
        JSON.string(redactor.redact(text: document.string ?? "")).bytes
      }
    }
  }

  private static func patch(_ document: JSON, with redactor: inout Redactor) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      try redactor.redact(JSONPatch(parsing: document)).write(into: &bytes)
    } catch {
      // A patch of the recorder's own fits its own state. Were it not so, the log would show
      // no state rather than a secret one until the next keyframe.
      JSONPatch([.replace(JSONPointer(), .null)]).write(into: &bytes)
    }
    return bytes
  }
}

extension RecorderConfiguration {
  /// The configuration of one recording, with a filter of its own.
  func preparingRedaction() -> RecorderConfiguration {
    guard lineFilter == nil else { return self }
    var prepared = self
    if let stringBytesMax {
      var rules = redaction ?? RedactionRules()
      rules.textBytesMax = min(stringBytesMax, rules.textBytesMax ?? .max)
      prepared.redaction = rules
      if redaction == nil {
        prepared.lineFilter = RecordTextLimit(bytesMax: stringBytesMax)
        return prepared
      }
    }
    prepared.lineFilter = prepared.redaction.map(RecordRedaction.init)
    return prepared
  }
}
