import RexCommands
import RexRecorder

// The app of the README's crash: a cart whose second tap on a row's delete button traps.

struct Cart: Codable, Sendable, Equatable {
  var items: [Item] = []
  var totalCents = 0
}

struct Item: Codable, Sendable, Equatable {
  var name: String
  var cents: Int
}

enum CartAction: Codable, Sendable {
  case add(Item)
  case remove(at: Int)
}

/// The reducer that shipped: it forgets the total, and traps on an index that is gone.
@Sendable func shippedReducer(_ cart: inout Cart, _ action: CartAction) {
  switch action {
  case .add(let item):
    cart.items.append(item)
    cart.totalCents += item.cents
  case .remove(let index):
    cart.items.remove(at: index)
  }
}

/// The reducer after the fix.
@Sendable func cartReducer(_ cart: inout Cart, _ action: CartAction) {
  switch action {
  case .add(let item):
    cart.items.append(item)
    cart.totalCents += item.cents
  case .remove(let index):
    guard cart.items.indices.contains(index) else { return }
    cart.totalCents -= cart.items.remove(at: index).cents
  }
}

/// The tool of the build that shipped, but for the trap, which would end the process of the tests.
enum ShippedCartReplay: ReplayTool {
  static let app = ReplayableApp(name: "Cart") { (cart: inout Cart, action: CartAction) in
    if case .remove(let index) = action, !cart.items.indices.contains(index) { return }
    shippedReducer(&cart, action)
  }
}

enum CartReplay: ReplayTool {
  static let app = ReplayableApp(name: "Cart", reducer: cartReducer)
}

/// The session that crashes.
let cartSession: [CartAction] = [
  .add(Item(name: "tea", cents: 450)), .add(Item(name: "cups", cents: 1800)),
  .add(Item(name: "kettle", cents: 3900)), .remove(at: 1), .add(Item(name: "sugar", cents: 220)),
  .remove(at: 2), .remove(at: 2),
]
