public import RexJSON
import RexTimeline

/// A report on whether a build can still decode a log, with advice on migrating it.
///
/// Every keyframe, and one action of each form (label, keys and kinds of values), is decoded and
/// encoded again. Other actions of a known form are skipped, so an enum case that was removed is
/// found only if it is the first of its form. `verify` finds all of them.
public struct LogGrade: Sendable {
  /// The worst level found.
  public var level = Level.fine
  /// The number of keyframes.
  public var keyframeCount = 0
  /// The number of forms of actions, at most `formsMax`.
  public var formCount = 0
  /// Whether there are more forms; then every action of an unknown form is decoded.
  public var hasMoreForms = false
  /// The number of opaque actions, which have nothing to decode.
  public var opaqueCount = 0
  /// The number of keyframes and forms with problems.
  public var findingCount = 0
  /// The problems, in order, at most `findingsMax`.
  public var findings: [Finding] = []
  /// The migration that would make the log decodable; empty if none is known.
  public var advice = MigrationAdvice()

  /// The most forms distinguished; an app has hundreds, a malicious log any number.
  public static let formsMax = 1 << 16
  /// The most findings listed; further ones are counted.
  public static let findingsMax = 100
  /// The most differing paths listed per document.
  public static let pathsMax = 20

  /// An empty grade.
  public init() {}

  /// How well a build can decode what was recorded.
  public enum Level: Int, Sendable, Comparable {
    /// It decodes, and encodes to the same document.
    case fine
    /// It decodes but encodes differently, or cannot be decoded because of redaction.
    case risky
    /// It cannot be decoded, or cannot be encoded again.
    case impossible

    /// Whether a level is better than another.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// A keyframe or an action with a problem.
  public struct Finding: Sendable {
    /// The action's number; for a keyframe, the number of the action before it.
    public var seq: Int
    /// The action's label; nil for a keyframe.
    public var type: String?
    /// The name of the file that contains the entry.
    public var log: String
    /// The line of the entry in that file.
    public var location: JSONLocation
    /// The problem.
    public var problem: Problem

    /// The grade of the entry.
    public var level: Level {
      switch problem {
      case .differs, .redacted: .risky
      case .undecodable: .impossible
      }
    }
  }

  /// The problems of a document.
  public enum Problem: Sendable {
    /// It encodes differently at these paths, at most `pathsMax`.
    case differs([JSONPointer])
    /// It cannot be decoded, or cannot be encoded again.
    case undecodable(ReductionError)
    /// It cannot be decoded at a path where a secret was redacted.
    case redacted(JSONPointer)
  }

  mutating func add(_ finding: Finding) {
    level = max(level, finding.level)
    findingCount += 1
    if findings.count < LogGrade.findingsMax { findings.append(finding) }
  }
}
