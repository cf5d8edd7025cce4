/// The names of key paths, as far as the runtime knows them.
package enum KeyPathName {
  /// Returns a key path's description without addresses: `\\State.name`.
  static func of(_ keyPath: Any) -> String {
    let name = String(describing: keyPath)
    return name.contains("0x") ? String(describing: type(of: keyPath)) : name
  }

  /// Returns the name of the last property of a key path; nil if the runtime does not know it.
  package static func field(of keyPath: Any) -> String? {
    guard let field = String(describing: keyPath).split(separator: ".").last else { return nil }
    let isName = field.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
    }
    return isName ? String(field) : nil
  }
}
