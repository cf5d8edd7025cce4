import Foundation
internal import RexJSON

/// A string or data; a long one is kept as a fragment, and identified by its storage.
///
/// A change next to ten megabytes of text therefore costs no more than without them.
protocol LongLeaf: Encodable {
  /// The number of bytes that encoding has to read.
  var leafByteCount: Int { get }

  /// The text in its JSON string.
  var leafText: String { get }

  static var form: LeafForm { get }
}

extension LongLeaf {
  static func makePlan() -> AnyObject { LeafPlan<Self>() }
}

extension String: LongLeaf {
  var leafByteCount: Int { utf8.count }

  var leafText: String { self }

  static var form: LeafForm { .text }
}

extension Data: LongLeaf {
  var leafByteCount: Int { count }

  var leafText: String { base64EncodedString() }

  static var form: LeafForm { .data }
}

/// Caches long leaves of types whose bytes are trusted.
final class LeafPlan<Leaf: LongLeaf>: Plan<Leaf> {
  /// The minimum size; encoding a smaller leaf costs about as much as keeping a fragment.
  private static var byteCountMin: Int { InterceptedEncoder.textByteCountMin }

  override func encode(
    _ leaf: Leaf, with cache: EncodingCache, at place: EncodedPlace, into text: inout [UInt8]
  ) throws -> Bool {
    guard leaf.leafByteCount >= LeafPlan.byteCountMin else { return false }
    let old = cache.takeOldFragment(for: leaf, of: self, in: place.scope)
    let known = old?.isSame == true ? old?.fragment : nil
    if let known, !cache.shouldCheck(known) {
      cache.append(known, to: &text)
      return true
    }
    var contents = FragmentedText()
    var shown = leaf.leafText
    if let redacted = cache.redacted(&shown, as: Leaf.form, in: place.scope) { shown = redacted }
    shown.writeEncoded(into: &contents.bytes)
    cache.append(contents, known, to: &text) {
      TypedSnapshot(leaf, plan: self, scope: place.scope)
    }
    return true
  }
}
