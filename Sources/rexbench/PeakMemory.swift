import Foundation

/// The peak memory while a closure runs, minus the memory before, as the system reports them.
func peakByteCount(during body: () throws -> Void) throws -> Double {
  // What earlier scenarios freed would otherwise be used before more is taken from the system.
  _ = trimMemory?(0)
  let before = residentByteCount("VmRSS")
  // On Linux the peak is reset first; elsewhere only a new overall peak is measured.
  try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  let peakBefore = before ?? maximumResidentByteCount
  try body()
  return max(0, (residentByteCount("VmHWM") ?? maximumResidentByteCount) - peakBefore)
}

/// Returns free memory to the system; nil where the C library has no such function.
private let trimMemory = dlsym(nil, "malloc_trim").map {
  unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
}

/// A memory value of `/proc/self/status`, by its name; nil if the system is not Linux.
private func residentByteCount(_ name: String) -> Double? {
  let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
  let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
  guard let line = lines.first(where: { $0.hasPrefix(name + ":") }) else { return nil }
  return Double(line.filter(\.isNumber)).map { $0 * 1024 }
}

private var maximumResidentByteCount: Double {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss)
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) * 1024
  #endif
}
