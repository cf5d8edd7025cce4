import RexDecoding
import RexLog
import RexQuestions
import RexReplayer

extension Options {
  static let since = Option(
    "--since", "EARLIER", .file,
    "name what is gone and new since an earlier verify --json; exit 1 only for what is new")
}

/// The results of an earlier `verify --json`.
struct EarlierVerdicts: Sendable {
  let path: String
  private let verdicts: [Verification]

  /// The results of a run over thousands of logs take a fraction of this.
  private static let bytesMax = 1 << 28

  init(path: String) throws {
    self.path = path
    let bytes = try FileLines.bytes(ofFileAt: path, atMost: Self.bytesMax)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    verdicts = try lines.enumerated().filter { !$0.element.isEmpty }.map { index, line in
      do {
        return try JSONDocumentDecoder().decode(Verification.self, from: Array(line))
      } catch {
        throw CommandError(
          "\(path):\(index + 1):1: error: not a result of verify --json",
          hint: "write one: verify LOG… --json > FILE", .unreadable)
      }
    }
    guard !verdicts.isEmpty else {
      throw CommandError(
        "\(path):1:1: error: the file is empty", hint: "write one: verify LOG… --json > FILE",
        .unreadable)
    }
  }

  /// What changed since the earlier result for a log; nil if there is none.
  ///
  /// The log of a name, or else the only one whose name ends alike.
  func changes(to verification: Verification) -> FindingChanges? {
    let end = { (name: String) in name.split(separator: "/").last.map(String.init) ?? name }
    let alike = verdicts.filter { end($0.log).hasSameBytes(as: end(verification.log)) }
    let same = alike.first { $0.log.hasSameBytes(as: verification.log) }
    guard let earlier = same ?? (alike.count == 1 ? alike[0] : nil) else { return nil }
    return FindingChanges(from: earlier, to: verification)
  }
}

extension CommandStatus {
  /// The status of a check, given what changed since an earlier one: what is as before is accepted.
  init(_ found: Verification, since changes: FindingChanges?) {
    self.init(found.verdict)
    guard found.verdict == .diverged, let changes, changes.new.isEmpty else { return }
    let isUnknown = changes.end != nil || changes.hasUncompared || found.isInconclusive
    self = isUnknown ? .noVerdict : .success
  }
}
