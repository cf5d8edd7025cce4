#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Compares and hashes the bytes of values of one layout, padding left out.
struct ValueMemory {
  let stride: Int
  private let size: Int
  private let mask: [UInt8]?

  init<Value>(of type: Value.Type, _ layout: TypeLayout) {
    stride = MemoryLayout<Value>.stride
    size = MemoryLayout<Value>.size
    mask = layout.mask.hasPadding ? layout.mask.bytes : nil
  }

  /// Whether two values have the same bytes.
  @inline(__always)
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    mask == nil ? memcmp(left, right, size) == 0 : areEqualBesidePadding(left, right)
  }

  private func areEqualBesidePadding(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    guard let mask else { return false }
    return mask.withUnsafeBytes { mask in
      guard let mask = mask.baseAddress else { return true }
      var offset = 0
      while offset &+ 32 <= size {
        if differ32(left + offset, right + offset, mask + offset) { return false }
        offset &+= 32
      }
      while offset &+ 8 <= size {
        let difference =
          left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          ^ right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let counted = mask.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if difference & counted != 0 { return false }
        offset &+= 8
      }
      while offset < size {
        let difference =
          left.load(fromByteOffset: offset, as: UInt8.self)
          ^ right.load(fromByteOffset: offset, as: UInt8.self)
        if difference & mask.load(fromByteOffset: offset, as: UInt8.self) != 0 { return false }
        offset &+= 1
      }
      return true
    }
  }

  /// Whether any of 32 bytes that count differ.
  @inline(__always)
  private func differ32(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ mask: UnsafeRawPointer
  ) -> Bool {
    let difference =
      left.loadUnaligned(as: SIMD4<UInt64>.self) ^ right.loadUnaligned(as: SIMD4<UInt64>.self)
    let counted = difference & mask.loadUnaligned(as: SIMD4<UInt64>.self)
    return counted != SIMD4<UInt64>()
  }

  /// A hash of the bytes that count; the same for equal values, in this process.
  func hash(_ value: UnsafeRawPointer) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset &+ 8 <= size {
      let counted =
        mask?.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) } ?? .max
      let word = value.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & counted
      hash = (hash ^ word) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash >> 32
      offset &+= 8
    }
    while offset < size {
      let byte = value.load(fromByteOffset: offset, as: UInt8.self) & (mask?[offset] ?? 0xFF)
      hash = (hash ^ UInt64(byte)) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash >> 32
      offset &+= 1
    }
    return hash
  }
}

extension ValueMemory {
  /// How many values are the same from the start of two buffers.
  func commonHead(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Int {
    let count = min(old.count, new.count) / stride
    guard count > 0, let old = old.baseAddress, let new = new.baseAddress else { return 0 }
    var index = 0
    while index < count {
      let end = min(index + blockCount, count)
      if memcmp(old + index * stride, new + index * stride, (end - index) * stride) != 0 {
        for place in index..<end
        where !areEqual(old + place * stride, new + place * stride) { return place }
      }
      index = end
    }
    return count
  }

  /// How many values are the same from the end of two buffers.
  func commonTail(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Int {
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
        for place in index..<end
        where !areEqual(oldEnd - (place + 1) * stride, newEnd - (place + 1) * stride) {
          return place
        }
      }
      index = end
    }
    return count
  }

  /// Values compared by one `memcmp`: about 4 KiB of them.
  private var blockCount: Int { max(1, 4096 / stride) }
}

extension UnsafeRawBufferPointer {
  /// Whether both buffers hold the same bytes.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    return memcmp(left, right, count) == 0
  }
}

extension UnsafeRawBufferPointer {
  /// Below zero when this comes before the other in byte order, above when it comes after.
  func order(to other: UnsafeRawBufferPointer) -> Int {
    guard let left = baseAddress, let right = other.baseAddress else { return count - other.count }
    let order = Int(memcmp(left, right, Swift.min(count, other.count)))
    return order == 0 ? count - other.count : order
  }
}
