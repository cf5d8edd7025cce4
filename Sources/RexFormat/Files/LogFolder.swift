/// The logs in a folder: its `.jsonl` files, where the segments of one session are one log.
///
///     0003.jsonl  session 6F9B, segment 3 ┐
///     0004.jsonl  session 6F9B, segment 4 ┴ one log
///     other.jsonl session 91E2              another
package enum LogFolder {
  /// Whether a name has the extension of logs, in its bytes.
  package static func isLog(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// The file name extension of every log.
  package static let suffix = ".jsonl"
}
