import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexTimeline

/// A state that is shown, with the action that led to it and what differs.
struct InspectorFrame: Sendable, Equatable {
  /// What a frame is asked for.
  struct Query: Sendable, Equatable {
    var edition: Edition
    var seq: Int
    var base: Base
    /// Counts what else changes a frame, such as a watch.
    var revision: Int
  }

  /// The state with which the state is compared.
  enum Base: Sendable, Equatable {
    /// The one before: what the action changed.
    case previous
    /// The one after another action.
    case seq(Int)
    /// The difference of two states, wherever the cursor is.
    case between(Int, Int)
  }

  var query: Query
  /// Nil if it is not known.
  var state: JSON?
  /// Why the state is unknown, or what else is to be told.
  var problem: String?
  var action: LogAction?
  /// The differences, the action, and, in a branch, what differs from the recorded log.
  var lines: [StyledLine] = []
  /// The paths of the values that differ from the base, and of what is around them.
  var changed: Set<JSONPointer> = []
  var watches: [WatchedLine] = []
  /// The dates in the log.
  var dates: LogDates?

  struct WatchedLine: Sendable, Equatable {
    var path: String
    var old: Presence<JSON>
    var new: Presence<JSON>
  }
}
