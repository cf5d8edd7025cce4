// A launch of the app of docs/ship.md whose user types what the arguments say.

let store = ShopStore()
for text in CommandLine.arguments.dropFirst() {
  await store.send(.add(text))
  await store.send(.move(to: "\(text), Elm Street 12"))
  await store.send(.signIn(accessToken: text))
}
