/// The names of key paths, as far as the runtime knows them.
package enum KeyPathName {
  /// Returns a key path's description without addresses: `\\State.name`.
  static func of(_ keyPath: Any) -> String {
    let name = String(describing: keyPath)
    return name.contains("0x") ? String(describing: type(of: keyPath)) : name
  }

  /// Returns the name of the last property of a key path; nil if the runtime does not know it.
  package static func field(of keyPath: Any) -> String? {
    names(of: keyPath).last ?? nil
  }

  /// Returns the names of all properties of a key path; nil if the runtime does not know one.
  static func properties(of keyPath: Any) -> [String]? {
    let names = names(of: keyPath)
    let known = names.compactMap(\.self)
    return known.isEmpty || known.count < names.count ? nil : known
  }

  /// The properties of a key path, from its description: `\\State.profile.<computed 0x… (String)>`.
  private static func names(of keyPath: Any) -> [String?] {
    String(describing: keyPath).split(separator: ".").dropFirst().map { part in
      let isName = part.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
      }
      return isName ? String(part) : nil
    }
  }
}
