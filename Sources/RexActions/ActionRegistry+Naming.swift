extension ActionRegistry {
  /// Returns each entry once, with a unique name, in the given order.
  ///
  ///     a chosen name                     unchanged
  ///     Account.Login                     Login
  ///     Account.Login, Guest.Login        Account.Login, Guest.Login
  ///     Login in two modules              App.Login, Kit.Login
  ///     private in two files, each Login  App.Login, App.Login#2
  ///
  /// The module is named only where it is needed, so that a tool with the same files in another
  /// module has the same names. Default names do not depend on the order of the entries, except in
  /// the last case.
  static func named(_ entries: [Entry]) -> [(name: String, entry: Entry)] {
    var taken = chosenNames(of: entries)
    let shortNames = typesByName(of: entries) { String(describing: $0) }
    let nestedNames = typesByName(of: entries, nestedName)
    var defaultNamed: Set<ObjectIdentifier> = []
    return entries.compactMap { entry in
      if let name = entry.chosenName { return (name, entry) }
      guard defaultNamed.insert(ObjectIdentifier(entry.type)).inserted else { return nil }
      let (short, nested) = (String(describing: entry.type), nestedName(of: entry.type))
      let name =
        if shortNames[short]?.count == 1, taken[short] == nil {
          short
        } else if nestedNames[nested]?.count == 1, taken[nested] == nil {
          nested
        } else {
          taken.uniqueName(for: fullName(of: entry.type))
        }
      taken[name] = entry.type
      return (name, entry)
    }
  }

  /// Returns further names by which types are decoded: those that they have with their modules, or
  /// in a registry of more types.
  static func qualifiedNames(of named: [(name: String, entry: Entry)]) -> [String: Entry] {
    var entries: [String: Entry?] = [:]
    for (name, entry) in named where entry.chosenName == nil {
      let nested = nestedName(of: entry.type)
      var names: Set = [fullName(of: entry.type)]
      // Without a parent, it could be the name of a type in another one.
      if nested.contains(".") { names.insert(nested) }
      if name.contains("#") { names = [withoutModule(name)] }
      for name in names { entries[name] = .some(entries[name] == nil ? entry : nil) }
    }
    return entries.compactMapValues { $0 }
  }

  static func withoutModule(_ name: String) -> String {
    name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }

  private static func chosenNames(of entries: [Entry]) -> [String: Any.Type] {
    var types: [String: Any.Type] = [:]
    for entry in entries {
      guard let name = entry.chosenName else { continue }
      let other = types.updateValue(entry.type, forKey: name)
      precondition(
        other == nil,
        """
        an action registry has two entries of the name \(name), for \(other ?? Never.self) and \
        \(entry.type); choose another name for one of them
        """)
    }
    return types
  }

  private static func typesByName(
    of entries: [Entry], _ name: (Any.Type) -> String
  ) -> [String: Set<ObjectIdentifier>] {
    entries.reduce(into: [:]) { types, entry in
      guard entry.chosenName == nil else { return }
      types[name(entry.type), default: []].insert(ObjectIdentifier(entry.type))
    }
  }

  /// The type's name with those of the types around it.
  private static func nestedName(of type: Any.Type) -> String { withoutModule(fullName(of: type)) }

  /// The type's qualified name, without the parts that differ from run to run.
  static func fullName(of type: Any.Type) -> String {
    String(reflecting: type).replacing(/\(unknown context at [^)]*\)\./, with: "")
  }
}

extension [String: Any.Type] {
  /// Returns the name, or the first of `name#2`, `name#3`, … that is not taken.
  fileprivate func uniqueName(for name: String) -> String {
    guard self[name] != nil else { return name }
    var number = 2
    while self["\(name)#\(number)"] != nil { number += 1 }
    return "\(name)#\(number)"
  }
}
