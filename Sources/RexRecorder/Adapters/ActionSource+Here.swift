public import RexActions

// An exported type shadows one of the same name in a store library, and SwiftRex has an
// `ActionSource` too. So `import RexRecorder` brings what makes a source, and not its name.
extension ActionSource {
  /// The place of this call.
  ///
  ///     recorder.record(action, into: &state, source: .here()) { … }
  ///
  /// To name the type in your own code, import RexActions.
  @_disfavoredOverload
  public static func here(
    info: String? = nil, file: String = #fileID, function: String = #function, line: UInt = #line
  ) -> ActionSource {
    // With a line of type Int this would hide RexActions' own, in files without this import too.
    ActionSource(file: file, function: function, line: Int(clamping: line), info: info)
  }
}
