import Foundation
import RexDiff
import RexFormat
import RexJSON

extension StateReflection {
  /// Says once in a process, on standard error, that a recorder looks inside values.
  static let notice: Void = {
    let text = """
      rexreplay: values that are not Codable are recorded by reflection, private members included; \
      see RecorderConfiguration.reflection

      """
    FileHandle.standardError.write(Data(text.utf8))
  }()
}

/// The reflection of a recording's states and actions.
struct Reflection {
  /// The reflector of states; nil if nothing is reflected.
  let states: Reflector?
  /// The reflectors of actions: as the configuration asks for, then one that calls no `encode(to:)`
  /// of the app, for an action whose own one throws.
  let actions: [Reflector]
  /// Finds members that an `encode(to:)` leaves out; nil if nothing is reflected.
  let inspector: MemberInspector?

  /// Creates the reflectors that a configuration asks for; a disabled recorder needs none.
  init(of configuration: RecorderConfiguration, isNowhere: Bool) {
    let reflection = isNowhere ? .never : configuration.reflection ?? Self.defaultReflection
    guard let mode = Reflector.Mode(reflection) else {
      (states, actions, inspector) = (nil, [], nil)
      return
    }
    inspector = configuration.comparesMemory ? MemberInspector() : nil
    let numbers = ReferenceNumbers()
    func reflector(_ mode: Reflector.Mode, showsCasesAsObjects: Bool) -> Reflector {
      Reflector(
        mode, shapes: configuration.shapes, readsMetadata: configuration.comparesMemory,
        numbers: numbers, showsCasesAsObjects: showsCasesAsObjects)
    }
    states = reflector(mode, showsCasesAsObjects: false)
    let modes: [Reflector.Mode] = mode == .always ? [.always] : [.whereNeeded, .always]
    actions = modes.map { reflector($0, showsCasesAsObjects: true) }
  }

  /// Returns the `Encoder.userInfo` for values of the app.
  func userInfo(of configuration: RecorderConfiguration) -> [CodingUserInfoKey: any Sendable] {
    guard let inspector, let key = CodingUserInfoKey.inspector else {
      return configuration.userInfo
    }
    return configuration.userInfo.merging([key: inspector]) { $1 }
  }

  /// Unless the app says otherwise, a recorder looks inside values only in debug builds.
  private static var defaultReflection: StateReflection {
    #if DEBUG
      .whereNeeded
    #else
      .never
    #endif
  }

  /// Returns how states are encoded, given their own encoding, if there is one.
  func coding<State>(of encodable: StateCoding<State>?) -> StateCoding<State> {
    if let encodable, states?.mode != .always { return encodable }
    if let states { return .reflected(by: states) }
    // The compiler may not know the conformance here.
    if State.self is any Encodable.Type { return .reflected(by: Reflector(.whereNeeded)) }
    return .leavingOut("left out: \(State.self) is not Codable, and reflection is off")
  }
}

extension LogOmission {
  init(_ omission: MemberInspector.Omission) {
    self.init(
      type: omission.type, count: omission.count, total: omission.total, members: omission.names)
  }

  /// Says on standard error, in a debug build, that members are not in the log.
  func warn() {
    #if DEBUG
      let text =
        "rexreplay: warning: \(text); its encode(to:) leaves them out, "
        + "RecorderConfiguration.reflection = .always does not"
      FileHandle.standardError.write(Data("\(text.escapedForDisplay)\n".utf8))
    #endif
  }
}
