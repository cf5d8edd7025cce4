package import RexJSON

/// The limits on a line: what readers refuse, and what writers cut or leave out before.
///
///     {"kind":"action",…,"action":payload,"source":{…},"inputs":[…],"error":text,"patch":patch}
///                                 └──────── parts ────────┴──────────────────────────┘
///
/// A writer cuts names, reasons and texts. It leaves out a part that is too long, or whose values
/// would need too much memory, as if it exceeded a limit of the configuration.
package enum LineLimits {
  /// The limits on a line's JSON.
  ///
  /// A line nests up to three levels deeper than a value in it: object, patch and operation.
  package static let json: JSONLimits = {
    var limits = JSONLimits.standard
    limits.depthMax += 3
    return limits
  }()

  /// The maximum size of a line in bytes.
  ///
  /// A longer one is damage, and is skipped without being kept in memory.
  package static let lineBytesMax = JSONLimits.standard.textBytesMax

  /// The maximum size of a log's first line and its end line, each with a line feed.
  ///
  /// Readers look for them in so many bytes at both ends of a log.
  package static let outerLineBytesMax = 1 << 16

  /// The maximum size of a label, an identifier and the name of an app, type, file or function.
  package static let nameBytesMax = 1024

  /// The maximum size of the reason of a gap or of the end.
  package static let reasonBytesMax = 4096

  /// The maximum size of an error's text, a description and the information of a source.
  package static let textBytesMax = 1 << 16

  /// The size of all names in an end line, with three bytes of punctuation for each.
  ///
  /// With the reason, and with escapes of six bytes for each byte, the line stays within its limit.
  private static let endNamesBytesMax = 6000

  /// The maximum size of a part, so that three fit in a line, and a string in each.
  package static let partBytesMax = JSONLimits.standard.stringBytesMax

  /// The memory for all values of a line that are in none of its parts.
  private static let otherTreeBytes = 1 << 20

  /// The least memory that a part may take; with two of them, half of a line's is left for a patch.
  private static let partTreeBytes = 1 << 25
}

extension LineLimits {
  /// Returns a name that a line may contain: the text, or its beginning and `…`.
  package static func name(_ text: String) -> String { text.cut(toBytes: nameBytesMax) }

  /// Returns a reason that a line may contain.
  package static func reason(_ text: String) -> String { text.cut(toBytes: reasonBytesMax) }

  /// Returns a text that a line may contain.
  package static func text(_ text: String) -> String { text.cut(toBytes: textBytesMax) }

  /// Returns as many names as an end line may contain, and how many more there are.
  package static func endNames(_ all: [String]) -> [String] {
    var names: [String] = []
    var byteCount = 0
    for name in all.lazy.map(name) {
      byteCount += name.utf8.count + 3
      if byteCount > endNamesBytesMax { return names + ["… \(all.count - names.count) more"] }
      names.append(name)
    }
    return names
  }

  /// Returns a description of a part that is left out: its size, and the limit.
  package static func excess(of byteCount: Int, over limit: Int) -> String {
    let limit = byteCount > limit ? "\(limit)" : "a log's line can hold"
    return "\(byteCount) bytes, more than \(limit)"
  }

  /// Returns whether a line may contain a payload, or a mark these data.
  package static func allows(_ part: [UInt8]) -> Bool {
    part.count <= partBytesMax
      && part.withUnsafeBytes { JSON.fits($0, treeBytes: treeBytesMax(ofPart: part.count)) }
  }

  /// The most bytes of a keyframe's line around its state: places of dates, and what is left out.
  package static let keyframeBytesMax =
    nameBytesMax + 2 * DatePlaces.byteCountMax + LogOmission.byteCountMax

  /// Returns whether a line may contain a state.
  package static func allows(state: [UInt8]) -> Bool {
    state.count < lineBytesMax - keyframeBytesMax
      && state.withUnsafeBytes {
        JSON.fits($0, treeBytes: json.treeBytesMax(ofText: state.count) - otherTreeBytes)
      }
  }

  /// Returns whether a line may contain inputs whose values take so much memory.
  package static func allows(inputsOf byteCount: Int, treeBytes: Int) -> Bool {
    byteCount <= partBytesMax && treeBytes <= treeBytesMax(ofPart: byteCount)
  }

  /// Returns whether a line may contain a patch after a payload and inputs of these sizes.
  package static func allows(patch: [UInt8], afterPayloadOf payload: Int, inputs: Int) -> Bool {
    guard patch.count <= partBytesMax else { return false }
    let whole = json.treeBytesMax(ofText: payload + inputs + patch.count)
    let rest =
      whole - otherTreeBytes - treeBytesMax(ofPart: payload) - treeBytesMax(ofPart: inputs)
    // Readers also parse the patch by itself.
    let treeBytes = min(rest, json.treeBytesMax(ofText: patch.count))
    return patch.withUnsafeBytes { JSON.fits($0, treeBytes: treeBytes) }
  }

  /// The maximum memory of a payload, inputs or data, in bytes.
  ///
  /// The sum for two parts is less than what the line may take: 128 MiB, or five times its text.
  private static func treeBytesMax(ofPart byteCount: Int) -> Int {
    let limit = max(partTreeBytes, 3 * byteCount)
    return byteCount < limit / JSON.treeBytesRatioMax
      ? byteCount * JSON.treeBytesRatioMax : limit
  }
}
