import Foundation
internal import RexJSON

/// A string or data; a long one is kept as a fragment, and identified by its storage.
///
/// A change next to ten megabytes of text therefore costs no more than without them.
protocol LongLeaf: Encodable {
  /// The number of bytes that encoding has to read.
  var leafByteCount: Int { get }

  /// Appends the JSON text, equal to that of `JSONDocumentEncoder`.
  func writeLeaf(into bytes: inout [UInt8])
}

extension LongLeaf {
  static func makePlan() -> AnyObject { LeafPlan<Self>() }
}

extension String: LongLeaf {
  var leafByteCount: Int { utf8.count }

  func writeLeaf(into bytes: inout [UInt8]) { writeQuoted(into: &bytes) }
}

extension Data: LongLeaf {
  var leafByteCount: Int { count }

  func writeLeaf(into bytes: inout [UInt8]) {
    base64EncodedString().writeQuoted(into: &bytes)
  }
}

/// Caches long leaves of types whose bytes are trusted.
final class LeafPlan<Leaf: LongLeaf>: Plan<Leaf> {
  /// The minimum size; encoding a smaller leaf costs about as much as keeping a fragment.
  private static var byteCountMin: Int { InterceptedEncoder.textByteCountMin }

  override func encode(
    _ leaf: Leaf, with cache: EncodingCache, depth: Int, into text: inout [UInt8]
  ) throws -> Bool {
    guard leaf.leafByteCount >= LeafPlan.byteCountMin else { return false }
    if let old = cache.takeOldFragment(for: leaf, of: self), old.isSame {
      cache.append(old.fragment, to: &text)
    } else {
      var contents = FragmentedText()
      leaf.writeLeaf(into: &contents.bytes)
      let fragment = ValueFragment(contents, source: TypedSnapshot(leaf, plan: self))
      cache.append(.value(fragment), to: &text)
    }
    return true
  }
}
