import Foundation

/// Package.swift, read as text: the table of layers that opens it, and the targets it declares.
struct Manifest {
  /// A module's row in the table.
  struct Layer {
    var level: Int
    var dependencies: Set<String>
  }

  let text: String
  /// The dependencies of each target.
  let targets: [String: Set<String>]
  /// The rows of the table, by module.
  let layers: [String: Layer]

  init() throws {
    text = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    targets = Manifest.targets(in: text)
    layers = Manifest.layers(in: text)
  }

  /// `library("A", ["B"])`, `lookAlike("A")` and the like, and
  /// `.target(name: "A", dependencies: ["B"], …)`.
  private static func targets(in text: String) -> [String: Set<String>] {
    let declaration =
      #/
      (?: \b (?: library | tool | tests | lookAlike ) \( \s*
        | \b (?: target | executableTarget ) \( \s* name: \s* )
      " (?<name> \w+ ) "
      (?: , \s* (?: dependencies: \s* )? \[ (?<list> [^\]]* ) \] )?
      /#
    return text.matches(of: declaration).reduce(into: [:]) { targets, match in
      let names = (match.list ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
      targets[String(match.name), default: []] = Set(names)
    }
  }

  /// `//   level 1   RexDiff   what it owns   (RexJSON)`; only the first row of a level names it.
  ///
  /// The parentheses contain names, `level 0` or `levels 0-2`, and `but` with exceptions.
  private static func layers(in text: String) -> [String: Layer] {
    let row =
      #/
      //\ {3} (?: level\ (?<level> \d+ )\ {2,3} | \ {10} )
      (?<name> [Rr]ex\w+ )\ .*? (?: \( (?<list> [^)]* ) \) )?
      /#
    var layers: [String: Layer] = [:]
    var level = 0
    for line in text.split(separator: "\n") {
      guard let match = line.wholeMatch(of: row) else { continue }
      level = match.level.flatMap { Int($0) } ?? level
      let sides = (match.list ?? "").split(separator: " but ").map { side in
        Set(side.split(separator: ", ").flatMap { modules(named: $0, in: layers) })
      }
      let dependencies = (sides.first ?? []).subtracting(sides.dropFirst().first ?? [])
      layers[String(match.name)] = Layer(level: level, dependencies: dependencies)
    }
    return layers
  }

  private static func modules(named item: Substring, in layers: [String: Layer]) -> [String] {
    guard let range = item.wholeMatch(of: /levels? (\d)(?:-(\d))?/), let first = Int(range.1),
      let last = Int(range.2 ?? range.1)
    else { return [String(item)] }
    return layers.filter { (first...last).contains($0.value.level) }.map(\.key)
  }
}
