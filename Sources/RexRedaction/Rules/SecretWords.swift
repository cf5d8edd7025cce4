/// The words by which the standard rules recognize secrets, all in one place.
///
///     {"apiKey": …}                        a name of `names`, `endings` or `ambiguous`
///     {"passwordChanged": {"_0": …}}       a case that announces one: the name, then an event
///     {"passwordHintChanged": {"_0": …}}   a case about something else: a word of `subjects`
///     {"pinMessage": {"_0": …}}            a name of `uncertain`, with a word that is no event
///
/// All are in lower case, without `_`, `-` and spaces.
enum SecretWords {
  /// Names that are secret as a whole.
  static let names = [
    "pass", "pin", "otp", "totp", "mfa", "jwt", "cvv", "cvc", "cvv2", "cvc2", "iban", "authheader",
    "mnemonic", "sid", "psk", "xsrf", "csrf", "pw", "puk",
  ]

  /// Names that are secret after other words, too.
  static let endings =
    [
      "password", "passwd", "passphrase", "passcode", "passkey", "pwd", "secret", "token",
      "authorization", "authorisation", "pincode", "pinnumber", "userpin", "cardpin", "simpin",
      "newpin", "oldpin", "currentpin", "confirmpin", "loginpin", "devicepin", "securitypin",
      "unlockpin", "otpcode", "totpcode", "mfacode", "2facode", "twofacode", "tfacode", "smscode",
      "twofactorcode", "verificationcode", "authenticationcode", "authenticatorcode",
      "confirmationcode", "activationcode", "unlockcode", "lockcode", "accesscode", "logincode",
      "onetimecode", "onetimepassword", "onetimepin", "recoverycode", "backupcode", "secretanswer",
      "securityanswer", "questionanswer", "emailcode", "sessionid", "sessid", "sessionkey",
      "sessioncookie", "authcode", "authorizationcode", "oauthcode", "codeverifier",
      "oauthverifier", "apikey", "privatekey", "secretkey", "accesskey", "accountkey",
      "encryptionkey", "decryptionkey", "signingkey", "masterkey", "recoverykey", "consumerkey",
      "licensekey", "sharedkey", "authkey", "aeskey", "sshkey", "pgpkey", "gpgkey", "rsakey",
      "hmackey", "seedphrase", "recoveryphrase", "mnemonicphrase", "backupphrase", "secretphrase",
      "seedword", "recoveryword", "mnemonicword", "walletseed", "accountnumber", "accountno",
      "cardnumber", "creditcard", "debitcard", "ccnumber", "routingnumber", "passportnumber",
      "taxid", "securitycode", "ssn", "socialsecurity", "socialsecuritynumber", "socialsecurityno",
    ] + owners.map { $0 + "pass" }

  /// What `pass` can follow without being part of another word, such as `compass`.
  private static let owners = [
    "user", "db", "database", "admin", "root", "smtp", "mail", "email", "ftp", "ssh", "wifi",
    "login", "key", "trust", "my", "new", "old", "current", "account", "proxy", "redis", "mysql",
    "pg",
  ]

  /// Names that also mean something else, so that numbers below them are kept.
  static let ambiguous = [
    "bearer", "cookie", "cookies", "setcookie", "credential", "credentials", "tokens", "passwords",
    "secrets", "auth", "signature",
  ]

  /// Names whose secrets are digits, by their endings: also JSON numbers are redacted.
  static let digits = [
    "pin", "otp", "mfa", "cvv", "cvc", "cvv2", "cvc2", "code", "number", "no", "ssn", "security",
    "card", "pan", "puk",
  ]

  /// Words that are ignored after a name: `passwordConfirmation`.
  static let additions = [
    "confirmation", "confirm", "again", "repeat", "repeated", "hash", "value", "text", "field",
    "input", "string", "data", "draft", "old", "new", "current", "plain", "raw", "pem", "der",
    "base64", "hex",
  ]

  /// Names of HTTP headers whose values can have several words.
  static let headers = ["authorization", "authorisation", "cookie", "cookies"]

  /// Names that are secret only in URL queries, since they have many other meanings elsewhere.
  static let urlParameters = ["code", "sig", "key", "ticket", "assertion", "hmac"]
}

/// The words around a name in the name of an enum's case.
extension SecretWords {
  /// Names that mean a secret only if events and entries alone follow: not in `pinMessage`.
  static let uncertain: Set = [
    "pin", "pass", "pan", "sid", "token", "secret", "bearer", "cookie", "setcookie", "credential",
    "auth", "authorization", "authorisation", "signature", "mnemonic", "creditcard", "debitcard",
  ]

  /// Uncertain names that mean a secret only at the beginning: not in `seasonPassChanged`.
  static let first: Set = ["pass", "pan", "sid"]

  /// After a secret's name, what an action is about instead of the secret.
  static let subjects: Set = [
    // what is shown
    "visibility", "visible", "hidden", "masked", "banner", "tab", "menu", "section", "title",
    "label", "hint", "tip", "placeholder", "help", "info", "tooltip", "tutorial", "icon",
    "image", "color", "colour", "theme", "style", "font", "animation", "keyboard", "checkbox",
    "toggle", "toggled", "focus", "focused", "cursor", "position", "index", "order", "layout",
    // what is said of it
    "count", "length", "size", "limit", "minimum", "maximum", "strength", "score", "rating",
    "quality", "policy", "rule", "rules", "requirement", "requirements", "criteria", "validity",
    "status", "kind", "type", "mode", "method", "channel", "option", "format", "expiry",
    "expiration", "expires", "lifetime", "ttl", "date", "timer", "timeout", "countdown", "seconds",
    "minutes", "duration", "age", "attempt", "attempts", "retries", "error", "errors", "failure",
    "failed", "warning", "message", "category", "enabled", "disabled", "required", "availability",
    // what it belongs to
    "manager", "generator", "provider", "issuer", "service", "device", "email", "mail", "username",
    "name", "language", "locale", "country", "region", "setting", "settings", "preference",
    "preferences", "feature", "analytics", "search", "query", "filter", "sort", "id",
    "ids", "uuid", "identifier", "description", "fingerprint", "path", "folder", "directory",
    "price", "balance", "amount", "symbol", "logo",
  ]

