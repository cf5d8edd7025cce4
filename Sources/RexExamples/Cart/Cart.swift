/// The state of a shopping cart, whose second tap on a row's delete button crashes the app.
package struct Cart: Codable, Sendable, Equatable {
  package var items: [CartItem] = []
  package var totalCents = 0

  package init() {}
}

package struct CartItem: Codable, Sendable, Equatable {
  package var name: String
  package var cents: Int

  package init(name: String, cents: Int) { (self.name, self.cents) = (name, cents) }
}

package enum CartAction: Codable, Sendable {
  case add(CartItem)
  case remove(at: Int)
}

/// The reducer of version 1.4: it forgets the total, and traps on an index that is gone.
@Sendable package func shippedCartReducer(_ cart: inout Cart, _ action: CartAction) {
  switch action {
  case .add(let item):
    cart.items.append(item)
    cart.totalCents += item.cents
  case .remove(let index):
    cart.items.remove(at: index)
  }
}

/// The reducer of version 1.5, with both bugs fixed.
@Sendable package func cartReducer(_ cart: inout Cart, _ action: CartAction) {
  switch action {
  case .add(let item):
    cart.items.append(item)
    cart.totalCents += item.cents
  case .remove(let index):
    guard cart.items.indices.contains(index) else { return }
    cart.totalCents -= cart.items.remove(at: index).cents
  }
}
