import RexStore

/// A middleware of the shop.
typealias ShopMiddleware = Middleware<any ShopAction, ShopState>

/// Fetches products and the history, and dispatches the results.
func shopServices(seed: UInt64, time: VirtualTime) -> ShopMiddleware {
  let random = SeededRandom(seed: seed)
  return ShopMiddleware(transforming: { action, context in
    switch action {
    case ProductFetch.started(let id):
      time.schedule(afterMs: random.number(in: 60...700)) {
        context.dispatch(random.product(id))
      }
    case is HistoryFetch:
      if context.state.history.isLoading { return nil }
      time.schedule(afterMs: random.number(in: 60...700)) { context.dispatch(random.history()) }
    default: break
    }
    return action
  })
}

extension SeededRandom {
  fileprivate func product(_ id: Int) -> ProductFetch {
    if isOne(in: 6) { return .failed(reason: "Product \(id) is not on the shelf.") }
    let names = ["Tea ☕️", "Käse", "緑茶", "Μέλι", "Пряник", "Pão de queijo"]
    return .completed(
      ShopProduct(
        id: id, name: names[id % names.count], price: number(in: 99...19_999),
        photos: (0..<number(in: 1...5)).map { "photos/\(id)/\($0)~large.jpg" }))
  }

  fileprivate func history() -> HistoryFetchResult {
    if isOne(in: 5) { return .failure }
    return .success(
      (0..<number(in: 0...6)).map { _ in
        ShopHistory.Entry(product: number(in: 1...40), count: number(in: 1...9))
      })
  }
}
