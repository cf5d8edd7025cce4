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
}

/// The forms of all tokens, indexed by the first two bytes of their prefixes.
struct TokenForms: Sendable {
  /// All forms, ordered by the first two bytes of the prefix.
  let all: [TokenForm]
  /// The first bytes of all prefixes, in the same order.
  let heads: [Head]
  /// The ranges of `all` and `heads`, by the lowest bits of the first two bytes.
  private let places: [Range<Int>]

  static let standard = TokenForms(clouds + code + payments + messages + models + services)

  private init(_ forms: [TokenForm]) {
    all = forms.sorted { Head($0.prefix).pair < Head($1.prefix).pair }
    let heads = all.map { Head($0.prefix) }
    places = (0..<1024).map { pair in
      let start = heads.firstIndex { $0.pair >= pair } ?? heads.count
      return start..<(heads.firstIndex { $0.pair > pair } ?? heads.count)
    }
    self.heads = heads
  }

  /// Returns the range of forms that may begin with four bytes, the first in the lowest bits.
  @inline(__always)
  func places(beginning bytes: UInt32) -> Range<Int> { places[TokenForms.pair(bytes)] }

  /// Joins the lowest five bits of the first two bytes, which distinguish letters.
  @inline(__always)
  private static func pair(_ bytes: UInt32) -> Int {
    Int(bytes & 31) &<< 5 | Int(bytes &>> 8 & 31)
  }

  /// The first four bytes of a prefix, as a word.
  struct Head: Sendable {
    private var word: UInt32 = 0
    private var mask: UInt32 = 0

    init(_ prefix: StaticString) {
      for offset in 0..<min(4, prefix.utf8CodeUnitCount) {
        word |= UInt32(prefix.utf8Start[offset]) << UInt32(8 * offset)
        mask |= 0xFF << UInt32(8 * offset)
      }
    }

    fileprivate var pair: Int { TokenForms.pair(word) }

    /// Returns whether four bytes, the first in the lowest bits, begin with the prefix.
    @inline(__always)
    func begins(_ bytes: UInt32) -> Bool { bytes & mask == word }
  }
}

/// From the vendors' documentation, or from the secret scanners of GitHub and gitleaks.
extension TokenForms {
  private static let clouds = [
    TokenForm("AKIA", .upperAndDigits, exactly: 16),
    TokenForm("ASIA", .upperAndDigits, exactly: 16),
    TokenForm("ABIA", .upperAndDigits, exactly: 16),
    TokenForm("ACCA", .upperAndDigits, exactly: 16),
    TokenForm("AIza", .word, exactly: 35), TokenForm("ya29.", .word, from: 20),
    TokenForm("GOCSPX-", .word, from: 24), TokenForm("dop_v1_", .hex, from: 40),
    TokenForm("doo_v1_", .hex, from: 40), TokenForm("dor_v1_", .hex, from: 40),
    TokenForm("hvs.", .word, from: 20), TokenForm("hvb.", .word, from: 20),
    TokenForm("dapi", .hex, exactly: 32), TokenForm("dckr_pat_", .word, from: 20),
    TokenForm("dp.pt.", .lettersAndDigits, from: 40), TokenForm("pscale_tkn_", .dotted, from: 30),
    TokenForm("pscale_pw_", .dotted, from: 30), TokenForm("sbp_", .hex, from: 40),
    TokenForm("sb_secret_", .word, from: 20), TokenForm("fo1_", .word, from: 40),
    TokenForm("pul-", .hex, from: 40), TokenForm("HRKU-", .word, from: 30),
  ]

