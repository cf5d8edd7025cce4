extension TextFormat {
  /// A token with a vendor's prefix.
  static let vendorToken = TextFormat(
    ByteSet(TokenForms.standard.all.map { $0.prefix.utf8Start[0] }),
    ByteSet(TokenForms.standard.all.map { $0.prefix.utf8Start[1] }), beginsWord: true
  ) { $0.token(at: $1, of: .standard) }

  /// A token of Firebase Cloud Messaging: `…:APA91b…`.
  static let messagingToken = TextFormat(ByteSet(":".utf8), ByteSet("A".utf8)) {
    $0.messagingToken(around: $1)
  }
}

extension TextScan {
  /// Returns a vendor's token, by its prefix, alphabet and length.
  fileprivate mutating func token(at start: Int, of forms: TokenForms) -> Range<Int>? {
    // Every token is longer than the head of a prefix.
    guard start + TokenForms.Head.bytesMax <= text.count else { return nil }
    let head = UInt64(
      littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(
        fromByteOffset: start, as: UInt64.self))
    for index in forms.range(beginning: head) where forms.heads[index].begins(head) {
      let form = forms.all[index]
      guard
        form.prefix.utf8CodeUnitCount <= TokenForms.Head.bytesMax || has(form.prefix, at: start)
      else { continue }
      if let token = token(at: start, of: form) { return token }
    }
    return nil
  }

  /// Returns a token of a form, after its prefix was found.
  private mutating func token(at start: Int, of form: TokenForm) -> Range<Int>? {
    let body = start + form.prefix.utf8CodeUnitCount
    // One more than the maximum, to see whether the run continues.
    let (min, max) = (form.bodyBytes.lowerBound, form.bodyBytes.upperBound)
    let most = Swift.min(max == .max ? min : max + 1, text.count - body)
    guard most >= min, !form.needsDigit || hasDigit(in: body..<(body + most)) else { return nil }
    let end = end(of: form.alphabet, from: body, atMost: most)
    guard form.bodyBytes.contains(end - body), !form.needsDigit || hasDigit(in: body..<end)
    else { return nil }
    return start..<self.end(of: form.alphabet, from: end)
  }

  private static let messagingBytesMin = 20
  private static let instanceBytesMax = 64

  fileprivate mutating func messagingToken(around colon: Int) -> Range<Int>? {
    guard has(":APA91b", at: colon) else { return nil }
    let end = end(of: .word, from: colon + 1)
    guard end - colon >= TextScan.messagingBytesMin else { return nil }
    var start = colon
    while start > 0, colon - start < TextScan.instanceBytesMax, text[start - 1].isWord {
      start -= 1
    }
    work += colon - start
    return start..<end
  }
}

/// The form of a vendor's tokens: a prefix, and the alphabet and number of the characters after it.
struct TokenForm: Sendable {
  let prefix: StaticString
  let alphabet: ByteSet
  let bodyBytes: ClosedRange<Int>
  /// Whether a digit is required, since otherwise plain names would match.
  let needsDigit: Bool

  /// Creates a form with a minimum number of characters.
  init(_ prefix: StaticString, _ alphabet: ByteSet, from min: Int, needsDigit: Bool = false) {
    (self.prefix, self.alphabet, self.needsDigit) = (prefix, alphabet, needsDigit)
    bodyBytes = min...Int.max
  }

  /// Creates a form with an exact number of characters.
  init(_ prefix: StaticString, _ alphabet: ByteSet, exactly count: Int) {
    (self.prefix, self.alphabet, needsDigit) = (prefix, alphabet, false)
    bodyBytes = count...count
  }

  /// Creates a form for each of a vendor's prefixes.
  fileprivate static func all(
    _ prefixes: [StaticString], _ alphabet: ByteSet, from min: Int, needsDigit: Bool = false
  ) -> [TokenForm] {
    prefixes.map { TokenForm($0, alphabet, from: min, needsDigit: needsDigit) }
  }
}

/// The forms of all tokens, indexed by the first two bytes of their prefixes.
struct TokenForms: Sendable {
  /// All forms, ordered by the first two bytes of the prefix.
  let all: [TokenForm]
  /// The first bytes of all prefixes, in the same order.
  let heads: [Head]
  /// The ranges of `all` and `heads`, by the lowest bits of the first two bytes.
  private let ranges: [Range<Int>]

  static let standard = TokenForms(clouds + code + payments + messages + models + services)

  private init(_ forms: [TokenForm]) {
    all = forms.sorted { Head($0.prefix).pair < Head($1.prefix).pair }
    let heads = all.map { Head($0.prefix) }
    ranges = (0..<1024).map { pair in
      let start = heads.firstIndex { $0.pair >= pair } ?? heads.count
      return start..<(heads.firstIndex { $0.pair > pair } ?? heads.count)
    }
    self.heads = heads
  }

  /// Returns the range of forms for a token's first eight bytes, the first in the lowest bits.
  @inline(__always)
  func range(beginning bytes: UInt64) -> Range<Int> { ranges[TokenForms.pair(bytes)] }

  /// Joins the lowest five bits of the first two bytes, which distinguish letters.
  @inline(__always)
  private static func pair(_ bytes: UInt64) -> Int {
    Int(bytes & 31) &<< 5 | Int(bytes &>> 8 & 31)
  }

