public import RexJSON
import RexTimeline

/// A report on whether a build can still decode a log, with advice on migrating it.
///
/// Every keyframe and every action is decoded and encoded again.
public struct LogGrade: Sendable {
  /// The worst level found.
  public var level = Level.fine
  /// The number of keyframes.
  public var keyframeCount = 0
  /// The number of actions, without the opaque ones.
  public var actionCount = 0
  /// The number of opaque actions, which have nothing to decode.
  public var opaqueCount = 0
  /// The number of keyframes and actions with problems.
  public var findingCount = 0
  /// The first entry with each problem, in order, at most `findingsMax`.
  public var findings: [Finding] = []
  /// The migration that would make the log decodable; empty if none is known.
  public var advice = MigrationAdvice()

  /// The most findings listed; the entries with further ones are counted.
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
    /// The number of entries of this type with this problem.
    public var count = 1

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

  /// Adds a finding; returns whether it is listed, as the first with its problem.
  mutating func add(_ finding: Finding) -> Bool {
    level = max(level, finding.level)
    findingCount += 1
    if let index = findings.firstIndex(where: { $0.isLike(finding) }) {
      findings[index].count += 1
      return false
    }
    guard findings.count < LogGrade.findingsMax else { return false }
    findings.append(finding)
    return true
  }
}

extension LogGrade.Finding {
  /// Whether an entry of the same type has the same problem.
  fileprivate func isLike(_ other: LogGrade.Finding) -> Bool {
    guard type == other.type else { return false }
    return switch (problem, other.problem) {
    case (.differs(let paths), .differs(let otherPaths)): paths == otherPaths
    case (.undecodable(let error), .undecodable(let otherError)):
      error.stage == otherError.stage && error.reason == otherError.reason
    case (.redacted(let path), .redacted(let otherPath)): path == otherPath
    default: false
    }
  }
}
