/// Types of the standard library, of Foundation, of the system and of the recorder, by their names.
enum SystemTypes {
  private static let modules = [
    "Swift.", "Foundation.", "FoundationEssentials.", "__C.", "CoreGraphics.",
  ]
  /// The modules of the recorder, whose generic types encode the app's values in their own way.
  private static let own = ["RexActions.", "RexDiff.", "RexJSON.", "RexRecorder.", "RexRedaction."]
  private static let pointers = [
    "Swift.Unsafe", "Swift.AutoreleasingUnsafe", "Swift.OpaquePointer", "Swift.Unmanaged<",
    "Swift.ObjectIdentifier", "Swift.ManagedBufferPointer", "Builtin.",
  ]

  /// Whether a type is one of these; a generic one is, if all its arguments are.
  static func contain(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return own.contains { name.hasPrefix($0) }
      || name.split(separator: /[<>(), ]+|->/).allSatisfy { name in
        modules.contains { name.hasPrefix($0) }
      }
  }

  /// Whether values of a type are addresses, which differ in each run.
  static func refersToMemory(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return pointers.contains { name.hasPrefix($0) }
  }
}
