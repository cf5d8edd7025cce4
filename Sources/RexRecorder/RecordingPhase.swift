/// What a recording is doing.
enum RecordingPhase {
  case idle
  /// Between the two parts of a line, the `line` of the recording.
  case reducing
  case absent(Absence)
  case finished
}

/// What was asked for while a line was open, and is written behind it.
struct PendingLines {
  var marks: [(label: String, data: (any Encodable)?)] = []
  var closeReason: String?

  var isEmpty: Bool { marks.isEmpty && closeReason == nil }

  /// A reducer marks a place or two; a loop in it must not fill the memory.
  static var marksMax: Int { 100 }
}

/// An action's line whose ending is still to be written.
struct OpenLine {
  var seq = 0
  /// The label of the action.
  var type = ""
  var isOpaque = false
  /// Whether another thread's action was under way at the same time.
  var isContended = false
  /// Whether its reducer recorded another action.
  var holdsAnother = false
  /// When the reducer was called.
  var reducerMs = 0.0
  /// What the reducer took, where the line is ended later.
  var tookMs: Double?
  /// The recorder's own time for it so far.
  var ownMs = 0.0
}
