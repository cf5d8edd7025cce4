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
    // With a line of type Int, this would hide RexActions' function, even in files without this
    // import.
    ActionSource(file: file, function: function, line: Int(clamping: line), info: info)
  }
}
