#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @testable import RexWorkers

  /// The descriptors that a command makes for a worker.
  @Suite struct WorkerDescriptorsTests {
    /// What is read is at its end as soon as no descriptor of the other end is open.
    @Test func noEndOfAPairStaysOpenIfTheOtherCannotBeTaken() {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      let (reader, writer) = (ends[0], ends[1])
      defer { close(reader) }
      _ = fcntl(reader, F_SETFL, O_NONBLOCK)
      var descriptors = WorkerDescriptors(from: 100)
      #expect(throws: ChildProcess.StartError.self) {
        try descriptors.pair { ends in
          ends[1] = writer
          return 0
        }
      }
      descriptors.closeAll()
      var byte: UInt8 = 0
      #expect(read(reader, &byte, 1) == 0)
    }
  }
#endif
