/// What a file is instead of a log, by its first bytes.
enum ForeignFile: LogProblem, CaseIterable {
  case zip, xz, zstd, bzip2, utf16, utf16Reversed, utf16Unmarked

  /// Nil if the first bytes are those of none.
  init?(startingWith bytes: UnsafeRawBufferPointer) {
    guard let form = Self.allCases.first(where: { bytes.starts(with: $0.beginning) }) else {
      return nil
    }
    self = form
  }

  /// The signature of a format; of a text without a byte order mark, `{`.
  private var beginning: [UInt8] {
    switch self {
    case .zip: [0x50, 0x4B, 0x03, 0x04]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .bzip2: [0x42, 0x5A, 0x68]
    // The byte order marks are followed by `{`, which tells UTF-32 apart.
    case .utf16: [0xFF, 0xFE, 0x7B, 0x00]
    case .utf16Reversed: [0xFE, 0xFF, 0x00, 0x7B]
    case .utf16Unmarked: [0x7B, 0x00]
    }
  }

  var message: (problem: String, hint: String) {
    switch self {
    case .zip: ("the file is a zip archive", "unpack it: unzip FILE, and name a log in it")
    case .xz: ("the file is compressed", "pass - for LOG, after xz -dc FILE |")
    case .zstd: ("the file is compressed", "pass - for LOG, after zstd -dc FILE |")
    case .bzip2: ("the file is compressed", "pass - for LOG, after bzip2 -dc FILE |")
    case .utf16, .utf16Reversed:
      ("the file is UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE > NEW")
    case .utf16Unmarked:
      ("the file is UTF-16", "convert it: iconv -f UTF-16LE -t UTF-8 FILE > NEW")
    }
  }

  var status: LogError.Status { .unreadable }
  var place: LogError.Place { .line }
}
