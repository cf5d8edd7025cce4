import RexCommands
import RexJSON

// The closure of docs/old-logs.md, compiled. DocsTests compares it with the page.

private let pricesInCents = Migration(
  before: "2.1",
  state: [
    .document { state in
      guard var members = state.object, let price = members["price"]?.number?.double
      else { return state }
      members["cents"] = .number(JSONNumber(Int((price * 100).rounded())))
      members["price"] = nil
      return .object(members)
    }
  ])
