import Foundation

/// Compares and hashes the bytes of values with one layout, without padding.
struct ValueMemory {
  let stride: Int
  private let size: Int
  private let mask: [UInt8]
  /// The mask of the first eight bytes; 0 if values are shorter.
  private let firstMask: UInt64
  /// The ranges of bytes between padding.
  private let runs: [(offset: Int, count: Int)]

  init<Value>(of type: Value.Type, _ layout: TypeLayout) {
    stride = MemoryLayout<Value>.stride
    size = MemoryLayout<Value>.size
    mask = layout.mask.bytes
    runs = layout.mask.runs
    assert(mask.count == size && stride >= size, "the layout is that of the type")
    firstMask = size < 8 ? 0 : mask.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
  }

  /// Whether some bytes of an array's elements are not significant.
  var hasPadding: Bool { runs.count != 1 || runs[0].count != stride }

  /// Returns whether two values have the same bytes.
  ///
  /// Each range is compared with `memcmp`, which is fast even in debug builds.
  @inline(__always)
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    // Most values that differ do so in the first bytes.
    if firstMask != 0,
      (left.loadUnaligned(as: UInt64.self) ^ right.loadUnaligned(as: UInt64.self)) & firstMask != 0
    {
      return false
    }
    return runs.withUnsafeBufferPointer { runs in
      var index = 0
      while index < runs.count {
        let run = runs[index]
        if memcmp(left + run.offset, right + run.offset, run.count) != 0 { return false }
        index &+= 1
      }
      return true
    }
  }

  /// Returns a hash of the significant bytes; equal values have equal hashes in one process.
  ///
  /// The halves of each 16 bytes are multiplied, and the products, which are independent of each
  /// other, are folded and added. The last 16 bytes may overlap the previous ones.
  func hash(_ value: UnsafeRawPointer) -> UInt64 {
    mask.withUnsafeBytes { mask in
      var hash: UInt64 = 0
      var key: UInt64 = 0x9E37_79B9_7F4A_7C15
      func add(_ low: UInt64, _ high: UInt64) {
        let product = (low ^ key).multipliedFullWidth(by: high ^ 0xE703_7ED1_A0B4_28DB)
        hash &+= product.high ^ product.low
        key &+= 0xD6E8_FEB8_6659_FD92
      }
      func word(_ offset: Int) -> UInt64 {
        value.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          & mask.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
      if size < 8 {
        for offset in 0..<size {
          add(UInt64(value.load(fromByteOffset: offset, as: UInt8.self) & mask[offset]), 0)
        }
      } else if size < 16 {
        add(word(0), word(size - 8))
      } else {
        var offset = 0
        while offset < size {
          offset = min(offset, size - 16)
          add(word(offset), word(offset + 8))
          offset += 16
        }
      }
      return hash
    }
  }
}

extension ValueMemory {
  /// Returns the number of equal values at the start of two buffers.
  func commonHead(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Int {
    assert(old.count.isMultiple(of: stride) && new.count.isMultiple(of: stride), "whole values")
    let count = min(old.count, new.count) / stride
    guard count > 0, let old = old.baseAddress, let new = new.baseAddress else { return 0 }
    var index = 0
    while index < count {
      let end = min(index + blockCount, count)
      if memcmp(old + index * stride, new + index * stride, (end - index) * stride) != 0 {
        for position in index..<end
        where !areEqual(old + position * stride, new + position * stride) { return position }
      }
      index = end
    }
    return count
  }

  /// Returns the number of equal values at the end of two buffers.
  func commonTail(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Int {
    assert(old.count.isMultiple(of: stride) && new.count.isMultiple(of: stride), "whole values")
    let count = min(old.count, new.count) / stride
    guard count > 0, let oldStart = old.baseAddress, let newStart = new.baseAddress else {
      return 0
    }
    let oldEnd = oldStart + old.count
    let newEnd = newStart + new.count
    var index = 0
    while index < count {
      let end = min(index + blockCount, count)
      if memcmp(oldEnd - end * stride, newEnd - end * stride, (end - index) * stride) != 0 {
        for position in index..<end
        where !areEqual(oldEnd - (position + 1) * stride, newEnd - (position + 1) * stride) {
          return position
        }
      }
      index = end
    }
    return count
  }

  /// The number of values in about 4 KiB, which one `memcmp` compares.
  private var blockCount: Int { max(1, 4096 / stride) }
}

extension UnsafeRawBufferPointer {
  /// Returns whether both buffers have the same bytes.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    return memcmp(left, right, count) == 0
  }
}
