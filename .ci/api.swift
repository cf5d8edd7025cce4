// Prints a module's public interface as a page of Markdown, from its symbol graphs:
//
//     swift .ci/api.swift MODULE FOLDER-OF-SYMBOL-GRAPHS
//
// The format is that of swift-docc-symbolkit: symbols with their declarations, and relationships.
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { var precise: String }
    struct Fragment: Decodable { var spelling: String }
    struct Kind: Decodable { var identifier: String }

    var identifier: Identifier
    var kind: Kind
    var pathComponents: [String]
    var declarationFragments: [Fragment]

    /// The declaration in one line; conformances stand before its `where` clause.
    func declaration(conformingTo names: [String]) -> String {
      let text = declarationFragments.map(\.spelling).joined()
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !names.isEmpty else { return text }
      let parts = text.components(separatedBy: " where ")
      // A protocol's declaration names what it refines, which is among its conformances.
      let head = parts[0].components(separatedBy: " : ")[0]
      return ([head + ": " + names.joined(separator: ", ")] + parts.dropFirst())
        .joined(separator: " where ")
    }
  }

  struct Relationship: Decodable {
    var source: String
    var target: String
    var kind: String
    var targetFallback: String?
  }

  var symbols: [Symbol]
  var relationships: [Relationship]
}

/// Conformances that every type has, or that follow from another one in the list.
let impliedConformances: Set<String> = [
  "Copyable", "Escapable", "SendableMetatype", "Encodable & Decodable",
]

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let module = arguments.first, let folder = arguments.last else {
  fatalError("usage: swift .ci/api.swift MODULE FOLDER-OF-SYMBOL-GRAPHS")
}
let files = try FileManager.default.contentsOfDirectory(atPath: folder)
  .filter { $0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@") }
let graphs = try files.sorted().map { name in
  try JSONDecoder().decode(
    SymbolGraph.self, from: Data(contentsOf: URL(filePath: folder).appending(path: name)))
}

let symbols = graphs.flatMap(\.symbols).filter { !$0.identifier.precise.contains("::SYNTHESIZED") }
var names: [String: String] = [:]
for symbol in symbols {
  names[symbol.identifier.precise] = symbol.pathComponents.joined(separator: ".")
}
var conformances: [String: Set<String>] = [:]
for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
  let target = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
  let name = target.replacing("Swift.", with: "")
  guard !impliedConformances.contains(name) else { continue }
  conformances[relationship.source, default: []].insert(name)
}

/// What stands in a page: one line for each symbol, below the one that it is a member of.
let lines = symbols.map { symbol -> (path: [String], line: String) in
  let indent = String(repeating: "  ", count: symbol.pathComponents.count - 1)
  let names = conformances[symbol.identifier.precise] ?? []
  return (symbol.pathComponents, indent + symbol.declaration(conformingTo: names.sorted()))
}
// Members of other modules' types have no line above them that names the type.
let owners = Set(lines.map(\.path)).union([[]])
var extended: Set<[String]> = []
for (path, _) in lines where !owners.contains(path.dropLast()) { extended.insert(path.dropLast()) }
let all = lines + extended.map { ($0, "extension " + $0.joined(separator: ".")) }

print("# \(module)\n\nThe public interface, made by `.ci/api`.\n\n```swift")
for (_, line) in all.sorted(by: { ($0.path, $0.line) < ($1.path, $1.line) }) { print(line) }
print("```")

func < (left: ([String], String), right: ([String], String)) -> Bool {
  left.0 == right.0 ? left.1 < right.1 : left.0.lexicographicallyPrecedes(right.0)
}
