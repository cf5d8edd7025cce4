import RexDiff
import RexJSON
import RexLocking
import RexRedaction

/// Redacts the texts of one recording before they are written.
///
/// A text that cannot be parsed is left out, so that nothing is written without redaction.
final class RecordRedaction: LineFilter {
  private let redactor: Locked<EncodedRedactor>
  private let vault: SecretVault
  private let secretEncoding: SecretEncoding

  init(rules: RedactionRules, tag: UInt16?) {
    vault = tag.map(SecretVault.init(tag:)) ?? SecretVault()
    secretEncoding = SecretEncoding(vault, keyNames: rules.keyNames)
    redactor = Locked(EncodedRedactor(Redactor(rules: rules, vault: vault)))
  }

  /// Calls a closure in which the app's `Secret` values are encoded as placeholders.
  func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try secretEncoding.whileEncoding(body)
  }

  var redactedCount: Int { vault.redactedCount }

  func filter(_ json: [UInt8], as part: LinePart) -> [UInt8] {
    redactor.withLock { redactor in
      switch part {
      case .start: redactor.start(from: json)
      case .state: redactor.redact(keyframe: json)
      case .patch: RecordRedaction.patch(json, with: &redactor)
      case .action, .data: redactor.redact(json)
      case .type, .opaque, .error, .label: redactor.redact(encodedText: json)
      }
    }
  }

  func filter(_ text: String, as part: LinePart) -> String {
    redactor.withLock { $0.redact(text: text) }
  }

  func filter(_ path: JSONPointer) -> JSONPointer {
    redactor.withLock { $0.redact(path: path) }
  }

  private static func patch(_ json: [UInt8], with redactor: inout EncodedRedactor) -> [UInt8] {
    do {
      return try redactor.redact(patch: json)
    } catch {
      // This would be a bug. The log then contains no state until the next keyframe, rather than an
      // unredacted one.
      var bytes: [UInt8] = []
      JSONPatch([.replace(JSONPointer(), .null)]).write(into: &bytes)
      return bytes
    }
  }
}

extension RecorderConfiguration {
  /// Returns the configuration for one recording, with its own filter.
  func preparingRedaction() -> RecorderConfiguration {
    guard lineFilter == nil else { return self }
    var prepared = self
    if let stringBytesMax {
      prepared.redaction.textBytesMax = min(stringBytesMax, redaction.textBytesMax ?? .max)
      if redaction.isEmpty { prepared.lineFilter = RecordTextLimit(bytesMax: stringBytesMax) }
    }
    if !redaction.isEmpty {
      prepared.lineFilter = RecordRedaction(rules: prepared.redaction, tag: placeholderTag)
    }
    return prepared
  }
}