  /// The first eight bytes of a prefix, as a word.
  struct Head: Sendable {
    static let bytesMax = 8

    private var word: UInt64 = 0
    private var mask: UInt64 = 0

    init(_ prefix: StaticString) {
      for offset in 0..<min(Head.bytesMax, prefix.utf8CodeUnitCount) {
        word |= UInt64(prefix.utf8Start[offset]) << UInt64(8 * offset)
        mask |= 0xFF << UInt64(8 * offset)
      }
    }

    fileprivate var pair: Int { TokenForms.pair(word) }

    /// Returns whether eight bytes, the first in the lowest bits, begin with the head.
    @inline(__always)
    func begins(_ bytes: UInt64) -> Bool { bytes & mask == word }
  }
}

/// From the vendors' documentation, or from the secret scanners of GitHub and gitleaks.
extension TokenForms {
  private static let clouds =
    ["AKIA", "ASIA", "ABIA", "ACCA"].map { TokenForm($0, .upperAndDigits, exactly: 16) }
    + TokenForm.all(["dop_v1_", "doo_v1_", "dor_v1_", "sbp_", "pul-"], .hex, from: 40)
    + TokenForm.all(["ya29.", "hvs.", "hvb.", "dckr_pat_", "sb_secret_"], .word, from: 20)
    + TokenForm.all(["pscale_tkn_", "pscale_pw_"], .dotted, from: 30)
    + [
      TokenForm("AIza", .word, exactly: 35), TokenForm("GOCSPX-", .word, from: 24),
      TokenForm("dapi", .hex, exactly: 32), TokenForm("dp.pt.", .lettersAndDigits, from: 40),
      TokenForm("fo1_", .word, from: 40), TokenForm("HRKU-", .word, from: 30),
      TokenForm("1//0", .word, from: 20), TokenForm("tskey-", .word, from: 16, needsDigit: true),
    ]

  private static let code =
    TokenForm.all(["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], .lettersAndDigits, from: 20)
    + TokenForm.all(
      ["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "gloas-"], .dotted, from: 20)
    + TokenForm.all(["rubygems_", "bkua_"], .hex, from: 40)
    + TokenForm.all(["pypi-AgE", "PMAK-"], .word, from: 40)
    + TokenForm.all(["CCIPAT_", "figd_"], .word, from: 30)
    + [
      TokenForm("github_pat_", .word, from: 22), TokenForm("npm_", .lettersAndDigits, from: 30),
      TokenForm("ATATT3", .base64, from: 60), TokenForm("lin_api_", .lettersAndDigits, from: 32),
      TokenForm("ntn_", .lettersAndDigits, from: 40),
      TokenForm("secret_", .lettersAndDigits, exactly: 43),
    ]

  private static let payments =
    TokenForm.all(
      ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "rzp_live_", "rzp_test_"],
      .lettersAndDigits, from: 10)
    + TokenForm.all(["shpat_", "shpca_", "shppa_", "shpss_"], .hex, from: 32)
    + [
      TokenForm("whsec_", .base64, from: 16), TokenForm("sq0atp-", .word, from: 22),
      TokenForm("sq0csp-", .word, from: 43),
    ]

  private static let messages =
    TokenForm.all(
      ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-"], .word, from: 11, needsDigit: true)
    + [
      TokenForm("hooks.slack.com/services/", .path, from: 20, needsDigit: true),
      TokenForm("EAAC", .lettersAndDigits, from: 16, needsDigit: true),
      TokenForm("EAA", .lettersAndDigits, from: 60, needsDigit: true),
      TokenForm("xoxe.", .dotted, from: 11, needsDigit: true),
      TokenForm("xapp-", .word, from: 20, needsDigit: true), TokenForm("SG.", .dotted, from: 60),
      TokenForm("SK", .hex, exactly: 32), TokenForm("key-", .hex, exactly: 32),
      TokenForm("xkeysib-", .word, from: 60), TokenForm("re_", .word, from: 30, needsDigit: true),
    ]

  private static let models =
    TokenForm.all(
      ["sk-ant-", "sk-proj-", "sk-svcacct-", "sk-admin-"], .word, from: 20, needsDigit: true)
    + [
      TokenForm("sk-or-v1-", .hex, from: 40),
      TokenForm("sk-", .lettersAndDigits, from: 20, needsDigit: true),
      TokenForm("hf_", .lettersAndDigits, from: 30), TokenForm("gsk_", .lettersAndDigits, from: 40),
      TokenForm("xai-", .lettersAndDigits, from: 60),
      TokenForm("pplx-", .lettersAndDigits, from: 40),
      TokenForm("r8_", .lettersAndDigits, from: 36),
    ]

  private static let services = [
    TokenForm("glsa_", .word, from: 32), TokenForm("glc_", .base64, from: 32),
    TokenForm("sntrys_", .base64, from: 40), TokenForm("sntryu_", .hex, from: 40),
    TokenForm("NRAK-", .upperAndDigits, from: 20), TokenForm("sl.", .word, from: 100),
    TokenForm("AGE-SECRET-KEY-1", .upperAndDigits, from: 50),
    TokenForm("sk.eyJ", .dotted, from: 20), TokenForm("ops_eyJ", .word, from: 20),
  ]
}
