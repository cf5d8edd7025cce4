import Foundation

// A launch of the app of docs/ship.md by a user who agreed to be recorded, and who types what the
// arguments say.

UserDefaults.standard.set(true, forKey: "isRecordingOn")

let store = ShopStore()
for text in CommandLine.arguments.dropFirst() {
  await store.send(.add(text))
  await store.send(.move(to: "\(text), Elm Street 12"))
  await store.send(.signIn(accessToken: text))
}
