extension ActionRegistry {
  /// Returns each entry once, with a unique name, in the given order.
  ///
  ///     a chosen name                     unchanged
  ///     Account.Login                     Login
  ///     Account.Login, Guest.Login        App.Account.Login, App.Guest.Login
  ///     private in two files, each Login  App.Login, App.Login#2
  ///
  /// Default names do not depend on the order of the entries, except in the last case.
  static func named(_ entries: [Entry]) -> [(name: String, entry: Entry)] {
    var taken = chosenNames(of: entries)
    let typesByShortName = typesByShortName(of: entries)
    var defaultNamed: Set<ObjectIdentifier> = []
    return entries.compactMap { entry in
      if let name = entry.chosenName { return (name, entry) }
      guard defaultNamed.insert(ObjectIdentifier(entry.type)).inserted else { return nil }
      let short = String(describing: entry.type)
      let isUnique = typesByShortName[short]?.count == 1 && taken[short] == nil
      let name = isUnique ? short : taken.uniqueName(for: fullName(of: entry.type))
      taken[name] = entry.type
      return (name, entry)
    }
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

  private static func typesByShortName(of entries: [Entry]) -> [String: Set<ObjectIdentifier>] {
    entries.reduce(into: [:]) { types, entry in
      guard entry.chosenName == nil else { return }
      types[String(describing: entry.type), default: []].insert(ObjectIdentifier(entry.type))
    }
  }

  /// The type's qualified name, without the parts that differ from run to run.
  private static func fullName(of type: Any.Type) -> String {
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