  /// After a secret's name, where it may have been entered: `passwordSheetSubmitted`, but not
  /// `passwordSheetOpened`.
  static let places: Set = [
    "screen", "view", "page", "sheet", "modal", "dialog", "alert", "popup", "prompt", "row", "cell",
  ]

  /// The events of a place with what was entered there.
  static let placeEntries: Set = [
    "submitted", "entered", "changed", "confirmed", "typed", "edited", "answered", "filled",
  ]

  /// Names of a single word, which other words can spell.
  static let singleWords = uncertain.union(names).union([
    "password", "passwd", "pwd", "cookies", "credentials", "tokens", "passwords", "secrets",
  ])

  /// Before a secret's name, what makes it something else.
  static let others: [String: Set<String>] = [
    "pin": [
      "map", "drop", "dropped", "place", "location", "board", "gpio", "push", "safety", "bowling",
      "rolling", "add", "remove", "delete", "move", "select",
    ],
    "authorization": permissions, "authorisation": permissions, "auth": permissions,
    "token": ["design", "style", "color", "syntax", "language", "prompt", "game"],
    "cookie": ["fortune", "chocolate"], "signature": ["key", "time"],
    "password": ["forgot", "forgotten"], "passcode": ["forgot", "forgotten"],
    "pass": ["forgot", "forgotten"],
  ]

  private static let permissions: Set = [
    "location", "notification", "notifications", "camera", "photo", "photos", "microphone",
    "contacts", "calendar", "health", "speech", "tracking", "bluetooth", "motion", "media",
  ]

  /// After an uncertain name, what a person enters or an app receives.
  static let entries: Set = [
    "text", "field", "textfield", "input", "value", "string", "digit", "digits", "number", "code",
    "character", "characters", "char", "letter", "entry", "box", "pad", "pinpad", "keypad", "key",
    "button", "data", "raw", "body", "header", "json", "hash", "hex", "jwt", "pair", "phrase",
    "confirmation", "login", "unlock", "verification", "setup", "list", "array", "response",
    "result", "success", "draft", "old", "new", "current", "again", "file", "import", "binding",
    "action", "sent", "set", "get", "got", "read", "put", "found", "was", "is", "has", "did",
    "will", "on", "in", "for", "from", "with", "by", "to", "and", "or", "change", "changes",
    "update", "updates", "enter", "type", "edit", "submit", "confirm", "verify", "validate", "save",
    "store", "load", "fetch", "refresh", "refreshes", "receive", "obtain", "generate", "create",
    "paste", "scan", "rotate", "renew", "reset", "complete", "completion", "done", "finish", "end",
    "begin", "ok", "question", "answer", "chosen", "written", "given", "taken", "shown", "kept",
    "made", "lost", "wrong", "invalid", "incorrect", "correct",
  ]

  /// Events of things on a screen, after an uncertain name: not `cookieTapped`.
  static let itemEvents: Set = [
    "tapped", "clicked", "pressed", "selected", "deselected", "hovered", "dragged", "opened",
    "closed", "expanded", "collapsed", "viewed", "earned", "spent", "minted", "burned", "swapped",
    "staked", "sold", "bought", "transferred", "bridged", "unlocked", "discovered", "renamed",
    "sorted", "filtered", "liked", "accepted", "declined", "consented", "baked", "planted",
    "placed", "dropped", "moved",
  ]

  /// Events of pins on a map, passes of a wallet and the like: `pinAdded`.
  static let thingEvents: Set = ["added", "removed", "deleted", "shared", "requested"]
  static let things: Set = ["pin", "pass", "cookie"]

  /// Plurals that can also be the items of a list, so that only a text directly in it is secret.
  static let itemPlurals: Set = ["pins"]

  /// Words with the ending of a past participle that are none.
  static let notParticiples: Set = ["feed", "seed", "speed", "need", "bed", "red", "id"]
}

/// The places of payloads, and of names beside their values.
extension SecretWords {
  /// In an action, labels of a payload that say nothing of it: `passwordChanged(to:)`.
  static let labels: Set = [
    "to", "with", "value", "newValue", "oldValue", "text", "newText", "string", "new", "old",
    "from", "input", "content", "rawValue", "payload",
  ]

  /// Keys whose value is a name: `{"name":"Authorization","value":…}`.
  static let nameKeys: Set = [
    "name", "key", "id", "field", "header", "type", "kind", "label", "identifier", "property",
    "attribute", "parameter", "param", "variable", "placeholder", "fieldName", "headerName",
    "fieldID", "fieldId", "Name", "Key", "action", "_0",
  ]

  /// Keys whose value can belong to a name beside it.
  static let valueKeys: Set = [
    "value", "text", "content", "data", "payload", "string", "newValue", "oldValue", "newText",
    "to", "input", "rawValue", "val", "body", "Value",
  ]
}
