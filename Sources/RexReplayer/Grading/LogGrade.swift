public import RexJSON

/// Whether a build can still decode a log, and what it would need to.
///
/// Every keyframe is decoded and encoded again, and of the actions one of each form: label, keys
/// and kinds of values. So an action of a form that was seen is not looked at: a text that is no
/// longer a case of an enum is found where it is the first of its form, and by `verify` anyway.
public struct LogGrade: Sendable {
  /// The worst of what was found.
  public var level = Level.fine
  /// How many keyframes there are.
  public var keyframeCount = 0
  /// How many forms of actions were told apart, at most `formsMax`.
  public var formCount = 0
  /// Whether there are more forms; then every action that is not of a known one is decoded.
  public var hasMoreForms = false
  /// How many actions have nothing to decode, since they are opaque.
  public var opaqueCount = 0
  /// How many keyframes and forms are not fine.
  public var findingCount = 0
  /// What is not fine, in order, at most `findingsMax`.
  public var findings: [Finding] = []
  /// The operations of a migration by which the log would be fine; empty where none is known.
  public var advice = MigrationAdvice()

  /// More forms than this are not told apart: an app has hundreds, a hostile log any number.
  public static let formsMax = 1 << 16
  /// More findings than this are only counted.
  public static let findingsMax = 100
  /// More paths of one document that differ are not listed.
  public static let pathsMax = 20

  /// Nothing looked at yet.
  public init() {}

  /// How much a build can make of what is recorded.
  public enum Level: Int, Sendable, Comparable {
    /// It is decoded, and encoded to the same.
    case fine
    /// It is decoded, and encoded to something else; or it cannot be, since secrets were covered.
    case risky
    /// It cannot be decoded.
    case impossible

    /// Whether a level is better than another.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// A keyframe or an action that is not fine.
  public struct Finding: Sendable {
    /// The action's number; for a keyframe the one it stands at.
    public var seq: Int
    /// The action's label; nil for a keyframe.
    public var type: String?
    /// The name of the file that the entry stands in.
    public var log: String
    /// The line of the entry in that file.
    public var location: JSONLocation
    /// What is wrong.
    public var problem: Problem

    /// The grade of the entry.
    public var level: Level {
      switch problem {
      case .differs, .covered: .risky
      case .undecodable: .impossible
      }
    }
  }

  /// What can be wrong with a document.
  public enum Problem: Sendable {
    /// It is encoded otherwise at these paths, at most `pathsMax`.
    case differs([JSONPointer])
    /// It cannot be decoded, or not be encoded again.
    case undecodable(ReductionError)
    /// It cannot be decoded at a path where redaction covered a secret.
    case covered(JSONPointer)
  }

  mutating func add(_ finding: Finding) {
    level = max(level, finding.level)
    findingCount += 1
    if findings.count < LogGrade.findingsMax { findings.append(finding) }
  }
}
