/// The places of the dates in encoded values, each noted once.
///
///     {"messages":[{"sentAt":8e8},{"sentAt":8e8}],"seen":{"ann":8e8}}
///
///     /messages/*/sentAt    /seen/*
///
/// In a document, a date is a number; only its place tells that it is a date. A `*` in a place
/// stands for every index of an array and every key of a dictionary. An element of an array of keys
/// and values has no place, since its neighbors are of another type.
///
/// Use it on one thread at a time.
package final class DatePlaces {
  /// The places as JSON Pointers, in the order in which they were found.
  package private(set) var paths: [String] = []
  /// The hash of each place, which is all that a date at a known place needs.
  private var hashes: [UInt64] = []
  private var known: Set<UInt64> = []
  /// The hash of the last date, since the dates of an array are at one place.
  @exclusivity(unchecked) private var lastHash: UInt64?
  private var byteCount = 0
  /// Whether a place did not fit; no more are added then.
  @exclusivity(unchecked) private(set) var isFull = false
  /// The number of paths that `takeNew` has returned.
  private var takenCount = 0

  /// The limit on places, so that values whose keys are data do not fill a log.
  package static let countMax = 256
  /// The limit on the text of all places, as JSON, so that a session line can have them.
  package static let byteCountMax = 4096

  /// Creates an empty list.
  package init() {}

  /// Notes a date at the place with a hash, whose tokens are asked for once.
  func note(_ hash: UInt64, tokens: () -> [String]) {
    guard hash != lastHash else { return }
    lastHash = hash
    guard !known.contains(hash) else { return }
    let path = JSONPointer(tokens: tokens()).description
    let count = byteCount + DatePlaces.byteCount(of: path)
    isFull = paths.count >= DatePlaces.countMax || count > DatePlaces.byteCountMax
    guard !isFull else { return }
    byteCount = count
    paths.append(path)
    hashes.append(hash)
    known.insert(hash)
  }

  /// The size of a place in a list.
  private static func byteCount(of path: String) -> Int { JSON.string(path).bytes.count + 1 }

  /// Returns the places that were found since the last call.
  package func takeNew() -> ArraySlice<String> {
    defer { takenCount = paths.count }
    return paths[takenCount...]
  }

  /// Forgets the places that were found since the last call of `takeNew`.
  package func forgetNew() {
    guard paths.count > takenCount else { return }
    for path in paths[takenCount...] { byteCount -= DatePlaces.byteCount(of: path) }
    for hash in hashes[takenCount...] { known.remove(hash) }
    paths.removeSubrange(takenCount...)
    hashes.removeSubrange(takenCount...)
    (lastHash, isFull) = (nil, false)
  }
}

/// A hash of a place's tokens, from the last to the first.
private struct PlaceHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds the encoded key of a member.
  mutating func add(_ key: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(key)
    var offset = 0
    while offset + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    while offset < bytes.count {
      last = last << 8 ^ UInt64(bytes[offset])
      offset += 1
    }
    add(last)
  }

  /// Adds a token that stands for every index or key.
  mutating func addAny() { add(0) }

  private mutating func add(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    value = product.low ^ product.high &+ 0x9E37
  }
}

extension EncodedTree {
  /// Adds the tokens of a node's path in this tree to a hash.
  fileprivate func addPath(of node: Int32, to hash: inout PlaceHash) {
    nodes.withUnsafeBufferPointer { nodes in
      var node = Int(node)
      while case let parent = Int(nodes[node].parent), parent >= 0 {
        if nodes[parent].hasNames {
          hash.add(text[nodes[node].key])
        } else {
          hash.addAny()
        }
        node = parent
      }
    }
  }

  /// Appends the tokens of a node's path in this tree, the last first.
  fileprivate func appendPath(of node: Int32, to tokens: inout [String]) {
    var node = node
    while case let parent = nodes[Int(node)].parent, parent >= 0 {
      tokens.append(nodes[Int(parent)].hasNames ? key(of: node) : "*")
      node = parent
    }
  }
}

extension EncodedTree.Node {
  /// Whether its members have names, rather than the keys of a dictionary.
  fileprivate var hasNames: Bool { kind == .object && order != .byKey }
}

extension EncodingStorage {
  /// Notes that the value of a node is a date.
  @inline(never)
  func noteDate(at node: Int32, in places: DatePlaces) {
    guard !places.isFull, !isKeyOrValue(node) else { return }
    var hash = PlaceHash()
    tree.pointee.addPath(of: node, to: &hash)
    var inner = self
    while let (outer, node) = inner.around {
      if inner.step.isStep { hash.addAny() }
      outer.tree.pointee.addPath(of: node, to: &hash)
      inner = outer
    }
    places.note(hash.value) { tokens(of: node) }
  }

  private func tokens(of node: Int32) -> [String] {
    var tokens: [String] = []
    tree.pointee.appendPath(of: node, to: &tokens)
    var inner = self
    while let (outer, node) = inner.around {
      if inner.step.isStep { tokens.append("*") }
      outer.tree.pointee.appendPath(of: node, to: &tokens)
      inner = outer
    }
    return tokens.reversed()
  }

  /// Whether a node is an element of an array of keys and values.
  private func isKeyOrValue(_ node: Int32) -> Bool {
    let parent = tree.pointee.nodes[Int(node)].parent
    if parent >= 0 { return tree.pointee.nodes[Int(parent)].order == .byPair }
    if case .part = step { return true }
    return false
  }
}
