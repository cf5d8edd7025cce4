import RexReplayer
import Testing

/// An app with a fixed reducer, which never pays out more money than there is.
enum Till {
  struct State: Codable {
    var total = 0
    var isOpen = true
  }

  enum Action: Codable {
    case pay(Int)
    case refund(Int)
  }

  static let mended = ReplayableApp(name: "Till") { (action: Action, state: inout State) in
    switch action {
    case .pay(let amount): state.total += amount
    case .refund(let amount): state.total -= min(amount, state.total)
    }
  }

  static let broken = ReplayableApp(name: "Till") { (action: Action, state: inout State) in
    switch action {
    case .pay(let amount): state.total += amount
    case .refund(let amount): state.total -= amount
    }
  }
}

/// The app that the generated tests of this folder name.
let app = Till.mended
