/// What a recording is doing.
enum RecordingPhase {
  case idle
  case reducing(OpenLine)
  case absent(Absence)
  case finished
}

/// What was asked for while a line was open, and is written behind it.
struct PendingLines {
  var marks: [(label: String, data: (any Encodable)?)] = []
  var closeReason: String?

  /// A reducer marks a place or two; a loop in it must not fill the memory.
  static var marksMax: Int { 100 }
}

/// An action's line whose ending is still to be written.
struct OpenLine {
  var seq: Int
  /// The label of the action.
  var type: String
  var isOpaque: Bool
  /// Whether another thread's action was under way at the same time.
  var isContended = false
  /// When the reducer was called.
  var reducerMs: Double
  /// What the reducer took, where the line is ended later.
  var tookMs: Double?
}
