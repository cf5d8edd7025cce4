import Foundation
import RexJSON
import RexLocking

/// An action that cannot be recorded for replay, so that its entry is opaque.
///
/// The log contains its description and its exact patch, so all states can be read; a re-reduction
/// applies the patch.
public struct UnreplayableAction: Sendable, Equatable {
  /// The action's label, such as `binding.set`.
  public var type: String
  /// The name of the action's Swift type.
  public var typeName: String
  /// The reason.
  public var reason: Reason

  /// A reason why an action cannot be replayed.
  public enum Reason: Sendable, Equatable {
    /// Its type is not `Encodable`, and the recorder has no registry.
    case notEncodable
    /// Its type is not in the recorder's registry.
    case notRegistered
    /// The action's `encode(to:)` threw an error with this description.
    case encodingFailed(String)
  }
}

extension UnreplayableAction: CustomStringConvertible {
  /// A description of the problem and its solution, in one sentence.
  public var description: String {
    let words =
      switch reason {
      case .notEncodable:
        "\(typeName) is not Encodable, so its actions cannot be replayed; make it Codable, or give "
          + "the recorder an ActionRegistry"
      case .notRegistered:
        "\(typeName) is not in the recorder's ActionRegistry, so its actions cannot be replayed; "
          + "add \(typeName).self to it"
      case .encodingFailed(let error):
        "an action \(type) could not be encoded, so it cannot be replayed: \(error); leave out "
          + "what cannot be encoded in an encode(to:) of \(typeName)"
      }
    return words.escapedForDisplay
  }
}

extension UnreplayableAction {
  /// Prints the action to standard error in debug builds; does nothing in release builds.
  ///
  /// Of the types that are not `Encodable`, it prints only the first: `rexreplay info` counts all.
  public static let warning: @Sendable (UnreplayableAction) -> Void = { action in
    #if DEBUG
      if action.reason == .notEncodable, wasToldOfType.withLock({ exchange(&$0, with: true) }) {
        return
      }
      FileHandle.standardError.write(Data("rexreplay: warning: \(action)\n".utf8))
    #endif
  }

  private static let wasToldOfType = Locked(false)
}
