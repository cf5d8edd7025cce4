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

  init(rules: RedactionRules, mark: UInt16?) {
    vault = mark.map(SecretVault.init(mark:)) ?? SecretVault()
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
      if part == .state, let state = redactor.state {
        return vault.coveredCount == 0 ? json : state.bytes
      }
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

  func filter(_ text: String, as part: LinePart) -> String {
    redactor.withLock { $0.redact(text: text) }
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
      prepared.redaction.textBytesMax = min(stringBytesMax, redaction.textBytesMax ?? .max)
      if redaction.isEmpty { prepared.lineFilter = RecordTextLimit(bytesMax: stringBytesMax) }
    }
    if !redaction.isEmpty {
      prepared.lineFilter = RecordRedaction(rules: prepared.redaction, mark: placeholderMark)
    }
    return prepared
  }
}
