/// Secrets that the standard rules find, as an app's users might type them.
enum Planted {
  static let password = "tr0ub4dor-and-3"
  static let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
  static let card = "4111 1111 1111 1111"
  static let account = "DE89 3704 0044 0532 0130 00"

  static let secrets = [password, token, card, account]

  /// Texts that contain a secret in a known format.
  static let texts = [
    "my password: \(password)", "try \(token), please", "card \(card), 11/27", "pay to \(account)",
  ]
}
