import Foundation
import RexJSON

/// An action that a recorder cannot write so that it can be replayed: its entry is opaque.
///
/// The log has its description and its exact patch, so all states can be read; a re-reduction
/// applies the patch in its place.
public struct UnreplayableAction: Sendable, Equatable {
  /// Its label, such as `binding.set`.
  public var type: String
  /// The name of its Swift type.
  public var typeName: String
  /// Why it cannot be written.
  public var reason: Reason

  /// Why an action cannot be written.
  public enum Reason: Sendable, Equatable {
    /// Its type is not `Encodable`, and the recorder has no registry.
    case notEncodable
    /// Its type is not in the recorder's registry.
    case notRegistered
    /// Its `encode(to:)` threw this.
    case encodingFailed(String)
  }
}

extension UnreplayableAction: CustomStringConvertible {
  /// What is wrong, and what to do, in one sentence.
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
    return words.shownEscaped
  }
}

extension UnreplayableAction {
  /// Prints each to standard error in debug builds, and does nothing in others.
  public static let warning: @Sendable (UnreplayableAction) -> Void = { action in
    #if DEBUG
      FileHandle.standardError.write(Data("rexreplay: warning: \(action)\n".utf8))
    #endif
  }
}
