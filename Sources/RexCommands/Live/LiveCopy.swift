import RexJSON
import RexLive
import RexLog

/// The copy of a connected app's log in the listener's folder: a new file, or a folder of segments.
///
/// What arrives is untrusted: names are made of letters and digits, numbers are checked, and the
/// files' size is limited. No file is ever replaced.
struct LiveCopy {
  /// The name of the file or folder, without the suffix.
  let name: String
  /// The path of the file or folder; nil before the first byte.
  private(set) var path: String?
  /// The segment that is being copied: 0 for a log without segments, -1 before the first one.
  private(set) var segment = -1
  /// The bytes of that segment.
  private(set) var byteCount = 0
  /// The bytes of all segments.
  private(set) var totalByteCount = 0
  private var file: FileSink?
  private var segments: SegmentFolder?
  private let base: String

  /// The most bytes of a copy.
  static let bytesMax = Int(clamping: Int64(1) << 34)
  /// The most characters of each part of a name.
  private static let partLengthMax = 32
  /// The most names that are tried.
  private static let namesMax = 10_000

  /// Why a frame cannot be applied: what arrives is not a log of ours.
  struct Problem: Error {
    let text: String
  }

  /// Chooses a name of an app, its store and a session that nothing in the folder has.
  ///
  /// - Parameter names: the names that are chosen, but may not be used yet.
  init(
    in folder: String, app: String, store: String?, session: String, besides names: Set<String>
  ) throws {
    let parts = [app, store, String(Self.part(session).prefix(8))].compactMap(\.self)
    let stem = parts.map(Self.part).joined(separator: "-")
    let name = (1...Self.namesMax).lazy.map { $0 == 1 ? stem : "\(stem)-\($0)" }.first { name in
      let path = "\(folder)/\(name)"
      return !names.contains(name) && !LogPaths.exists(path)
        && !LogPaths.exists(path + LogFolder.suffix)
    }
    guard let name else { throw Problem(text: "\(folder) has too many logs of \(stem)") }
    (self.name, base) = (name, "\(folder)/\(name)")
  }

  /// A text with only letters, digits and `_`.
  private static func part(_ text: String) -> String {
    let characters = text.unicodeScalars.prefix(partLengthMax).map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": Character(scalar)
      default: Character("_")
      }
    }
    return characters.isEmpty ? "_" : String(characters)
  }

  /// Writes what a frame says; returns a sentence about what is missing, if something is.
  mutating func take(_ frame: LiveFrame) throws -> String? {
    switch frame.kind {
    case .file:
      guard let number = frame.document?["segment"]?.number?.exactly(Int.self) else { break }
      return try begin(number)
    case .bytes:
      guard let file else { break }
      guard totalByteCount + frame.payload.count <= Self.bytesMax else {
        throw Problem(text: "its log has more than \(Self.bytesMax) bytes")
      }
      try file.append(frame.payload)
      byteCount += frame.payload.count
      totalByteCount += frame.payload.count
      return nil
    case .cut:
      guard let count = frame.document?["byteCount"]?.number?.exactly(Int.self), let file,
        (0...byteCount).contains(count)
      else { break }
      let kept = try file.truncate(to: count)
      totalByteCount -= byteCount - kept
      byteCount = kept
      return nil
    case .hello, .welcome, .note, .command, .answer: break
    }
    throw Problem(text: "it sent what no app with RexLive sends")
  }

  private mutating func begin(_ number: Int) throws -> String? {
    guard segment != 0, number > segment, number <= Self.segmentMax else {
      throw Problem(text: "it sent the segments of its log in no order")
    }
    defer { (segment, byteCount) = (number, 0) }
    if number == 0 {
      let path = base + LogFolder.suffix
      file = try FileSink(creating: path)
      self.path = path
      return nil
    }
    if segments == nil {
      segments = try SegmentFolder(base)
      path = base
    }
    file = try segments?.create(number)
    let first = max(segment, 0) + 1
    guard first < number else { return nil }
    return first == number - 1
      ? "segment \(first) was deleted before it arrived"
      : "segments \(first) to \(number - 1) were deleted before they arrived"
  }

  private static let segmentMax = Int(clamping: Int64(1) << 40)
}
