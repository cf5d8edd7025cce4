#if os(macOS) || os(Linux)
  import Foundation

  /// The environment variables of a worker, which differ from run to run.
  enum WorkerEnvironment {
    /// Time zones on both sides of the date line, of a half hour, and with summer in January.
    private static let zones = [
      "America/Los_Angeles", "Asia/Kolkata", "Pacific/Auckland", "UTC", "Pacific/Niue",
      "Europe/Berlin", "America/Sao_Paulo",
    ]
    /// Locales with other decimal points, digits, calendars, orders and case mappings.
    private static let locales = [
      "de_DE.UTF-8", "ar_EG.UTF-8", "tr_TR.UTF-8", "C.UTF-8", "th_TH.UTF-8", "ja_JP.UTF-8",
    ]

    /// The variables of a run; the first has those of this process.
    ///
    /// Swift seeds hashing anew in each process unless it is told not to.
    static func variables(ofRun run: Int) -> [String: String] {
      var variables = ProcessInfo.processInfo.environment
      variables["SWIFT_DETERMINISTIC_HASHING"] = nil
      // The crash's own message is wanted, not a report of many lines.
      variables["SWIFT_BACKTRACE"] = "enable=no"
      guard run > 0 else { return variables }
      let locale = locales[(run - 1) % locales.count]
      variables["TZ"] = zones[(run - 1) % zones.count]
      (variables["LANG"], variables["LC_ALL"]) = (locale, locale)
      return variables
    }
  }
#endif
