#if os(macOS) || os(Linux)
  import Foundation

  /// The environment variables of a worker, which differ between runs.
  enum WorkerEnvironment {
    /// Time zones on both sides of the date line, with a half-hour offset, and in both hemispheres.
    private static let zones = [
      "America/Los_Angeles", "Asia/Kolkata", "Pacific/Auckland", "UTC", "Pacific/Niue",
      "Europe/Berlin", "America/Sao_Paulo",
    ]
    /// Locales with different decimal points, digits, calendars, collations and case mappings.
    private static let locales = [
      "de_DE.UTF-8", "ar_EG.UTF-8", "tr_TR.UTF-8", "C.UTF-8", "th_TH.UTF-8", "ja_JP.UTF-8",
    ]

    /// Returns the variables for a run; run 0 inherits this process's time zone and locale.
    ///
    /// Every run has random hash seeds, since deterministic hashing is turned off.
    static func variables(ofRun run: Int) -> [String: String] {
      var variables = ProcessInfo.processInfo.environment
      variables["SWIFT_DETERMINISTIC_HASHING"] = nil
      // Only the crash's message is shown, not a long backtrace.
      variables["SWIFT_BACKTRACE"] = "enable=no"
      guard run > 0 else { return variables }
      let locale = locales[(run - 1) % locales.count]
      variables["TZ"] = zones[(run - 1) % zones.count]
      (variables["LANG"], variables["LC_ALL"]) = (locale, locale)
      return variables
    }
  }
#endif
