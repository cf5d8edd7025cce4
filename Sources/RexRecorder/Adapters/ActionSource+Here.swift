public import RexActions

// An exported type would shadow a type of the same name in a store library, and SwiftRex has an
// `ActionSource` too. So `import RexRecorder` exports this function, and not the type's name.
extension ActionSource {
  /// Returns the source location of this call.
  ///
  ///     recorder.record(action, into: &state, source: .here()) { … }
  ///
  /// To name the type in your own code, import RexActions.
  @_disfavoredOverload
  public static func here(
    info: String? = nil, file: String = #fileID, function: String = #function, line: UInt = #line
  ) -> ActionSource {
    // If `line` were an `Int`, this function would hide the one in RexActions, even in files that
    // do not import this module.
    ActionSource(file: file, function: function, line: Int(clamping: line), info: info)
  }
}
