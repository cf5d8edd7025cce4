import RexCommands
import RexExamples

/// The tool of the cart's fixed build.
enum CartReplay: ReplayTool {
  static let app = ReplayableApp(name: "Cart", reducer: cartReducer)
}

/// The session that crashes.
let cartSession: [CartAction] = [
  .add(CartItem(name: "tea", cents: 450)), .add(CartItem(name: "cups", cents: 1800)),
  .add(CartItem(name: "kettle", cents: 3900)), .remove(at: 1),
  .add(CartItem(name: "sugar", cents: 220)), .remove(at: 2), .remove(at: 2),
]