  private static let code = [
    TokenForm("ghp_", .lettersAndDigits, from: 20), TokenForm("gho_", .lettersAndDigits, from: 20),
    TokenForm("ghu_", .lettersAndDigits, from: 20), TokenForm("ghs_", .lettersAndDigits, from: 20),
    TokenForm("ghr_", .lettersAndDigits, from: 20), TokenForm("github_pat_", .word, from: 22),
    TokenForm("glpat-", .dotted, from: 20), TokenForm("gldt-", .dotted, from: 20),
    TokenForm("glrt-", .dotted, from: 20), TokenForm("glptt-", .dotted, from: 20),
    TokenForm("glcbt-", .dotted, from: 20), TokenForm("gloas-", .dotted, from: 20),
    TokenForm("npm_", .lettersAndDigits, from: 30), TokenForm("pypi-AgE", .word, from: 40),
    TokenForm("rubygems_", .hex, from: 40), TokenForm("ATATT3", .base64, from: 60),
    TokenForm("CCIPAT_", .word, from: 30), TokenForm("bkua_", .hex, from: 40),
    TokenForm("lin_api_", .lettersAndDigits, from: 32), TokenForm("figd_", .word, from: 30),
    TokenForm("PMAK-", .word, from: 40), TokenForm("ntn_", .lettersAndDigits, from: 40),
    TokenForm("secret_", .lettersAndDigits, exactly: 43),
  ]

  private static let payments = [
    TokenForm("sk_live_", .lettersAndDigits, from: 10),
    TokenForm("sk_test_", .lettersAndDigits, from: 10),
    TokenForm("rk_live_", .lettersAndDigits, from: 10),
    TokenForm("rk_test_", .lettersAndDigits, from: 10), TokenForm("whsec_", .base64, from: 16),
    TokenForm("shpat_", .hex, from: 32), TokenForm("shpca_", .hex, from: 32),
    TokenForm("shppa_", .hex, from: 32), TokenForm("shpss_", .hex, from: 32),
    TokenForm("sq0atp-", .word, from: 22), TokenForm("sq0csp-", .word, from: 43),
  ]

  private static let messages = [
    TokenForm("xoxb-", .word, from: 11, needsDigit: true),
    TokenForm("xoxp-", .word, from: 11, needsDigit: true),
    TokenForm("xoxa-", .word, from: 11, needsDigit: true),
    TokenForm("xoxr-", .word, from: 11, needsDigit: true),
    TokenForm("xoxs-", .word, from: 11, needsDigit: true),
    TokenForm("xoxe-", .word, from: 11, needsDigit: true),
    TokenForm("xoxe.", .dotted, from: 11, needsDigit: true),
    TokenForm("xapp-", .word, from: 20, needsDigit: true),
    TokenForm("SG.", .dotted, from: 60), TokenForm("SK", .hex, exactly: 32),
    TokenForm("key-", .hex, exactly: 32), TokenForm("xkeysib-", .word, from: 60),
    TokenForm("re_", .word, from: 30, needsDigit: true),
  ]

  private static let models = [
    TokenForm("sk-ant-", .word, from: 20, needsDigit: true),
    TokenForm("sk-proj-", .word, from: 20, needsDigit: true),
    TokenForm("sk-svcacct-", .word, from: 20, needsDigit: true),
    TokenForm("sk-admin-", .word, from: 20, needsDigit: true),
    TokenForm("sk-or-v1-", .hex, from: 40),
    TokenForm("sk-", .lettersAndDigits, from: 20, needsDigit: true),
    TokenForm("hf_", .lettersAndDigits, from: 30),
    TokenForm("gsk_", .lettersAndDigits, from: 40), TokenForm("xai-", .lettersAndDigits, from: 60),
    TokenForm("pplx-", .lettersAndDigits, from: 40), TokenForm("r8_", .lettersAndDigits, from: 36),
  ]

  private static let services = [
    TokenForm("glsa_", .word, from: 32), TokenForm("glc_", .base64, from: 32),
    TokenForm("sntrys_", .base64, from: 40), TokenForm("sntryu_", .hex, from: 40),
    TokenForm("NRAK-", .upperAndDigits, from: 20), TokenForm("sl.", .word, from: 100),
    TokenForm("AGE-SECRET-KEY-1", .upperAndDigits, from: 50),
  ]
}
