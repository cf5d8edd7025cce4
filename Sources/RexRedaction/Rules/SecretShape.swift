/// A secret format: a form of text that is secret wherever it occurs.
public enum SecretShape: String, CaseIterable, Sendable {
  /// A JSON Web Token: `eyJ….eyJ….…` (RFC 7519).
  case jwt
  /// A token with a vendor's prefix, such as `ghp_…`, `AKIA…`, `sk_live_…`; a PEM private key.
  case key
  /// The credentials after `Bearer` or `Basic`, as in an HTTP header.
  case bearer
  /// The number of a payment card: a known prefix and length, and Luhn's check digit.
  case card
  /// The number of a bank account: an IBAN with its country's length and its check digits.
  case iban
  /// A value assigned to a name of `KeyNames`: `password: "…"`, `token=…`, `://user:…@`.
  case assignment
  /// An e-mail address.
  case email
  /// A telephone number in international form: `+49 30 1234567`.
  case phone
}

extension SecretShape {
  /// The forms of text that belong to the format.
  var formats: [TextFormat] {
    switch self {
    case .jwt: [.webToken]
    case .key: [.vendorToken, .messagingToken, .privateKey]
    case .bearer: [.credentials]
    case .card: [.cardNumber]
    case .iban: [.iban]
    case .assignment: [.assignment, .namedValue, .passwordInURL, .passwordOption]
    case .email: [.emailAddress]
    case .phone: [.phoneNumber]
    }
  }
}
