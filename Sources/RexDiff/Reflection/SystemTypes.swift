/// Types of the standard library, of Foundation and of the system, by their names.
enum SystemTypes {
  private static let modules = [
    "Swift.", "Foundation.", "FoundationEssentials.", "__C.", "CoreGraphics.", "RexActions.",
    "RexDiff.", "RexRecorder.", "RexRedaction.",
    "RexJSON.",
  ]
  private static let pointers = [
    "Swift.Unsafe", "Swift.AutoreleasingUnsafe", "Swift.OpaquePointer", "Swift.Unmanaged<",
    "Swift.ObjectIdentifier", "Swift.ManagedBufferPointer", "Builtin.",
  ]

  static func contain(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return modules.contains { name.hasPrefix($0) }
  }

  /// Whether values of a type are addresses, which differ in each run.
  static func refersToMemory(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return pointers.contains { name.hasPrefix($0) }
  }
}
