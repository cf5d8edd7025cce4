package import RexJSON
import RexQuery

extension JSONPointer {
  /// The path as a `ValuePath`, with each element named by its id where a path finds it by this id.
  ///
  ///     /messages/3/body   →   /messages[id=m-17]/body
  ///
  /// This looks at the arrays on the path alone, and not at the whole state.
  package func named(in state: JSON) -> String {
    var (path, value, here) = ("", Optional(state), JSONPointer())
    for token in tokens {
      here = here.appending(token)
      let isElement = value?.array != nil
      value = state[here]
      let id = isElement ? value?.elementID : nil
      let named = id.flatMap { ElementNames.token(ofID: $0, below: path) }.map { path + $0 }
      let isFound = named.map { (try? ValuePath($0))?.node(in: state)?.pointer == here } ?? false
      path = isFound ? named ?? path : path + JSONPointer(tokens: [token]).description
    }
    return path
  }
}
